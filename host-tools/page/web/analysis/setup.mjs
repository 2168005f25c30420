// Setting up: the eight pieces are moved about and turned; none comes in or goes.

import { START, read, write } from './position.mjs';

// What a piece becomes when it is turned over: the other side's, and a chick a hen in between.
function turned({ side, kind }) {
  const other = side === 'b' ? 'w' : 'b';
  if (kind === 'C') return { side, kind: 'H' };
  return { side: other, kind: kind === 'H' ? 'C' : kind };
}

export class Setup {
  constructor(sfen) {
    this.position = read(sfen);
    this.selected = null;
  }

  start() {
    this.position = read(START);
    this.selected = null;
  }

  // Only the lions stay on the board; the rest goes to the hand of the first player.
  clear() {
    const { cells, held } = this.position;
    cells.forEach((piece, cell) => {
      if (!piece || piece.kind === 'L') return;
      held.b[piece.kind === 'H' ? 'C' : piece.kind]++;
      cells[cell] = null;
    });
    for (const kind of ['G', 'E', 'C']) {
      held.b[kind] += held.w[kind];
      held.w[kind] = 0;
    }
    this.selected = null;
  }

  pass() {
    this.position.side = this.position.side === 'b' ? 'w' : 'b';
  }

  sfen() {
    return write(this.position);
  }

  // A tap on a cell or on a piece in hand. Tapped twice, a piece is turned over, or changes hands.
  tap(place) {
    const { selected } = this;
    const { cells, held } = this.position;
    this.selected = null;
    if (selected === null) {
      const empty = place.cell !== undefined && !cells[place.cell];
      if (!empty) this.selected = place;
      return;
    }
    const from = selected.cell;
    const to = place.cell;
    if (to !== undefined && from === to) {
      const piece = turned(cells[from]);
      if (piece.kind !== 'L') cells[from] = piece;
      this.selected = place;
    } else if (to !== undefined && from !== undefined) {
      [cells[from], cells[to]] = [cells[to], cells[from]];
    } else if (to !== undefined) {
      // From a hand to the board; whoever stands there takes its place in that hand.
      const there = cells[to];
      if (there?.kind === 'L') return;
      held[selected.side][selected.kind]--;
      cells[to] = { side: selected.side, kind: selected.kind };
      if (there) held[selected.side][there.kind === 'H' ? 'C' : there.kind]++;
    } else if (from !== undefined) {
      this.take(place.side, selected);
    } else if (selected.side === place.side && selected.kind === place.kind) {
      held[place.side][place.kind]--;
      held[place.side === 'b' ? 'w' : 'b'][place.kind]++;
    } else {
      this.selected = place;
    }
  }

  // The selected piece goes into a hand.
  take(side, selected = this.selected) {
    const { cells, held } = this.position;
    const piece = selected && cells[selected.cell];
    if (!piece || piece.kind === 'L') return;
    cells[selected.cell] = null;
    held[side][piece.kind === 'H' ? 'C' : piece.kind]++;
    this.selected = null;
  }
}
