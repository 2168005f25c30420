// The analysis board: taps in, positions and values out.

import { inEveryLanguage, keepForLater, say, text } from '../common.mjs';
import { Board } from './board.mjs';
import { Engine } from './engine.mjs';
import { Game } from './game.mjs';
import { decode, readLink, readUsi, writeLink } from './notation.mjs';
import { Opponent } from './opponent.mjs';
import { START, parts } from './position.mjs';
import { Refused } from './refused.mjs';
import { drawGraph, judge, valuesOf } from './review.mjs';
import { Setup } from './setup.mjs';
import { better, moveName, resultOf, sentence, short, sideName } from './words.mjs';

// How long each move of the best line stays, in milliseconds.
const BEAT = 600;
// How long a file to be saved is kept for the browser, in milliseconds.
const RELEASE = 60_000;

const find = (selector) => document.querySelector(selector);
const engine = new Engine(hear);
const game = new Game(engine);
const board = new Board(find('#board'), { far: find('#hand-far'), near: find('#hand-near') }, tap);
const opponent = new Opponent(engine, { play: playOn, sit, changed, draw, say: saySomething });

const state = {
  image: null,
  selected: null,
  verdicts: new Map(),
  exact: false,
  setup: null,
  values: null,
  line: null,
};

// For the tests and the curious.
globalThis.analysis = { state, game, engine };

// A sentence above the board, until the next thing is done.
function saySomething(name, values) {
  say(find('#notice'), name, values);
}

// Does something that may be refused; the sentence is shown, and nothing else has changed.
async function attempt(work) {
  saySomething(null);
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    saySomething('refused', { reason: error.message });
    return null;
  }
}

function hear({ progress, image, said, settled }) {
  if (progress !== undefined) find('#progress').value = progress;
  if (settled) keepForLater();
  if (image === undefined) return;
  state.image = image;
  find('#loading').hidden = true;
  if (image === 'ready') consult();
  else saySomething(`image-${image}`, { reason: said });
  draw();
}

// Asks for the values of all moves, if they are to be seen.
function consult() {
  state.verdicts = new Map();
  state.exact = false;
  const wanted = state.image === 'ready' && !game.over && !state.setup && !opponent.hides();
  if (!wanted) return engine.rest();
  engine.analyse(game.sfen, (verdicts, done) => {
    state.verdicts = new Map(verdicts);
    state.exact = done;
    draw();
  });
}

// After the position has changed.
function changed() {
  state.selected = null;
  consult();
  history.replaceState(null, '', writeLink(game.start, game.moves.slice(0, game.at)));
  draw();
}

async function goTo(at) {
  stopLine();
  await game.goTo(at);
  changed();
}

async function load(sfen, moves) {
  stopLine();
  const loaded = await attempt(async () => {
    await game.load(sfen, moves);
    return true;
  });
  if (!loaded) return false;
  state.values = null;
  opponent.stop();
  changed();
  return true;
}

// Whoever plays sits below the board.
function sit(side) {
  board.flipped = side === 'w';
}

// A move by whoever's turn it is.
async function playOn(move) {
  if (game.moves[game.at] !== move) state.values = null;
  await game.play(move);
  changed();
}

async function tap(place) {
  saySomething(null);
  if (state.setup) {
    state.setup.tap(place);
    return draw();
  }
  if (game.over || opponent.thinks()) return;
  stopLine();
  const { selected } = state;
  const move = selected && place.cell !== undefined && game.legal.find((candidate) => {
    const { from, to } = parts(candidate);
    const same = selected.cell !== undefined ? from === selected.cell : from === selected.kind;
    return same && to === place.cell;
  });
  if (move) {
    const sfen = game.sfen;
    await playOn(move);
    await attempt(() => opponent.answer(game, move, sfen));
    return;
  }
  const mine = place.cell !== undefined
    ? game.position.cells[place.cell]?.side === game.position.side
    : place.side === game.position.side;
  const again = selected && selected.cell === place.cell && selected.kind === place.kind;
  state.selected = mine && !again ? place : null;
  draw();
}

// Where the selected piece can go, with what that is worth.
function targets() {
  const found = new Map();
  const { selected } = state;
  if (!selected) return found;
  for (const move of game.legal) {
    const { from, to } = parts(move);
    const same = selected.cell !== undefined ? from === selected.cell : from === selected.kind;
    if (same) found.set(to, shows() ? state.verdicts.get(move) : undefined);
  }
  return found;
}

const shows = () => find('#values').checked && !opponent.hides();

