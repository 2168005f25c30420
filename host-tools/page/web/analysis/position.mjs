// Positions as the page handles them: twelve cells, two hands, whose turn it is. The rules are asked
// of the engine; here is only what drawing and setting up need.

export const START = 'gle/1c1/1C1/ELG b - 1';
export const HELD = ['G', 'E', 'C'];
export const KINDS = { C: 'chick', E: 'elephant', G: 'giraffe', L: 'lion', H: 'hen' };

// A cell's name on the printed board and its USI name, by its number, row by row from the top.
export const printed = (cell) => `${'ABC'[cell % 3]}${Math.floor(cell / 3) + 1}`;
export const usiSquare = (cell) => `${3 - (cell % 3)}${'abcd'[Math.floor(cell / 3)]}`;
export const cellOf = (square) => 3 - Number(square[0]) + 3 * 'abcd'.indexOf(square[1]);

// Reads an SFEN that the engine has written.
export function read(sfen) {
  const [board, side, hands] = sfen.split(' ');
  const cells = [];
  for (const [, plus, letter] of board.replaceAll('/', '').matchAll(/(\+?)([a-zA-Z1-3])/g)) {
    if (/\d/.test(letter)) cells.push(...Array(Number(letter)).fill(null));
    else cells.push({ side: letter === letter.toUpperCase() ? 'b' : 'w', kind: plus ? 'H' : letter.toUpperCase() });
  }
  const held = { b: { G: 0, E: 0, C: 0, L: 0 }, w: { G: 0, E: 0, C: 0, L: 0 } };
  for (const [, count, letter] of hands.matchAll(/(\d?)([a-zA-Z])/g)) {
    held[letter === letter.toUpperCase() ? 'b' : 'w'][letter.toUpperCase()] += Number(count || 1);
  }
  return { cells, held, side };
}

export function write({ cells, held, side }) {
  const letter = (piece) => {
    const name = piece.kind === 'H' ? 'C' : piece.kind;
    return (piece.kind === 'H' ? '+' : '') + (piece.side === 'b' ? name : name.toLowerCase());
  };
  const rank = (row) => {
    const texts = cells.slice(row * 3, row * 3 + 3).map((piece) => (piece ? letter(piece) : '1'));
    return texts.join('').replace('111', '3').replace('11', '2');
  };
  const hand = (owner) =>
    HELD.filter((kind) => held[owner][kind] > 0)
      .map((kind) => `${held[owner][kind] > 1 ? held[owner][kind] : ''}${owner === 'b' ? kind : kind.toLowerCase()}`)
      .join('');
  return `${[0, 1, 2, 3].map(rank).join('/')} ${side} ${hand('b') + hand('w') || '-'} 1`;
}

// A USI move in parts: from is a cell, or the letter of a piece in hand.
export function parts(move) {
  if (move[1] === '*') return { from: move[0], to: cellOf(move.slice(2, 4)), promotes: false };
  return { from: cellOf(move.slice(0, 2)), to: cellOf(move.slice(2, 4)), promotes: move.endsWith('+') };
}

// The piece that makes a move.
export function mover(position, move) {
  const { from } = parts(move);
  return typeof from === 'string' ? { side: position.side, kind: from } : position.cells[from];
}

// What the board looks like after the lion was caught, a position the rules do not have.
export function afterCatch(sfen, move) {
  const position = read(sfen);
  const { from, to } = parts(move);
  position.cells[to] = position.cells[from];
  position.cells[from] = null;
  position.held[position.side].L = 1;
  return position;
}
