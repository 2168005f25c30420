// Makes the site: takes the firmware apart, puts the page's modules and the emulator into one file for each
// page and worker, and lists everything for the service worker. `cargo xtask site` runs it
// with all options.

import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import esbuild from 'esbuild';
import { Firmware } from '../emulator/elf.mjs';
import { keys } from './build/keys.mjs';
import { traces } from './build/traces.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const names = ['elf', 'image', 'analysis', 'out'];
const { values } = parseArgs({ options: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) });
const site = values.out;

const PROGRAMS = ['device/page.mjs', 'device/worker.mjs', 'analysis/page.mjs', 'analysis/worker.mjs'];
// Where the page looks for the save region, the database, the log and the code in RAM.
const SYMBOLS = [
  '_SEGGER_RTT', '__saves_start', '__saves_end', '__database_start', '__database_end',
  '__thinking_start', '__thinking_end',
];

const sumOf = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 32);
const write = (name, contents) => writeFileSync(join(site, name), contents);

function everything(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((found) => {
      const path = join(folder, found.name);
      return found.isDirectory() ? everything(path) : [path];
    })
    .sort();
}

const firmware = new Firmware(readFileSync(values.elf));
const database = readFileSync(values.image);

// Modules that are made of other files, by the names after `made:`.
const made = {
  traces: traces(firmware, database),
  keys: keys(here('../dobutsu/src/play/terminal/keys.txt')),
  database: `export const DATABASE = ${JSON.stringify({ name: 'database.bin', bytes: database.length, sum: sumOf(database) })};`,
};
const plugin = {
  name: 'made',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^made:/ }, ({ path }) => ({ path: path.slice(5), namespace: 'made' }));
    onLoad({ filter: /./, namespace: 'made' }, ({ path }) => ({ contents: made[path] }));
  },
};

rmSync(site, { recursive: true, force: true });
mkdirSync(site, { recursive: true });
await esbuild.build({
  entryPoints: PROGRAMS.map((name) => here(`web/${name}`)),
  outbase: here('web'),
  outdir: site,
  outExtension: { '.js': '.mjs' },
  plugins: [plugin],
  bundle: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  logLevel: 'error',
});
cpSync(here('web'), site, { recursive: true, filter: (path) => !path.endsWith('.mjs') });
cpSync(here('../node_modules/rp2040js/LICENSE'), join(site, 'device/rp2040js-license.txt'));
cpSync(values.analysis, join(site, 'analysis.wasm'));
write('database.bin', database);

// The linked firmware, made small: what goes into flash, the few addresses the page needs, and what
// the numbers of its log mean. Most of an ELF file is for debuggers.
write('firmware.bin', Buffer.concat(firmware.segments.map(({ bytes }) => bytes)));
const table = {
  segments: firmware.segments.map(({ bytes, to }) => ({ to, length: bytes.length })),
  symbols: SYMBOLS.map((name) => [name, firmware.symbol(name)]),
  log: { ...firmware.log, formats: [...firmware.log.formats] },
};
write('firmware.json', JSON.stringify(table));

// The service worker's own text changes with any file, which is how browsers learn of a new version.
const worker = readFileSync(here('web/service-worker.js'), 'utf8');
const files = everything(site).map((path) => relative(site, path)).filter((name) => name !== 'service-worker.js');
const sums = Object.fromEntries(files.map((name) => [name, sumOf(readFileSync(join(site, name)))]));
write('service-worker.js', worker.replace('{}; // the files', `${JSON.stringify(sums, null, 1)};`));
