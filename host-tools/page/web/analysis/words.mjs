// Moves and values in words.

import { text } from '../common.mjs';
import { KINDS, parts, printed } from './position.mjs';

export const pieceName = (kind) => text(KINDS[kind]);
export const sideName = (side) => text(side === 'b' ? 'sente' : 'gote');

// A move in words: the piece, its squares, `×` for a catch, `*` for a drop, `=` and the new piece for a promotion.
export function moveName(position, move) {
  const { from, to, promotes } = parts(move);
  const end = printed(to) + (promotes ? `=${pieceName('H')}` : '');
  if (typeof from === 'string') return `${pieceName(from)} *${end}`;
  return `${pieceName(position.cells[from].kind)} ${printed(from)}${position.cells[to] ? '×' : '–'}${end}`;
}

// The result in a verdict, which is a number of plies or already a result.
export function resultOf(verdict) {
  if (typeof verdict === 'string') return verdict;
  return verdict > 0 ? 'won' : verdict < 0 ? 'lost' : 'draw';
}

// A verdict in a few letters: the plies to the end with their sign, or the sign alone.
export function short(verdict) {
  if (typeof verdict === 'number') return verdict > 0 ? `+${verdict}` : String(verdict).replace('-', '−');
  return { won: '+', lost: '−', draw: '0' }[verdict] ?? '…';
}

// A verdict as a clause about the player.
export function sentence(verdict) {
  if (typeof verdict === 'number' && verdict !== 0) {
    return text(verdict > 0 ? 'winsIn' : 'losesIn', { plies: Math.abs(verdict) });
  }
  return text({ won: 'wins', lost: 'loses', draw: 'draws' }[resultOf(verdict)]);
}

// Orders verdicts, the best for the player first.
export const better = (one, other) => rank(other) - rank(one);

function rank(verdict) {
  if (typeof verdict === 'string') return { won: 700, draw: 0, lost: -700 }[verdict] ?? -2000;
  if (verdict === undefined) return -2000;
  return Math.sign(verdict) * 1000 - verdict;
}

// The value, for the player who moved, of a move to a position of this value.
export const before = (value) => (value > 0 ? -(value + 1) : value < 0 ? 1 - value : 0);
