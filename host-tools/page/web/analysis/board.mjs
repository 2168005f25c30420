// The board and the hands, as buttons: for fingers, keys and screen readers alike.

import { piece } from '../animals.mjs';
import { text } from '../common.mjs';
import { printed } from './position.mjs';
import { pieceName, resultOf, short, sideName } from './words.mjs';

const HELD = ['G', 'E', 'C', 'L'];
const STEP = { ArrowUp: -3, ArrowDown: 3, ArrowLeft: -1, ArrowRight: 1 };

export class Board {
  // `tap` is called with a cell's number, or with the side and the letter of a piece in hand.
  constructor(board, hands, tap) {
    this.board = board;
    this.hands = hands;
    this.tap = tap;
    this.flipped = false;
    this.cells = Array.from({ length: 12 }, (_, place) => {
      const cell = document.createElement('button');
      cell.type = 'button';
      cell.addEventListener('click', () => this.tap({ cell: this.cellAt(place) }));
      cell.addEventListener('keydown', (event) => this.walk(event, place));
      board.append(cell);
      return cell;
    });
  }

  // The cell at a place on the screen, and back.
  cellAt(place) {
    return this.flipped ? 11 - place : place;
  }

  walk(event, place) {
    const step = STEP[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const sideways = Math.abs(step) === 1 && Math.floor((place + step) / 3) !== Math.floor(place / 3);
    if (!sideways) this.cells[place + step]?.focus();
  }

  // Draws a position; `marks` has the selected cell or piece in hand, targets with their verdicts, and
  // the cells of the last move.
  draw(position, { selected = null, targets = new Map(), last = [] } = {}) {
    this.cells.forEach((button, place) => {
      const cell = this.cellAt(place);
      const occupant = position.cells[cell];
      const target = targets.has(cell);
      button.className = 'cell';
      button.classList.toggle('sky', cell < 3);
      button.classList.toggle('forest', cell > 8);
      button.classList.toggle('selected', selected?.cell === cell);
      button.classList.toggle('target', target);
      button.classList.toggle('last', last.includes(cell));
      const name = document.createElement('span');
      name.className = 'name';
      name.textContent = printed(cell);
      button.replaceChildren(name);
      if (occupant) button.append(this.picture(occupant));
      if (target && targets.get(cell) !== undefined) button.append(badge(targets.get(cell)));
      button.ariaLabel = describe(cell, occupant, target, targets.get(cell));
      button.ariaPressed = String(selected?.cell === cell);
    });
    const [far, near] = this.flipped ? ['b', 'w'] : ['w', 'b'];
    this.drawHand(this.hands.far, position, far, selected);
    this.drawHand(this.hands.near, position, near, selected);
  }

  picture(occupant) {
    const picture = piece(occupant);
    picture.classList.toggle('turned', (occupant.side === 'w') !== this.flipped);
    return picture;
  }

  drawHand(element, position, side, selected) {
    const who = document.createElement('span');
    who.className = position.side === side ? 'who turn' : 'who';
    who.textContent = (position.side === side ? '● ' : '') + sideName(side);
    element.replaceChildren(who);
    element.dataset.side = side;
    for (const kind of HELD) {
      const count = position.held[side][kind];
      if (count === 0) continue;
      const button = document.createElement('button');
      button.type = 'button';
      button.classList.toggle('selected', selected?.side === side && selected?.kind === kind);
      button.append(this.picture({ kind, side }));
      if (count > 1) {
        const number = document.createElement('span');
        number.className = 'count';
        number.textContent = count;
        button.append(number);
      }
      button.dataset.kind = kind;
      button.ariaLabel = text('inHand', { who: sideName(side), piece: pieceName(kind), count });
      button.addEventListener('click', () => this.tap({ side, kind }));
      element.append(button);
    }
  }
}

function badge(verdict) {
  const made = document.createElement('span');
  made.className = `badge ${resultOf(verdict)}`;
  made.textContent = short(verdict);
  return made;
}

function describe(cell, occupant, target, verdict) {
  const what = occupant
    ? text('occupied', { who: sideName(occupant.side), piece: pieceName(occupant.kind) })
    : text('empty');
  const worth = verdict === undefined ? '' : ` ${short(verdict)}`;
  return `${printed(cell)}: ${what}${target ? `, ${text('target')}${worth}` : ''}`;
}
