// Games as the engine writes them, and links.

import { START } from './position.mjs';

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
