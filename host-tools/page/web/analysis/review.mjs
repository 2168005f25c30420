// A game in review: the value before every move, and the moves that gave something away.

import { text } from '../common.mjs';
import { before, resultOf } from './words.mjs';

const RANK = { won: 2, draw: 1, lost: 0 };
// The longest win there is.
const LONGEST = 173;
const [WIDTH, HEIGHT] = [600, 150];
const SVG = 'http://www.w3.org/2000/svg';

// The value of every position of a game for its side to move; `tell` hears how far it is.
export async function valuesOf(engine, game, tell) {
  const values = [];
  for (const [ply, sfen] of game.positions.entries()) {
    values.push(await valueAt(engine, game, sfen, ply));
    tell(ply + 1, game.positions.length);
  }
  return values;
}

async function valueAt(engine, game, sfen, ply) {
  if (sfen === '-') return -0.5; // caught: the loser is to move, with nothing left
  try {
    return Number(await engine.askFor('value', 'value', sfen));
  } catch {
    // Over by the rules: a try that stands, or no move at all.
    return ply === game.positions.length - 1 ? -0.5 : 0;
  }
}

// What a move did to its player: nothing, a longer way, or another result.
export function judge(values, ply) {
  const [best, after] = [values[ply], values[ply + 1]];
  if (after === undefined || after === -0.5) return 'good';
  const played = before(after);
  const lost = RANK[resultOf(best)] - RANK[resultOf(played)];
  if (lost > 0) return 'thrown';
  return best === played || best === 0 ? 'good' : 'slow';
}

// A value for the first player as a height from -1 to 1: the nearer the end, the further out.
function height(value, ply, first) {
  const mine = (ply % 2 === 0) === (first === 'b') ? 1 : -1;
  if (value === 0) return 0;
  const near = 1 - Math.min(Math.abs(value), LONGEST) / (LONGEST + 20);
  return Math.sign(value) * mine * Math.max(near, 0.08);
}

function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// Draws the graph; a tap on it goes to that ply.
export function drawGraph(holder, values, first, at, goTo) {
  const plies = Math.max(values.length - 1, 1);
  const x = (ply) => 8 + ((WIDTH - 16) * ply) / plies;
  const y = (ply) => HEIGHT / 2 - height(values[ply], ply, first) * (HEIGHT / 2 - 8);
  const points = values.map((_, ply) => `${x(ply).toFixed(1)} ${y(ply).toFixed(1)}`);
  const graph = element('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img' });
  graph.setAttribute('aria-label', text('graph'));
  graph.append(
    element('line', { class: 'axis', x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    element('path', { class: 'area', d: `M${x(0)} ${HEIGHT / 2}L${points.join('L')}L${x(plies)} ${HEIGHT / 2}z` }),
    element('path', { class: 'curve', d: `M${points.join('L')}` }),
    element('line', { class: 'now', x1: x(at), x2: x(at), y1: 0, y2: HEIGHT }),
  );
  values.forEach((_, ply) => {
    if (ply + 1 < values.length && judge(values, ply) === 'thrown') {
      graph.append(element('circle', { class: 'thrown', cx: x(ply + 1), cy: y(ply + 1), r: 5 }));
    }
  });
  graph.addEventListener('click', (event) => {
    const { left, width } = graph.getBoundingClientRect();
    const part = ((event.clientX - left) / width) * WIDTH;
    goTo(Math.round(((part - 8) / (WIDTH - 16)) * plies));
  });
  holder.replaceChildren(graph);
  holder.hidden = false;
}