function draw() {
  if (state.setup) {
    board.draw(state.setup.position, { selected: state.setup.selected });
    find('#status').textContent = text('settingUp');
  } else {
    board.draw(game.position, { selected: state.selected, targets: targets(), last: game.last });
    find('#status').textContent = status();
  }
  drawMoves();
  drawGame();
  opponent.drawStatus();
  find('#setup-turn').textContent = text('toMove', { who: sideName(state.setup?.position.side ?? 'b') });
  if (document.activeElement !== find('#sfen')) find('#sfen').value = game.sfen === '-' ? '' : game.sfen;
  find('#back').disabled = find('#first').disabled = game.at === 0;
  find('#forth').disabled = find('#last').disabled = game.at === game.moves.length;
  find('#best').disabled = state.image !== 'ready' || game.over !== null || opponent.hides();
  find('#best').ariaPressed = String(state.line !== null);
}

function bestVerdict() {
  return [...state.verdicts.values()].sort(better)[0];
}

function status() {
  if (game.over) {
    const { reason, winner } = game.over;
    return text(`over-${reason}`, { who: winner === '-' ? '' : sideName(winner) });
  }
  const parts = [text('turn', { who: sideName(game.position.side) })];
  if (game.check) parts.push(text('check'));
  const best = bestVerdict();
  if (best !== undefined && shows()) parts.push(sentence(best));
  return parts.join(text('comma'));
}

function drawMoves() {
  const list = find('#moves');
  if (state.setup || game.over) return list.replaceChildren();
  const moves = [...game.legal];
  if (shows()) moves.sort((one, other) => better(state.verdicts.get(one), state.verdicts.get(other)));
  list.replaceChildren(
    ...moves.map((move) => {
      const verdict = shows() ? state.verdicts.get(move) : undefined;
      const button = document.createElement('button');
      button.type = 'button';
      button.dataset.move = move;
      const name = document.createElement('span');
      name.textContent = moveName(game.position, move);
      const value = document.createElement('span');
      value.className = `value ${verdict === undefined ? '' : resultOf(verdict)}`;
      value.textContent = verdict === undefined ? '' : short(verdict);
      if (verdict !== undefined) value.title = sentence(verdict);
      button.append(name, value);
      button.addEventListener('click', async () => {
        if (opponent.thinks()) return;
        stopLine();
        const sfen = game.sfen;
        await playOn(move);
        await attempt(() => opponent.answer(game, move, sfen));
      });
      const item = document.createElement('li');
      item.append(button);
      return item;
    }),
  );
}

const MARKS = { good: '', slow: ' ?!', thrown: ' ??' };

function drawGame() {
  find('#no-game').hidden = game.moves.length > 0;
  find('#export-kif').disabled = game.moves.length === 0;
  find('#review').disabled = game.moves.length === 0 || state.image !== 'ready';
  find('#game').replaceChildren(
    ...game.moves.map((move, ply) => {
      const button = document.createElement('button');
      button.type = 'button';
      const verdict = state.values ? judge(state.values, ply) : 'good';
      button.className = verdict;
      button.textContent = `${ply + 1}. ${moveName(game.positionAt(ply), move)}${MARKS[verdict]}`;
      if (verdict !== 'good') button.title = text(verdict);
      if (ply + 1 === game.at) button.ariaCurrent = 'step';
      button.addEventListener('click', () => goTo(ply + 1));
      const item = document.createElement('li');
      item.append(button);
      return item;
    }),
  );
  if (state.values) {
    drawGraph(find('#graph'), state.values, game.positionAt(0).side, game.at, goTo);
    const thrown = game.moves.filter((_, ply) => judge(state.values, ply) === 'thrown').length;
    say(find('#verdict'), thrown === 0 ? 'noneThrown' : 'someThrown', { thrown });
  } else {
    find('#graph').hidden = find('#verdict').hidden = true;
  }
}

async function review() {
  await attempt(async () => {
    const values = await valuesOf(engine, game, (done, all) => {
      say(find('#verdict'), 'reviewing', { done, all });
    });
    state.values = values;
  });
  draw();
}

function stopLine() {
  clearTimeout(state.line?.timer);
  state.line = null;
}

// Plays the best line on the board, a move a beat.
async function showLine() {
  if (state.line) {
    stopLine();
    return draw();
  }
  await attempt(async () => {
    const moves = (await engine.askFor('line', 'line', game.sfen, 180))?.split(' ') ?? [];
    const line = { moves, timer: null };
    state.line = line;
    const beat = async () => {
      if (state.line !== line) return;
      const move = line.moves.shift();
      if (move === undefined || game.over) {
        stopLine();
        return draw();
      }
      await playOn(move);
      if (state.line === line) line.timer = setTimeout(beat, BEAT);
    };
    await beat();
  });
}

