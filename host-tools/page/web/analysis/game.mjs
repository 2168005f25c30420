// The game on the board: where it began, its moves, and which of its positions is shown.

import { START, afterCatch, parts, read } from './position.mjs';

export class Game {
  constructor(engine) {
    this.engine = engine;
    this.start = START;
    this.moves = [];
    this.positions = [START];
    this.at = 0;
    this.legal = [];
    this.over = null;
    this.check = false;
  }

  // Replays a game from a position; throws a sentence, and then nothing has changed. Until the answer is
  // there nothing has either: somebody may look meanwhile.
  async load(sfen, moves = []) {
    const whole = await this.engine.ask('game', sfen, moves.join(' '));
    const start = whole.find(([what]) => what === 'start')[1];
    const plies = whole.filter(([what]) => what === 'ply');
    this.start = start;
    this.moves = plies.map(([, move]) => move);
    this.positions = [start, ...plies.map(([, , after]) => after)];
    this.show(this.moves.length, whole);
  }

  // Shows the position after so many moves.
  async goTo(wanted) {
    const at = Math.max(0, Math.min(wanted, this.moves.length));
    this.show(at, await this.engine.ask('game', this.start, this.moves.slice(0, at).join(' ')));
  }

  // Takes over what the engine says of the position after so many moves.
  show(at, said) {
    const line = (name) => said.find(([what]) => what === name);
    this.at = at;
    this.legal = line('legal')?.[1].split(' ') ?? [];
    const over = line('over');
    this.over = over ? { reason: over[1], winner: over[2] } : null;
    this.check = line('check') !== undefined;
  }

  // Makes a move; what was played on from here before is forgotten, unless it is the same.
  async play(move) {
    if (this.moves[this.at] === move) return this.goTo(this.at + 1);
    await this.load(this.start, [...this.moves.slice(0, this.at), move]);
  }

  get sfen() {
    return this.positions[this.at];
  }

  // The position on the board, also after the lion was caught.
  get position() {
    return this.positionAt(this.at);
  }

  positionAt(ply) {
    const sfen = this.positions[ply];
    return sfen === '-' ? afterCatch(this.positions[ply - 1], this.moves[ply - 1]) : read(sfen);
  }

  // The cells of the last move.
  get last() {
    if (this.at === 0) return [];
    const { from, to } = parts(this.moves[this.at - 1]);
    return typeof from === 'string' ? [to] : [from, to];
  }
}
