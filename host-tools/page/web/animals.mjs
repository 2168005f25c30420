// The five animals, in the poses of the handheld's own pixels: chick, elephant and lion look at us,
// giraffe and hen to the left. Put into the page once; `piece` uses them.

const SPRITE = `
<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true" focusable="false">
<symbol id="chick" viewBox="0 0 60 60">
  <path d="M28 9q-2-6 4-6M30 10q2-5 7-3" fill="none" stroke="#c98a00" stroke-width="2.6" stroke-linecap="round"/>
  <path d="M22 51v5m-4 0h8M38 51v5m-4 0h8" fill="none" stroke="#d9730d" stroke-width="2.6" stroke-linecap="round"/>
  <path d="M30 9c13 0 19 9 20 20l4 9c2 4-2 6-5 4-3 7-10 11-19 11s-16-4-19-11c-3 2-7 0-5-4l4-9c1-11 7-20 20-20z" fill="#ffd84a" stroke="#c98a00" stroke-width="2"/>
  <path d="M17 40c4 7 22 7 26 0-1 7-6 11-13 11s-12-4-13-11z" fill="#fff0b0"/>
  <circle cx="21" cy="25" r="3" fill="#3b2214"/><circle cx="39" cy="25" r="3" fill="#3b2214"/>
  <circle cx="22" cy="24" r="1" fill="#fff"/><circle cx="40" cy="24" r="1" fill="#fff"/>
  <path d="M24 31h12l-6 7z" fill="#f08a24" stroke="#b85e0a" stroke-width="1.4" stroke-linejoin="round"/>
  <circle cx="15" cy="33" r="3.2" fill="#ffb199"/><circle cx="45" cy="33" r="3.2" fill="#ffb199"/>
</symbol>
<symbol id="elephant" viewBox="0 0 60 60">
  <path d="M19 12C8 6 2 14 3 24s7 15 15 11zM41 12c11-6 17 2 16 12s-7 15-15 11z" fill="#9db4cf" stroke="#566f8f" stroke-width="2"/>
  <path d="M16 16c-6-3-9 2-8 8s5 8 9 6zM44 16c6-3 9 2 8 8s-5 8-9 6z" fill="#e9b9c0"/>
  <path d="M30 6c11 0 16 8 16 18 0 9-4 14-9 16l1 7c1 5 7 5 7 1 0-3 5-3 5 1 0 9-15 10-18-1l-2-6-3 0c-8-2-13-8-13-18C14 14 19 6 30 6z" fill="#b4c8de" stroke="#566f8f" stroke-width="2" stroke-linejoin="round"/>
  <path d="M20 39q-5 6-2 12 5-2 5-9zM35 39" fill="#fffdf5" stroke="#566f8f" stroke-width="1.6" stroke-linejoin="round"/>
  <circle cx="22" cy="23" r="2.8" fill="#22303f"/><circle cx="38" cy="23" r="2.8" fill="#22303f"/>
  <circle cx="23" cy="22" r="1" fill="#fff"/><circle cx="39" cy="22" r="1" fill="#fff"/>
  <path d="M29 33h7M30 38h7M32 43h6" stroke="#7e97b5" stroke-width="1.6" stroke-linecap="round"/>
  <circle cx="18" cy="30" r="2.8" fill="#f3b6bd"/><circle cx="42" cy="30" r="2.8" fill="#f3b6bd"/>
</symbol>
<symbol id="giraffe" viewBox="0 0 60 60">
  <path d="M20 12V5M27 12V5" stroke="#8a5a1c" stroke-width="2.6" stroke-linecap="round"/>
  <circle cx="20" cy="4.5" r="2.2" fill="#8a5a1c"/><circle cx="27" cy="4.5" r="2.2" fill="#8a5a1c"/>
  <path d="M29 13q7-5 8 0-2 5-8 4z" fill="#f3c65c" stroke="#a8701e" stroke-width="1.6"/>
  <path d="M23 37V56h5V46h14v10h5V40c4 1 6 5 6 10" fill="none" stroke="#a8701e" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"/>
  <path d="M16 11c6-3 15-1 15 6v14c6-3 15-1 16 6v19h-5V47H28v9h-5V27c-4 1-11 1-14-3-2-3 0-6 3-7 1-3 2-5 4-6z" fill="#f8d26e" stroke="#a8701e" stroke-width="2" stroke-linejoin="round"/>
  <path d="M53 50l2 4h-4z" fill="#a8701e"/>
  <path d="M25 19l4 2-2 4zM25 31l4-2 1 4zM33 36l5-2 2 4-5 3zM42 37l4 3-3 3zM26 39l4 1-3 4zM37 43l4-1 0 3z" fill="#b9772a"/>
  <circle cx="20" cy="16" r="2.3" fill="#3b2214"/><circle cx="20.8" cy="15.3" r=".8" fill="#fff"/>
  <path d="M10 23q4 2 7 0" fill="none" stroke="#a8701e" stroke-width="1.6" stroke-linecap="round"/>
  <circle cx="11.5" cy="20" r="1" fill="#a8701e"/>
</symbol>
<symbol id="lion" viewBox="0 0 60 60">
  <path d="M30 3l6 4 7-2 3 6 7 1 0 7 5 5-3 6 3 6-5 5 0 7-7 1-3 6-7-2-6 4-6-4-7 2-3-6-7-1 0-7-5-5 3-6-3-6 5-5 0-7 7-1 3-6 7 2z" fill="#c9641b" stroke="#7d3a0b" stroke-width="2" stroke-linejoin="round"/>
  <circle cx="17" cy="16" r="5" fill="#f6b73c" stroke="#7d3a0b" stroke-width="1.6"/><circle cx="43" cy="16" r="5" fill="#f6b73c" stroke="#7d3a0b" stroke-width="1.6"/>
  <circle cx="30" cy="31" r="18" fill="#f9c65a" stroke="#b36a12" stroke-width="1.6"/>
  <ellipse cx="30" cy="40" rx="10" ry="7.5" fill="#fff0cf"/>
  <circle cx="22" cy="27" r="3" fill="#3b2214"/><circle cx="38" cy="27" r="3" fill="#3b2214"/>
  <circle cx="23" cy="26" r="1" fill="#fff"/><circle cx="39" cy="26" r="1" fill="#fff"/>
  <path d="M25.500 33h9L30 38z" fill="#7d3a0b"/>
  <path d="M30 38v3q-4 4-7 1M30 41q4 4 7 1" fill="none" stroke="#7d3a0b" stroke-width="1.8" stroke-linecap="round"/>
</symbol>
<symbol id="hen" viewBox="0 0 60 60">
  <path d="M12 13c-1-6 3-8 5-4 1-6 6-6 6-1 3-4 7-2 6 3l-2 6H13z" fill="#d93a2b" stroke="#8d1c12" stroke-width="1.6" stroke-linejoin="round"/>
  <path d="M26 51v5m-4 0h8M37 51v5m-4 0h8" fill="none" stroke="#d9730d" stroke-width="2.6" stroke-linecap="round"/>
  <path d="M12 20c2-6 16-7 18 2 1 6 3 10 8 9 5-2 4-11 11-13 7-1 8 9 6 18-2 10-9 16-22 16-14 0-19-9-20-18-1-6-3-9-1-14z" fill="#fffaf0" stroke="#8a7a66" stroke-width="2" stroke-linejoin="round"/>
  <path d="M29 38c4 5 11 5 15 0-1 7-12 9-15 0z" fill="#efe2cb" stroke="#8a7a66" stroke-width="1.6" stroke-linejoin="round"/>
  <path d="M12 21l-8 3 7 3z" fill="#f08a24" stroke="#b85e0a" stroke-width="1.4" stroke-linejoin="round"/>
  <path d="M12 28c-3 2-3 7 0 7s3-4 2-7z" fill="#d93a2b" stroke="#8d1c12" stroke-width="1.3"/>
  <circle cx="18" cy="22" r="2.3" fill="#3b2214"/><circle cx="18.800" cy="21.300" r=".8" fill="#fff"/>
</symbol>
</svg>`;