// Bytes of a file become the text to import; programs for Windows write theirs in Shift-JIS.
async function importFile() {
  const [file] = find('#import-file').files;
  if (!file) return;
  find('#import-file').value = '';
  const bytes = await file.arrayBuffer();
  const imported = await attempt(() => {
    find('#import').value = decode(bytes);
    return true;
  });
  if (imported) await importText();
}

// The game as a file.
async function exportKif() {
  const lines = await attempt(() => engine.ask('kif', game.start, game.moves.join(' ')));
  if (lines === null) return;
  const [, ...kif] = lines.map((fields) => `${fields.join('\t')}\n`);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob(kif, { type: 'text/plain' }));
  link.download = 'dobutsu.kifu';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), RELEASE);
}

async function importText() {
  const score = await attempt(() => engine.askFor('score', 'score', find('#import').value));
  if (score === null) return;
  const { start, moves } = readUsi(score);
  if (await load(start, moves)) choose('game');
}

function choose(name) {
  for (const tab of document.querySelectorAll('[role=tab]')) {
    const mine = tab.id === `tab-${name}`;
    tab.ariaSelected = String(mine);
    tab.tabIndex = mine ? 0 : -1;
    find(`#${tab.getAttribute('aria-controls')}`).hidden = !mine;
  }
  const settingUp = name === 'setup';
  if (settingUp === (state.setup !== null)) return;
  state.setup = settingUp ? new Setup(game.sfen === '-' ? START : game.sfen) : null;
  state.selected = null;
  stopLine();
  consult();
  draw();
}

function onClick(selector, work) {
  find(selector).addEventListener('click', () => work());
}

for (const tab of document.querySelectorAll('[role=tab]')) {
  tab.addEventListener('click', () => choose(tab.id.replace('tab-', '')));
  tab.addEventListener('keydown', ({ key }) => {
    const step = { ArrowRight: 'nextElementSibling', ArrowLeft: 'previousElementSibling' }[key];
    if (!step || !tab[step]) return;
    tab[step].focus();
    tab[step].click();
  });
}
for (const hand of document.querySelectorAll('.hand')) {
  hand.addEventListener('click', (event) => {
    if (!state.setup || event.target.closest('button')) return;
    state.setup.take(hand.dataset.side);
    draw();
  });
}
onClick('#first', () => goTo(0));
onClick('#back', () => goTo(opponent.backFrom(game.at)));
onClick('#forth', () => goTo(game.at + 1));
onClick('#last', () => goTo(game.moves.length));
onClick('#best', showLine);
onClick('#review', review);
onClick('#flip', () => {
  board.flipped = !board.flipped;
  draw();
});
onClick('#values', draw);
onClick('#setup-start', () => {
  state.setup.start();
  draw();
});
onClick('#setup-clear', () => {
  state.setup.clear();
  draw();
});
onClick('#setup-turn', () => {
  state.setup.pass();
  draw();
});
onClick('#setup-done', async () => {
  const { setup } = state;
  state.setup = null;
  if (await load(setup.sfen())) return choose('moves');
  state.setup = setup;
  draw();
});
onClick('#sfen-go', () => load(find('#sfen').value));
find('#sfen').addEventListener('keydown', ({ key }) => {
  if (key === 'Enter') load(find('#sfen').value);
});
onClick('#link', async () => {
  const link = new URL(writeLink(game.sfen), location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    find('#copied').textContent = text('copied');
  } catch {
    find('#copied').textContent = link;
  }
});
onClick('#import-go', importText);
find('#import-file').addEventListener('change', importFile);
onClick('#export-kif', exportKif);
opponent.connect(load, game);

addEventListener('keydown', (event) => {
  if (event.target.closest('input, textarea, select, [role=tab], .board') || event.ctrlKey || event.metaKey) return;
  if (event.key === 'ArrowLeft') goTo(opponent.backFrom(game.at));
  if (event.key === 'ArrowRight') goTo(game.at + 1);
});

async function openLink() {
  const link = readLink(location.hash);
  if (link && (await load(link.start, link.moves))) return;
  if (!link || game.legal.length === 0) {
    await game.load(START);
    consult();
    draw();
  }
}

addEventListener('hashchange', openLink);
choose('moves');
inEveryLanguage(() => {
  opponent.translate();
  draw();
});
openLink();
