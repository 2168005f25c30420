// The board and the hands, made of buttons for touch, keyboard and screen readers.

import { picture } from '../animals.mjs';
import { make, text } from '../common.mjs';
import { printed } from './position.mjs';
import { pieceName, resultOf, short, sideName } from './words.mjs';

const HELD = ['G', 'E', 'C', 'L'];
const STEP = { ArrowUp: -3, ArrowDown: 3, ArrowLeft: -1, ArrowRight: 1 };

export class Board {
  // `tap` is called with a cell's number, or with the side and the letter of a piece in hand.
  constructor(board, hands, tap) {
    this.hands = hands;
    this.tap = tap;
    this.flipped = false;
    this.cells = Array.from({ length: 12 }, (_, place) =>
      make('button', {
        onclick: () => this.tap({ cell: this.cellAt(place) }),
        onkeydown: (event) => this.moveFocus(event, place),
      }),
    );
    board.append(...this.cells);
  }

  // The cell at a place on the screen, and the place of a cell.
  cellAt(place) {
    return this.flipped ? 11 - place : place;
  }

  moveFocus(event, place) {
    const step = STEP[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const leavesRow = Math.abs(step) === 1 && Math.floor((place + step) / 3) !== Math.floor(place / 3);
    if (!leavesRow) this.cells[place + step]?.focus();
  }

  // Draws a position with the selected cell or piece in hand, the targets with their verdicts, and the cells
  // of the last move.
  draw(position, { selected = null, targets = new Map(), last = [] } = {}) {
    this.cells.forEach((button, place) => {
      const cell = this.cellAt(place);
      const occupant = position.cells[cell];
      const verdict = targets.get(cell);
      const classes = {
        cell: true,
        sky: cell < 3,
        forest: cell > 8,
        target: targets.has(cell),
        last: last.includes(cell),
      };
      button.className = Object.keys(classes).filter((name) => classes[name]).join(' ');
      button.replaceChildren(make('span', { className: 'name', textContent: printed(cell) }));
      if (occupant) this.drawPiece(button, occupant);
      if (verdict !== undefined) {
        button.append(make('span', { className: `badge ${resultOf(verdict)}`, textContent: short(verdict) }));
      }
      button.ariaLabel = describe(cell, occupant, classes.target, verdict);
      button.ariaPressed = String(selected?.cell === cell);
    });
    const [far, near] = this.flipped ? ['b', 'w'] : ['w', 'b'];
    this.drawHand(this.hands.far, position, far, selected);
    this.drawHand(this.hands.near, position, near, selected);
  }

  drawPiece(button, piece) {
    button.insertAdjacentHTML('beforeend', picture(piece, (piece.side === 'w') !== this.flipped));
  }

  drawHand(element, position, side, selected) {
    const isTurn = position.side === side;
    const who = make('span', { className: isTurn ? 'who turn' : 'who' }, isTurn ? '● ' : '', sideName(side));
    element.replaceChildren(who);
    element.dataset.side = side;
    for (const kind of HELD) {
      const count = position.held[side][kind];
      if (count === 0) continue;
      const button = make('button', {
        ariaPressed: String(selected?.side === side && selected?.kind === kind),
        data: { kind },
        ariaLabel: text('inHand', { who: sideName(side), piece: pieceName(kind), count }),
        onclick: () => this.tap({ side, kind }),
      });
      this.drawPiece(button, { kind, side });
      if (count > 1) button.append(make('span', { className: 'count', textContent: count }));
      element.append(button);
    }
  }
}

function describe(cell, occupant, isTarget, verdict) {
  const what = occupant
    ? text('occupied', { who: sideName(occupant.side), piece: pieceName(occupant.kind) })
    : text('empty');
  const worth = verdict === undefined ? '' : ` ${short(verdict)}`;
  return `${printed(cell)}: ${what}${isTarget ? `, ${text('target')}${worth}` : ''}`;
}
