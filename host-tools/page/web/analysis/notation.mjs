// Games as the engine writes them, and links.

import { START } from './position.mjs';
import { Refused } from './refused.mjs';

// No game is longer; whatever is, is something else.
const MOST = 1 << 16;

// The text in a file's bytes, UTF-8 or Shift-JIS.
export function decode(bytes) {
  if (bytes.byteLength > MOST) throw new Refused('the file is too long to be a game');
  for (const encoding of ['utf-8', 'shift_jis']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // Perhaps the other.
    }
  }
  throw new Refused('the text is neither UTF-8 nor Shift-JIS');
}

// A game as `position` of USI takes it: `startpos moves …` or `sfen … moves …`.
export function readUsi(score) {
  const [, start, moves = ''] = score.match(/^(?:startpos|sfen (.*?))(?: moves (.*))?$/);
  return { start: start ?? START, moves: moves.split(' ').filter((move) => move !== '') };
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
