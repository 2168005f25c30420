// The review of a game: the value before every move, and the moves that made the result worse.

import { text } from '../common.mjs';
import { before, resultOf } from './words.mjs';

// The value of a position after the end of the game, for the side that has lost.
const OVER = -0.5;
const RANK = { won: 2, draw: 1, lost: 0 };
// The longest win there is.
const LONGEST = 173;
// The graph, in its own units.
const [WIDTH, HEIGHT, MARGIN] = [600, 150, 8];

// The value of every position of a game for its side to move; `progress` is called after each.
export async function valuesOf(engine, game, progress) {
  const values = [];
  for (const sfen of game.positions) {
    // The engine refuses a position after the end.
    values.push(await engine.askFor('value', 'value', sfen).then(Number, () => OVER));
    progress(values.length, game.positions.length);
  }
  return values;
}

// Whether a move was best (`good`), kept the result but not the distance (`slow`), or made the result worse (`thrown`).
export function judge(values, ply) {
  const [best, after] = [values[ply], values[ply + 1]];
  if (after === undefined || after === OVER) return 'good';
  const played = before(after);
  const lost = RANK[resultOf(best)] - RANK[resultOf(played)];
  if (lost > 0) return 'thrown';
  return best === played || best === 0 ? 'good' : 'slow';
}

// A value as a height from -1 to 1, positive if the first player wins; a nearer end is farther from 0.
function height(value, ply, first) {
  const mine = (ply % 2 === 0) === (first === 'b') ? 1 : -1;
  if (value === 0) return 0;
  const near = 1 - Math.min(Math.abs(value), LONGEST) / (LONGEST + 20);
  return Math.sign(value) * mine * Math.max(near, 0.08);
}

// Draws the graph; a tap on it goes to that ply.
export function drawGraph(holder, values, first, at, goTo) {
  const plies = Math.max(values.length - 1, 1);
  const middle = HEIGHT / 2;
  const x = (ply) => MARGIN + ((WIDTH - 2 * MARGIN) * ply) / plies;
  const y = (ply) => middle - height(values[ply], ply, first) * (middle - MARGIN);
  const curve = values.map((_, ply) => `${x(ply).toFixed(1)} ${y(ply).toFixed(1)}`).join('L');
  const dots = values.slice(1).map((_, ply) =>
    judge(values, ply) === 'thrown' ? `<circle fill="var(--lost)" cx="${x(ply + 1)}" cy="${y(ply + 1)}" r="5" />` : '');
  holder.innerHTML = `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${text('graph')}">
    <path stroke="var(--line)" d="M0 ${middle}H${WIDTH}" />
    <path fill="var(--accent)" opacity="0.25" d="M${x(0)} ${middle}L${curve}L${x(plies)} ${middle}z" />
    <path fill="none" stroke="var(--ink)" stroke-width="2" vector-effect="non-scaling-stroke" d="M${curve}" />
    <path stroke="var(--accent)" stroke-width="2" vector-effect="non-scaling-stroke" d="M${x(at)} 0V${HEIGHT}" />
    ${dots.join('')}
  </svg>`;
  const graph = holder.firstElementChild;
  graph.addEventListener('click', (event) => {
    const { left, width } = graph.getBoundingClientRect();
    const clicked = ((event.clientX - left) / width) * WIDTH;
    goTo(Math.round(((clicked - MARGIN) / (WIDTH - 2 * MARGIN)) * plies));
  });
  holder.hidden = false;
}
