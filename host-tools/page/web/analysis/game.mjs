// The game on the board: its start, its moves, and the position that is shown.

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

  // Replays a game from a position. If the engine refuses it, or until it has answered, nothing changes.
  async load(sfen, moves = []) {
    const answer = await this.engine.ask('game', sfen, moves.join(' '));
    const plies = answer.filter(([what]) => what === 'ply');
    this.start = answer.find(([what]) => what === 'start')[1];
    this.moves = plies.map(([, move]) => move);
    this.positions = [this.start, ...plies.map(([, , after]) => after)];
    this.show(this.moves.length, answer);
  }

  // Shows the position after so many moves.
  async goTo(wanted) {
    const at = Math.max(0, Math.min(wanted, this.moves.length));
    this.show(at, await this.engine.ask('game', this.start, this.moves.slice(0, at).join(' ')));
  }

  show(at, answer) {
    const line = (name) => answer.find(([what]) => what === name);
    const over = line('over');
    this.at = at;
    this.legal = line('legal')?.[1].split(' ') ?? [];
    this.over = over ? { reason: over[1], winner: over[2] } : null;
    this.check = line('check') !== undefined;
  }

  // Makes a move. It replaces the moves that followed here before, unless it is the same move.
  async play(move) {
    if (this.moves[this.at] === move) return this.goTo(this.at + 1);
    await this.load(this.start, [...this.moves.slice(0, this.at), move]);
  }

  get sfen() {
    return this.positions[this.at];
  }

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
    return [from, to];
  }
}
