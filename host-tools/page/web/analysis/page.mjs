// The analysis board: connects the board, the panels, the game and the engine.

import { find, inEveryLanguage, keepForLater, make, pause, say, text } from '../common.mjs';
import { Board } from './board.mjs';
import { Engine, Refused } from './engine.mjs';
import { Game } from './game.mjs';
import { decode, readLink, readUsi, writeLink } from './notation.mjs';
import { Opponent } from './opponent.mjs';
import { START, parts, write } from './position.mjs';
import { drawGraph, judge, valuesOf } from './review.mjs';
import { Setup } from './setup.mjs';
import { better, moveName, resultOf, sentence, short, sideName } from './words.mjs';

// Time between two moves of the best line in milliseconds.
const BEAT = 600;
const MARKS = { good: '', slow: ' ?!', thrown: ' ??' };

const engine = new Engine(hear);
const game = new Game(engine);
const board = new Board(find('#board'), { far: find('#hand-far'), near: find('#hand-near') }, tap);
const opponent = new Opponent(engine, game, { attempt, load, play, sit, changed, draw });
const tabs = [...document.querySelectorAll('[role=tab]')];

const state = {
  image: null,
  selected: null,
  verdicts: new Map(),
  exact: false,
  setup: null,
  values: null,
  // The playing of the best line, if it is played.
  line: null,
};

// For the tests and for the browser's console.
globalThis.analysis = { state, game, engine };

// Shows a sentence above the board, or none.
function notify(name, values) {
  say(find('#notice'), name, values);
}

// Returns what `work` returns, or null with a sentence above the board if the engine refuses it.
async function attempt(work) {
  notify(null);
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    notify('refused', { reason: error.message });
    return null;
  }
}

function hear({ progress, image, reason }) {
  if (progress !== undefined) find('#progress').value = progress;
  if (image === undefined) return;
  state.image = image;
  find('#loading').hidden = true;
  if (image === 'ready') {
    consult();
    keepForLater();
  } else notify(`image-${image}`, { reason });
  draw();
}

// Requests the values of all moves, if they are to be shown.
function consult() {
  state.verdicts = new Map();
  state.exact = false;
  const isWanted = state.image === 'ready' && !game.over && !state.setup && !opponent.hides();
  if (!isWanted) return engine.rest();
  engine.analyse(game.sfen, (verdicts, done) => {
    state.verdicts = new Map(verdicts);
    state.exact = done;
    draw();
  });
}

// To be called when the position has changed.
function changed() {
  state.selected = null;
  consult();
  history.replaceState(null, '', writeLink(game.start, game.moves.slice(0, game.at)));
  draw();
}

async function goTo(at) {
  state.line = null;
  await game.goTo(at);
  changed();
}

// Replaces the game; false if the engine refuses it.
async function load(sfen, moves) {
  state.line = null;
  if ((await attempt(() => game.load(sfen, moves))) === null) return false;
  state.values = null;
  opponent.stop();
  changed();
  return true;
}

// Turns the board so that the pieces of a side move up.
function sit(side) {
  board.flipped = side === 'w';
}

async function play(move) {
  if (game.moves[game.at] !== move) state.values = null;
  await game.play(move);
  changed();
}

// Makes a move of the person, and lets the opponent reply.
async function playAndAnswer(move) {
  if (opponent.thinking) return;
  state.line = null;
  const before = game.sfen;
  await play(move);
  await attempt(() => opponent.answer(move, before));
}

// Whether a move is one of the selected piece.
function isOfSelected(move) {
  const { selected } = state;
  return selected !== null && parts(move).from === (selected.cell ?? selected.kind);
}

async function tap(place) {
  notify(null);
  if (state.setup) {
    state.setup.tap(place);
    return draw();
  }
  if (game.over || opponent.thinking) return;
  state.line = null;
  const move = game.legal.find((move) => isOfSelected(move) && parts(move).to === place.cell);
  if (move) return playAndAnswer(move);
  const { cells, side } = game.position;
  const isOwn = (place.cell === undefined ? place.side : cells[place.cell]?.side) === side;
  const isAgain = state.selected?.cell === place.cell && state.selected?.kind === place.kind;
  state.selected = isOwn && !isAgain ? place : null;
  draw();
}

