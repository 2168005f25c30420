// Moves and values in words.

import { text } from '../common.mjs';
import { KINDS, mover, parts, printed } from './position.mjs';

export const pieceName = (kind) => text(KINDS[kind]);
export const sideName = (side) => text(side === 'b' ? 'sente' : 'gote');

// A move for people: the piece, where from, where to; a cross for a catch, a star for a drop.
export function moveName(position, move) {
  const { from, to, promotes } = parts(move);
  const name = pieceName(mover(position, move).kind);
  const end = printed(to) + (promotes ? `=${pieceName('H')}` : '');
  if (typeof from === 'string') return `${name} *${end}`;
  return `${name} ${printed(from)}${position.cells[to] ? '×' : '–'}${end}`;
}

// Whether a verdict is won, draw or lost: what its colour says.
export function resultOf(verdict) {
  if (typeof verdict === 'string') return verdict;
  return verdict > 0 ? 'won' : verdict < 0 ? 'lost' : 'draw';
}

// A verdict in a few letters: the plies to the end with their sign, or what is known of it.
export function short(verdict) {
  if (typeof verdict === 'number') return verdict > 0 ? `+${verdict}` : String(verdict).replace('-', '−');
  return { won: '+', lost: '−', draw: '0' }[verdict] ?? '…';
}

// A verdict as a sentence about the side it is for.
export function sentence(verdict) {
  if (typeof verdict === 'number' && verdict !== 0) {
    return text(verdict > 0 ? 'winsIn' : 'losesIn', { plies: Math.abs(verdict) });
  }
  return text({ won: 'wins', lost: 'loses', draw: 'draws' }[resultOf(verdict)]);
}

// The better verdict for the player it is for comes first.
export function better(one, other) {
  return rank(other) - rank(one);
}

function rank(verdict) {
  if (typeof verdict === 'string') return { won: 700, draw: 0, lost: -700 }[verdict] ?? -2000;
  if (verdict === undefined) return -2000;
  return verdict > 0 ? 1000 - verdict : verdict < 0 ? -1000 - verdict : 0;
}

// The value for the player who moved to a position of this value.
export const before = (value) => (value > 0 ? -(value + 1) : value < 0 ? 1 - value : 0);
