// Builds the site: bundles the page's modules and the emulator into one file for each page and worker, writes the
// firmware in a compact form, and lists all files for the service worker. `cargo xtask site` runs it with all options.

import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import esbuild from 'esbuild';
import { Firmware } from '../emulator/elf.mjs';
import { traces } from './traces.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const names = ['elf', 'image', 'analysis', 'out'];
const { values } = parseArgs({ options: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) });
const site = values.out;

const PROGRAMS = ['device/page.mjs', 'device/worker.mjs', 'analysis/page.mjs', 'analysis/worker.mjs'];
// What the page reads of the firmware's symbols: the log, the save region, the database and the code in RAM.
const SYMBOLS = [
  '_SEGGER_RTT', '__saves_start', '__saves_end', '__database_start', '__database_end',
  '__thinking_start', '__thinking_end',
];

const sumOf = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 32);
const write = (name, contents) => writeFileSync(join(site, name), contents);

// The keys of the terminal, as a list of buttons and their keys.
function keys() {
  const lines = readFileSync(here('../dobutsu/src/play/terminal/keys.txt'), 'utf8').trim().split('\n');
  const pairs = lines.flatMap((line) => {
    const [button, ...names] = line.split(' ');
    return names.map((name) => [name === 'Space' ? ' ' : name, button]);
  });
  return Object.fromEntries(pairs);
}

const firmware = new Firmware(readFileSync(values.elf));
const database = readFileSync(values.image);

// The modules that are generated, by the names after `made:`.
const made = {
  traces: traces(firmware, database),
  keys: `export const KEYS = ${JSON.stringify(keys())};`,
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
  loader: { '.svg': 'text' },
  plugins: [plugin],
  bundle: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  logLevel: 'error',
});
cpSync(here('web'), site, { recursive: true, filter: (path) => !/\.(mjs|svg)$/.test(path) });
cpSync(here('../node_modules/rp2040js/LICENSE'), join(site, 'device/rp2040js-license.txt'));
cpSync(values.analysis, join(site, 'analysis.wasm'));
write('database.bin', database);

// The firmware without what only debuggers need: the contents of flash, some symbols, and the log's formats.
write('firmware.bin', Buffer.concat(firmware.segments.map(({ bytes }) => bytes)));
const table = {
  segments: firmware.segments.map(({ bytes, to }) => ({ to, length: bytes.length })),
  symbols: SYMBOLS.map((name) => [name, firmware.symbol(name)]),
  log: { ...firmware.log, formats: [...firmware.log.formats] },
};
write('firmware.json', JSON.stringify(table));

// The service worker's text changes with every file, by which browsers detect a new version.
const worker = readFileSync(here('web/service-worker.js'), 'utf8');
const isFile = (name) => name !== 'service-worker.js' && statSync(join(site, name)).isFile();
const files = readdirSync(site, { recursive: true }).filter(isFile).sort();
const sums = Object.fromEntries(files.map((name) => [name, sumOf(readFileSync(join(site, name)))]));
write('service-worker.js', worker.replace('{}; // the files', `${JSON.stringify(sums, null, 1)};`));