const shows = () => find('#values').checked && !opponent.hides();
const verdictOf = (move) => (shows() ? state.verdicts.get(move) : undefined);

function draw() {
  const { setup } = state;
  const targets = new Map(game.legal.filter(isOfSelected).map((move) => [parts(move).to, verdictOf(move)]));
  if (setup) board.draw(setup.position, { selected: setup.selected });
  else board.draw(game.position, { selected: state.selected, targets, last: game.last });
  find('#status').textContent = setup ? text('settingUp') : status();
  drawMoves();
  drawGame();
  opponent.drawStatus();
  find('#setup-turn').textContent = text('toMove', { who: sideName(setup?.position.side ?? 'b') });
  if (document.activeElement !== find('#sfen')) find('#sfen').value = game.sfen === '-' ? '' : game.sfen;
  find('#back').disabled = find('#first').disabled = game.at === 0;
  find('#forth').disabled = find('#last').disabled = game.at === game.moves.length;
  find('#best').disabled = state.image !== 'ready' || game.over !== null || opponent.hides();
  find('#best').ariaPressed = String(state.line !== null);
}

function status() {
  if (game.over) {
    const { reason, winner } = game.over;
    return text(`over-${reason}`, { who: winner === '-' ? '' : sideName(winner) });
  }
  const clauses = [text('turn', { who: sideName(game.position.side) })];
  if (game.check) clauses.push(text('check'));
  const [best] = [...state.verdicts.values()].sort(better);
  if (best !== undefined && shows()) clauses.push(sentence(best));
  return clauses.join(text('comma'));
}

function drawMoves() {
  const moves = state.setup || game.over ? [] : [...game.legal];
  moves.sort((one, other) => better(verdictOf(one), verdictOf(other)));
  const buttons = moves.map((move) => {
    const verdict = verdictOf(move);
    const value = make('span', { className: 'value' });
    if (verdict !== undefined) {
      value.classList.add(resultOf(verdict));
      value.textContent = short(verdict);
      value.title = sentence(verdict);
    }
    const name = make('span', {}, moveName(game.position, move));
    return make('button', { data: { move }, onclick: () => playAndAnswer(move) }, name, value);
  });
  find('#moves').replaceChildren(...buttons.map((button) => make('li', {}, button)));
}

function drawGame() {
  const { moves } = game;
  const { values } = state;
  find('#no-game').hidden = moves.length > 0;
  find('#export-kif').disabled = moves.length === 0;
  find('#review').disabled = moves.length === 0 || state.image !== 'ready';
  const verdicts = moves.map((_, ply) => (values ? judge(values, ply) : 'good'));
  const buttons = moves.map((move, ply) => {
    const verdict = verdicts[ply];
    const button = make('button', { className: verdict, onclick: () => goTo(ply + 1) });
    button.textContent = `${ply + 1}. ${moveName(game.positionAt(ply), move)}${MARKS[verdict]}`;
    if (verdict !== 'good') button.title = text(verdict);
    if (ply + 1 === game.at) button.ariaCurrent = 'step';
    return button;
  });
  find('#game').replaceChildren(...buttons.map((button) => make('li', {}, button)));
  find('#graph').hidden = find('#verdict').hidden = !values;
  if (!values) return;
  drawGraph(find('#graph'), values, game.positionAt(0).side, game.at, goTo);
  const thrown = verdicts.filter((verdict) => verdict === 'thrown').length;
  say(find('#verdict'), thrown === 0 ? 'noneThrown' : 'someThrown', { thrown });
}

async function review() {
  const progress = (done, all) => say(find('#verdict'), 'reviewing', { done, all });
  state.values = await attempt(() => valuesOf(engine, game, progress));
  draw();
}

// Plays the best line on the board, or stops playing it.
async function toggleLine() {
  const line = state.line ? null : {};
  state.line = line;
  if (line) {
    const best = await attempt(() => engine.askFor('line', 'line', game.sfen, 180));
    for (const move of best?.split(' ') ?? []) {
      if (state.line !== line) return;
      await play(move);
      await pause(BEAT);
    }
    if (state.line !== line) return;
    state.line = null;
  }
  draw();
}

