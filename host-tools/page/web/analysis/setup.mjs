// Setting up a position: the eight pieces are moved and turned over; none is added or removed.

import { HELD, caughtKind, otherSide, read } from './position.mjs';

export class Setup {
  constructor(sfen) {
    this.position = read(sfen);
    this.selected = null;
  }

  // Moves all pieces but the lions to the first player's hand.
  clear() {
    const { cells, held } = this.position;
    cells.forEach((piece, cell) => {
      if (!piece || piece.kind === 'L') return;
      held.b[caughtKind(piece.kind)]++;
      cells[cell] = null;
    });
    for (const kind of HELD) {
      held.b[kind] += held.w[kind];
      held.w[kind] = 0;
    }
    this.selected = null;
  }

  pass() {
    this.position.side = otherSide(this.position.side);
  }

  // A tap on a cell or on a piece in hand. The second tap on a piece turns it over, or gives it to the other
  // player.
  tap(place) {
    const { selected } = this;
    const { cells, held } = this.position;
    this.selected = null;
    const { cell: to, side, kind } = place;
    if (selected === null) {
      if (to === undefined || cells[to]) this.selected = place;
      return;
    }
    const from = selected.cell;
    if (to !== undefined && from === to) {
      this.turnOver(cells[from]);
      this.selected = place;
    } else if (to !== undefined && from !== undefined) {
      [cells[from], cells[to]] = [cells[to], cells[from]];
    } else if (to !== undefined) {
      // From a hand to the board. A piece that is there is exchanged.
      const replaced = cells[to];
      if (replaced?.kind === 'L') return;
      const hand = held[selected.side];
      hand[selected.kind]--;
      if (replaced) hand[caughtKind(replaced.kind)]++;
      cells[to] = selected;
    } else if (from !== undefined) {
      this.take(side, selected);
    } else if (selected.side === side && selected.kind === kind) {
      held[side][kind]--;
      held[otherSide(side)][kind]++;
    } else {
      this.selected = place;
    }
  }

  // A chick becomes a hen, and then every piece but a lion the other player's.
  turnOver(piece) {
    if (piece.kind === 'L') return;
    if (piece.kind === 'C') {
      piece.kind = 'H';
    } else {
      piece.side = otherSide(piece.side);
      piece.kind = caughtKind(piece.kind);
    }
  }

  // Moves the selected piece to a hand.
  take(side, selected = this.selected) {
    const { cells, held } = this.position;
    const piece = selected && cells[selected.cell];
    if (!piece || piece.kind === 'L') return;
    cells[selected.cell] = null;
    held[side][caughtKind(piece.kind)]++;
    this.selected = null;
  }
}
