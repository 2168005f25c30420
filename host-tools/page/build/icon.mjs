// The page's icon: the handheld's own lion, in its own pixels, as PNG.

import { deflateSync } from 'node:zlib';

const LION = 3; // its place in the sheet
const PIXELS = 15;
const PAPER = [0xf6, 0xb7, 0x3c];
const INK = [0x3b, 0x22, 0x14];

export function icon(sheet, size) {
  const rows = sheet.trimEnd().split('\n').map((row) => row.split(' ')[LION]);
  // Platforms cut icons into shapes: a fifth on every side may go.
  const dot = Math.floor((size * 0.64) / PIXELS);
  const edge = Math.floor((size - dot * PIXELS) / 2);
  const raw = Buffer.alloc(size * (1 + size * 3));
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const [column, row] = [x, y].map((at) => Math.floor((at - edge) / dot));
      const color = rows[row]?.[column] === '#' ? INK : PAPER;
      raw.set(color, y * (1 + size * 3) + 1 + x * 3);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2], 8); // eight bits, red, green and blue
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(raw, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name, bytes) {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), bytes]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(bytes.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), framed.length - 4);
  return framed;
}

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