async function importFile() {
  const [file] = find('#import-file').files;
  if (!file) return;
  find('#import-file').value = '';
  const bytes = await file.arrayBuffer();
  const decoded = await attempt(() => decode(bytes));
  if (decoded === null) return;
  find('#import').value = decoded;
  await importText();
}

async function importText() {
  const score = await attempt(() => engine.askFor('score', 'score', find('#import').value));
  if (score === null) return;
  const { start, moves } = readUsi(score);
  if (await load(start, moves)) choose('game');
}

async function exportKif() {
  const lines = await attempt(() => engine.ask('kif', game.start, game.moves.join(' ')));
  if (lines === null) return;
  const [, ...kif] = lines.map((fields) => `${fields.join('\t')}\n`);
  const href = `data:text/plain;charset=utf-8,${encodeURIComponent(kif.join(''))}`;
  make('a', { href, download: 'dobutsu.kifu' }).click();
}

async function copyLink() {
  const link = new URL(writeLink(game.sfen), location.href).href;
  const copied = navigator.clipboard?.writeText(link) ?? Promise.reject();
  find('#copied').textContent = await copied.then(() => text('copied'), () => link);
}

// Opens the panel of this name.
function choose(name) {
  for (const tab of tabs) {
    const isChosen = tab.id === `tab-${name}`;
    tab.ariaSelected = String(isChosen);
    tab.tabIndex = isChosen ? 0 : -1;
    find(`#${tab.getAttribute('aria-controls')}`).hidden = !isChosen;
  }
  const isSetup = name === 'setup';
  if (isSetup === (state.setup !== null)) return;
  state.setup = isSetup ? new Setup(game.sfen === '-' ? START : game.sfen) : null;
  state.selected = null;
  state.line = null;
  consult();
  draw();
}

// Loads the position that was set up; if the engine refuses it, setting up continues.
async function finishSetup() {
  const { setup } = state;
  state.setup = null;
  if (await load(write(setup.position))) return choose('moves');
  state.setup = setup;
  draw();
}

function changeSetup(change) {
  change(state.setup);
  draw();
}

const clicks = {
  '#first': () => goTo(0),
  '#back': () => goTo(opponent.backFrom(game.at)),
  '#forth': () => goTo(game.at + 1),
  '#last': () => goTo(game.moves.length),
  '#best': toggleLine,
  '#flip': () => {
    board.flipped = !board.flipped;
    draw();
  },
  '#values': draw,
  '#review': review,
  '#export-kif': exportKif,
  '#setup-start': () => {
    state.setup = new Setup(START);
    draw();
  },
  '#setup-clear': () => changeSetup((setup) => setup.clear()),
  '#setup-turn': () => changeSetup((setup) => setup.pass()),
  '#setup-done': finishSetup,
  '#sfen-go': () => load(find('#sfen').value),
  '#link': copyLink,
  '#import-go': importText,
};
for (const [selector, work] of Object.entries(clicks)) find(selector).addEventListener('click', () => work());
find('#import-file').addEventListener('change', importFile);
find('#sfen').addEventListener('keydown', ({ key }) => {
  if (key === 'Enter') load(find('#sfen').value);
});
tabs.forEach((tab, at) => {
  tab.addEventListener('click', () => choose(tab.id.replace('tab-', '')));
  tab.addEventListener('keydown', ({ key }) => {
    const next = tabs[at + ({ ArrowRight: 1, ArrowLeft: -1 }[key] ?? 0)];
    if (!next || next === tab) return;
    next.focus();
    next.click();
  });
});
for (const hand of document.querySelectorAll('.hand')) {
  hand.addEventListener('click', ({ target }) => {
    if (state.setup && !target.closest('button')) changeSetup((setup) => setup.take(hand.dataset.side));
  });
}
addEventListener('keydown', ({ key, target, ctrlKey, metaKey }) => {
  if (target.closest('input, textarea, select, [role=tab], .board') || ctrlKey || metaKey) return;
  if (key === 'ArrowLeft') goTo(opponent.backFrom(game.at));
  if (key === 'ArrowRight') goTo(game.at + 1);
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
