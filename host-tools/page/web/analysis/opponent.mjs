// The program's moves: an opponent of a level, or the defence in a puzzle.

import { find, make, pause, text } from '../common.mjs';
import { START, read } from './position.mjs';
import { moveName, sideName } from './words.mjs';

// The lengths of the puzzles' wins in plies and the number of levels, as on the handheld.
const GOALS = [3, 5, 7, 9, 11, 15, 21];
const LEVELS = 10;
// The shortest time until a reply in milliseconds, so that it is seen.
const SOONEST = 350;

const random = () => crypto.getRandomValues(new Uint32Array(1))[0];

export class Opponent {
  // `page` has the functions of page.mjs that are used here.
  constructor(engine, game, page) {
    this.engine = engine;
    this.game = game;
    this.page = page;
    this.match = null; // { you, level } or { you, puzzle: plies }
    this.message = null;
    this.thinking = false;
    const begin = (selector, sfen) => (find(selector).onclick = () => page.attempt(() => this.begin(sfen())));
    begin('#play-new', () => START);
    begin('#play-here', () => game.sfen);
    find('#play-stop').onclick = () => {
      this.stop();
      page.changed();
    };
  }

  // Whether values are hidden, because they would reveal the best move.
  hides() {
    return this.match !== null && !this.game.over;
  }

  stop() {
    this.match = null;
    this.message = null;
  }

  // Where one step back leads: in a match, to the person's own turn.
  backFrom(at) {
    return at - (this.match && at > 1 ? 2 : 1);
  }

  // Replies to a move of the person, from the position `before` it.
  async answer(move, before) {
    const { game, match } = this;
    if (!match) return;
    if (game.over) {
      if (match.puzzle && game.over.winner === match.you) this.message = ['solved'];
      return this.page.draw();
    }
    if (game.position.side === match.you) return;
    if (match.puzzle && !(await this.judge(move, before))) return;
    this.thinking = true;
    try {
      const choice = this.engine.askFor('choice', 'choose', match.level ?? LEVELS, random(), game.sfen);
      const [reply] = await Promise.all([choice, pause(SOONEST)]);
      if (this.match === match) await this.page.play(reply);
    } finally {
      this.thinking = false;
    }
    this.page.draw();
  }

  // Whether a move of a puzzle was a quickest one; shows it.
  async judge(move, before) {
    const wanted = Number(await this.engine.askFor('value', 'value', before));
    const after = Number(await this.engine.askFor('value', 'value', this.game.sfen));
    const isRight = after <= 0 && 1 - after === wanted;
    this.message = isRight ? ['rightMove'] : ['wrongMove', { move: moveName(read(before), move) }];
    this.page.draw();
    return isRight;
  }

  // Begins a puzzle.
  async pose(plies) {
    find('#puzzle-status').textContent = text('seeking');
    const sfen = await this.engine.askFor('puzzle', 'puzzle', plies, random());
    const you = read(sfen).side;
    await this.start(sfen, { you, puzzle: plies }, ['posed', { plies, who: sideName(you) }]);
  }

  // Begins a game from a position.
  async begin(sfen) {
    const [level, you] = [Number(find('#level').value), find('#seat').value];
    const started = await this.start(sfen, { you, level }, ['playing', { level }]);
    if (started && read(sfen).side !== you) await this.answer(null, null);
  }

  async start(sfen, match, message) {
    if (!(await this.page.load(sfen))) return false;
    this.match = match;
    this.message = message;
    this.page.sit(match.you);
    this.page.changed();
    return true;
  }

  // Writes the choices in the chosen language.
  translate() {
    const goals = GOALS.map((plies) => {
      const onclick = () => this.page.attempt(() => this.pose(plies));
      return make('button', { data: { plies }, onclick }, text('winsInShort', { plies }));
    });
    find('#goals').replaceChildren(...goals);
    const level = find('#level');
    const chosen = level.value || '1';
    const levels = Array.from({ length: LEVELS }, (_, i) => i + 1);
    level.replaceChildren(...levels.map((value) => make('option', { value }, value === LEVELS ? text('perfect') : value)));
    level.value = chosen;
  }

  drawStatus() {
    const message = this.message ? text(...this.message) : '';
    find('#puzzle-status').textContent = this.match?.puzzle ? message : '';
    find('#play-status').textContent = this.match?.level ? message : '';
    find('#play-stop').hidden = this.match === null;
  }
}
