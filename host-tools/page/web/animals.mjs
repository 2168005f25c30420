// The wooden pieces as SVG. `animals.svg` has the animals on them as symbols, and becomes a part of the page.

import ANIMALS from './animals.svg';
import { KINDS } from './analysis/position.mjs';

document.body.insertAdjacentHTML('beforeend', ANIMALS);

// Where each kind may step, shown by dots on the piece: columns and rows from -1 to 1.
const STEPS = {
  C: [[0, -1]],
  E: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  G: [[0, -1], [-1, 0], [1, 0], [0, 1]],
  L: [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]],
  H: [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [0, 1]],
};

const TILES = {
  b: 'fill="#fff6df" stroke="#d9730d" stroke-width="4"',
  w: 'fill="#d3e6d0" stroke="#2f7d4f" stroke-width="7"',
};

// The picture of a piece as HTML. The tile has a point at the front, so that its side can be recognised
// without its colour.
export function picture({ kind, side }, turned) {
  const dots = STEPS[kind].map(([x, y]) => `<circle fill="#c0392b" cx="${50 + x * 34}" cy="${51 + y * 34}" r="4.5" />`);
  return `<svg class="piece ${turned ? 'turned' : ''}" viewBox="0 0 100 100" aria-hidden="true">
    <path ${TILES[side]} d="M50 2 87 9Q96 11 96 20V84Q96 96 84 96H16Q4 96 4 84V20Q4 11 13 9z" />
    ${dots.join('')}
    <use href="#${KINDS[kind]}" x="20" y="21" width="60" height="60" />
  </svg>`;
}
