// The keyboard as the terminal has it: each line of the list is a button and its keys.

import { readFileSync } from 'node:fs';

export function keys(path) {
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  const pairs = lines.flatMap((line) => {
    const [button, ...names] = line.split(' ');
    return names.map((name) => [name === 'Space' ? ' ' : name, button]);
  });
  return `export const KEYS = ${JSON.stringify(Object.fromEntries(pairs), null, 2)};\n`;
}
