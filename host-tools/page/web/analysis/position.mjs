// Positions as the page handles them: twelve cells, two hands, the side to move. The engine has the rules; here
// is only what drawing and setting up need.

export const START = 'gle/1c1/1C1/ELG b - 1';
export const HELD = ['G', 'E', 'C'];
export const KINDS = { C: 'chick', E: 'elephant', G: 'giraffe', L: 'lion', H: 'hen' };

// A cell's name on the printed board. Cells are numbered row by row from the top.
export const printed = (cell) => `${'ABC'[cell % 3]}${Math.floor(cell / 3) + 1}`;
// The cell of a USI square.
const cellOf = (square) => 3 - Number(square[0]) + 3 * 'abcd'.indexOf(square[1]);

export const otherSide = (side) => (side === 'b' ? 'w' : 'b');
// The kind of a piece once it is caught.
export const caughtKind = (kind) => (kind === 'H' ? 'C' : kind);
const letterOf = (side, kind) => (side === 'b' ? kind : kind.toLowerCase());
const sideOf = (letter) => (letter === letter.toUpperCase() ? 'b' : 'w');

// Reads an SFEN that the engine has written.
export function read(sfen) {
  const [board, side, hands] = sfen.split(' ');
  const cells = [];
  for (const [, plus, letter] of board.matchAll(/(\+?)([a-zA-Z1-3])/g)) {
    if (/\d/.test(letter)) cells.push(...Array(Number(letter)).fill(null));
    else cells.push({ side: sideOf(letter), kind: plus ? 'H' : letter.toUpperCase() });
  }
  const held = { b: { G: 0, E: 0, C: 0, L: 0 }, w: { G: 0, E: 0, C: 0, L: 0 } };
  for (const [, count, letter] of hands.matchAll(/(\d?)([a-zA-Z])/g)) {
    held[sideOf(letter)][letter.toUpperCase()] += Number(count || 1);
  }
  return { cells, held, side };
}

export function write({ cells, held, side }) {
  const letter = (piece) => {
    if (!piece) return '1';
    return (piece.kind === 'H' ? '+' : '') + letterOf(piece.side, caughtKind(piece.kind));
  };
  const rank = (row) => {
    const letters = cells.slice(row * 3, row * 3 + 3).map(letter);
    return letters.join('').replace('111', '3').replace('11', '2');
  };
  const inHand = (owner, kind) => {
    const count = held[owner][kind];
    return count === 0 ? '' : `${count > 1 ? count : ''}${letterOf(owner, kind)}`;
  };
  const hands = ['b', 'w'].flatMap((owner) => HELD.map((kind) => inHand(owner, kind))).join('');
  return `${[0, 1, 2, 3].map(rank).join('/')} ${side} ${hands || '-'} 1`;
}

// The parts of a USI move; `from` is a cell, or the letter of a piece in hand.
export function parts(move) {
  const from = move[1] === '*' ? move[0] : cellOf(move);
  return { from, to: cellOf(move.slice(2)), promotes: move.endsWith('+') };
}

// The board after the lion was caught, for which the rules have no position.
export function afterCatch(sfen, move) {
  const position = read(sfen);
  const { from, to } = parts(move);
  position.cells[to] = position.cells[from];
  position.cells[from] = null;
  position.held[position.side].L = 1;
  return position;
}
