// Games as the engine writes them, files and links.

import { Refused } from './engine.mjs';
import { START } from './position.mjs';

// Longer files are not games.
const LONGEST = 1 << 16;

// The text of a file, UTF-8 or Shift-JIS.
export function decode(bytes) {
  if (bytes.byteLength > LONGEST) throw new Refused('the file is too long to be a game');
  for (const encoding of ['utf-8', 'shift_jis']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // It may be the other encoding.
    }
  }
  throw new Refused('the text is neither UTF-8 nor Shift-JIS');
}

const words = (text) => text.split(' ').filter((word) => word !== '');

// A game as `position` of USI takes it: `startpos moves …` or `sfen … moves …`.
export function readUsi(score) {
  const [, start, moves = ''] = score.match(/^(?:startpos|sfen (.*?))(?: moves (.*))?$/);
  return { start: start ?? START, moves: words(moves) };
}

// The position and moves of a link, #sfen=…&moves=…, with underscores instead of spaces; null if it has none.
export function readLink(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, '').replaceAll('+', '%2B'));
  const plain = (name) => (fields.get(name) ?? '').replaceAll('_', ' ').trim();
  const start = plain('sfen');
  return start === '' ? null : { start, moves: words(plain('moves')) };
}

export function writeLink(start, moves = []) {
  const sfen = start.replaceAll(' ', '_');
  return `#sfen=${sfen}${moves.length > 0 ? `&moves=${moves.join('_')}` : ''}`;
}