// Where each may step, as the dots on the wooden pieces: columns and rows from -1 to 1.
const STEPS = {
  C: [[0, -1]],
  E: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  G: [[0, -1], [-1, 0], [1, 0], [0, 1]],
  L: [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]],
  H: [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [0, 1]],
};
const NAMES = { C: 'chick', E: 'elephant', G: 'giraffe', L: 'lion', H: 'hen' };
const SVG = 'http://www.w3.org/2000/svg';

document.body.insertAdjacentHTML('beforeend', SPRITE);

function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// The picture of a piece.
export function piece({ kind, side }) {
  const picture = element('svg', { viewBox: '0 0 100 100', class: `piece ${side}`, 'aria-hidden': 'true' });
  // Pointed at the front, so that the side is seen without its colour.
  picture.append(element('path', { class: 'tile', d: 'M50 2 87 9Q96 11 96 20V84Q96 96 84 96H16Q4 96 4 84V20Q4 11 13 9z' }));
  for (const [x, y] of STEPS[kind]) {
    picture.append(element('circle', { class: 'dot', cx: 50 + x * 34, cy: 51 + y * 34, r: 4.5 }));
  }
  picture.append(element('use', { href: `#${NAMES[kind]}`, x: 20, y: 21, width: 60, height: 60 }));
  return picture;
}
