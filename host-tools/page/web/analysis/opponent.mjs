// Somebody on the other side: a level to play against, or a puzzle that defends itself.

import { text } from '../common.mjs';
import { START, read } from './position.mjs';
import { moveName, sideName } from './words.mjs';

// How many plies the wins of the puzzles take, and how many levels there are, as on the handheld.
const GOALS = [3, 5, 7, 9, 11, 15, 21];
const LEVELS = 10;
// An answer that comes at once is missed.
const PAUSE = 350;

const find = (selector) => document.querySelector(selector);
const throwDice = () => crypto.getRandomValues(new Uint32Array(1))[0];
const pause = () => new Promise((over) => setTimeout(over, PAUSE));

export class Opponent {
  constructor(engine, page) {
    this.engine = engine;
    this.page = page;
    this.match = null; // { you, level } or { you, puzzle: plies, start }
    this.message = null;
    this.thinking = false;
  }

  // Values would give the answer away.
  hides() {
    return this.match !== null && !this.game.over;
  }

  thinks() {
    return this.thinking;
  }

  stop() {
    this.match = null;
    this.message = null;
  }

  // Where one step back leads: against somebody, to one's own turn.
  backFrom(at) {
    return at - (this.match && at > 1 ? 2 : 1);
  }

  // Answers the move that was made, from the position before it.
  async answer(game, move, before) {
    const { match } = this;
    if (!match) return;
    if (game.over) {
      if (match.puzzle && game.over.winner === match.you) this.message = ['solved', {}];
      return this.page.draw();
    }
    if (game.position.side === match.you) return;
    if (match.puzzle && !(await this.judge(game, move, before))) return;
    this.thinking = true;
    try {
      const level = match.level ?? LEVELS;
      const [choice] = await Promise.all([
        this.engine.askFor('choice', 'choose', level, throwDice(), game.sfen),
        pause(),
      ]);
      if (this.match === match) await this.page.play(choice);
    } finally {
      this.thinking = false;
    }
    this.page.draw();
  }

  // Whether a move of the puzzle was the one; says so.
  async judge(game, move, before) {
    const wanted = Number(await this.engine.askFor('value', 'value', before));
    const after = Number(await this.engine.askFor('value', 'value', game.sfen));
    const right = after <= 0 && 1 - after === wanted;
    const name = moveName(read(before), move);
    this.message = right ? ['rightMove', {}] : ['wrongMove', { move: name }];
    this.page.draw();
    return right;
  }

  async pose(plies) {
    find('#puzzle-status').textContent = text('seeking');
    const sfen = await this.engine.askFor('puzzle', 'puzzle', plies, throwDice());
    if (!(await this.load(sfen))) return;
    this.match = { you: read(sfen).side, puzzle: plies };
    this.page.sit(this.match.you);
    this.message = ['posed', { plies, who: sideName(this.match.you) }];
    this.page.changed();
  }

  // Begins a game from a position.
  async begin(sfen) {
    const [level, you] = [Number(find('#level').value), find('#seat').value];
    if (!(await this.load(sfen))) return;
    this.match = { you, level };
    this.page.sit(you);
    this.message = ['playing', { level }];
    this.page.changed();
    if (read(sfen).side !== you) await this.answer(this.game, null, null);
  }

  connect(load, game) {
    this.load = load;
    this.game = game;
    const guarded = (work) => async () => {
      try {
        await work();
      } catch (error) {
        this.page.say('refused', { reason: error.message });
      }
    };
    for (const plies of GOALS) {
      const button = document.createElement('button');
      button.type = 'button';
      button.dataset.plies = plies;
      button.addEventListener('click', guarded(() => this.pose(plies)));
      find('#goals').append(button);
    }
    for (let level = 1; level <= LEVELS; level++) {
      const option = document.createElement('option');
      option.value = level;
      find('#level').append(option);
    }
    find('#play-new').addEventListener('click', guarded(() => this.begin(START)));
    find('#play-here').addEventListener('click', guarded(() => this.begin(game.sfen)));
    find('#play-stop').addEventListener('click', () => {
      this.stop();
      this.page.changed();
    });
  }

  translate() {
    for (const button of document.querySelectorAll('#goals button')) {
      button.textContent = text('winsInShort', { plies: button.dataset.plies });
    }
    for (const option of document.querySelectorAll('#level option')) {
      option.textContent = Number(option.value) === LEVELS ? text('perfect') : option.value;
    }
  }

  drawStatus() {
    const said = this.message ? text(...this.message) : '';
    find('#puzzle-status').textContent = this.match?.puzzle ? said : '';
    find('#play-status').textContent = this.match?.level ? said : '';
    find('#play-stop').hidden = this.match === null;
  }
}
