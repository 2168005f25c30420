// Makes the site: copies the page and the emulator, takes the firmware apart, draws the icons, and
// lists everything for the service worker. `cargo xtask site` runs it with all options.

import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { takeApart } from './build/firmware.mjs';
import { icon } from './build/icon.mjs';
import { keys } from './build/keys.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const workspace = join(here, '../..');
const { values } = parseArgs({
  options: Object.fromEntries(
    ['elf', 'image', 'analysis', 'packages', 'out'].map((name) => [name, { type: 'string' }]),
  ),
});
const site = resolve(values.out);

const ICONS = [180, 192, 512];

function write(name, contents) {
  const path = join(site, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}

// These modules and all they import by relative names, as names in their folder.
function withImports(folder, modules) {
  const found = [...modules];
  for (const name of found) {
    const text = readFileSync(join(folder, name), 'utf8');
    for (const [, place] of text.matchAll(/\bfrom '(\.[^']+)'/g)) {
      const next = join(dirname(name), place);
      if (!found.includes(next)) found.push(next);
    }
  }
  return found;
}

// What the device's worker needs of the emulator, and of the package what that imports. A module worker
// knows no import map, so the package's name becomes its place.
function copyEmulator() {
  const from = join(workspace, 'host-tools/emulator');
  const names = new Set();
  for (const name of withImports(from, ['chip.mjs'])) {
    const text = readFileSync(join(from, name), 'utf8');
    for (const [, list] of text.matchAll(/\bimport \{([^}]*)\} from 'rp2040js'/g)) {
      namesIn(list).forEach((name) => names.add(name));
    }
    write(`emulator/${name}`, text.replaceAll("from 'rp2040js'", "from '../rp2040js/index.js'"));
  }
  const chip = join(values.packages, 'rp2040js/dist/esm');
  const places = placesIn(readFileSync(join(chip, 'index.js'), 'utf8'));
  const missing = [...names].filter((name) => !places.has(name));
  if (missing.length > 0) throw new Error(`rp2040js has no ${missing.join(', ')}`);
  const exports = [...names].sort().map((name) => `export { ${name} } from '${places.get(name)}';\n`);
  write('rp2040js/index.js', exports.join(''));
  for (const name of withImports(chip, [...names].map((name) => join(places.get(name))))) {
    const text = readFileSync(join(chip, name), 'utf8');
    write(`rp2040js/${name}`, text.replace(/\n\/\/# sourceMappingURL=.*/, ''));
  }
  const license = join(values.packages, 'rp2040js/LICENSE');
  if (existsSync(license)) cpSync(license, join(site, 'rp2040js/LICENSE.txt'));
}

// The names in an import's or export's braces.
const namesIn = (list) => list.split(',').map((name) => name.trim()).filter(Boolean);

// Which module each name comes from, by a package's index.
function placesIn(index) {
  const places = new Map();
  for (const [, list, place] of index.matchAll(/\bexport \{([^}]*)\} from '([^']+)'/g)) {
    for (const name of namesIn(list)) places.set(name, place);
  }
  return places;
}

function everything(folder = site) {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((found) => {
      const path = join(folder, found.name);
      return found.isDirectory() ? everything(path) : [relative(site, path)];
    })
    .sort();
}

rmSync(site, { recursive: true, force: true });
cpSync(join(here, 'web'), site, { recursive: true });
copyEmulator();
const { flash, table } = takeApart(readFileSync(values.elf));
write('firmware.bin', flash);
write('firmware.json', JSON.stringify(table));
cpSync(values.analysis, join(site, 'analysis.wasm'));
write('keys.mjs', keys(join(workspace, 'host-tools/dobutsu/src/play/terminal/keys.txt')));
const sheet = readFileSync(join(workspace, 'core/src/handheld/art/animals.txt'), 'utf8');
for (const size of ICONS) write(`icons/${size}.png`, icon(sheet, size));

const sumOf = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 32);
const database = readFileSync(values.image);
write('database.bin', database);
const known = { name: 'database.bin', bytes: database.length, sum: sumOf(database) };
write('database.mjs', `export const DATABASE = ${JSON.stringify(known, null, 2)};\n`);

// The service worker's own text changes with any file, which is how browsers learn of a new version.
const worker = readFileSync(join(here, 'web/service-worker.js'), 'utf8');
const files = everything().filter((name) => name !== 'service-worker.js');
const sums = Object.fromEntries(files.map((name) => [name, sumOf(readFileSync(join(site, name)))]));
write('service-worker.js', worker.replace('{}; // the files', `${JSON.stringify(sums, null, 1)};`));
