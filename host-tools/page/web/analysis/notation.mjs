// Texts that people paste, and links.

import { START } from './position.mjs';

// A game in USI: `position startpos moves …`, `sfen … moves …`, or moves alone. Null if it is none.
export function readUsi(pasted) {
  const words = pasted.trim().split(/\s+/);
  if (words[0] === 'position') words.shift();
  let start = START;
  if (words[0] === 'startpos') words.shift();
  else if (words[0] === 'sfen') {
    const end = words.indexOf('moves');
    start = words.slice(1, end < 0 ? undefined : end).join(' ');
    words.splice(0, end < 0 ? words.length : end);
  } else if (!words.every((word) => /^([1-3][a-d][1-3][a-d]\+?|[A-Z]\*[1-3][a-d])$/.test(word))) {
    return null;
  }
  if (words[0] === 'moves') words.shift();
  return { start, moves: words };
}

// The position, and perhaps moves, of a link: #sfen=…&moves=…, with underscores for blanks.
export function readLink(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, '').replaceAll('+', '%2B'));
  const plain = (name) => (fields.get(name) ?? '').replaceAll('_', ' ').trim();
  const sfen = plain('sfen');
  if (sfen === '') return null;
  return { start: sfen, moves: plain('moves').split(' ').filter((move) => move !== '') };
}

export function writeLink(start, moves = []) {
  const sfen = start.replaceAll(' ', '_');
  return `#sfen=${sfen}${moves.length > 0 ? `&moves=${moves.join('_')}` : ''}`;
}
