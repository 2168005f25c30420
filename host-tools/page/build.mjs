// Builds the site: puts the pages into their frame, bundles their modules and the emulator into one file for each page
// and worker, and lists all files for the service worker: node build.mjs FIRMWARE DATABASE WEBASSEMBLY FOLDER.

import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';
import { Firmware } from '../emulator/elf.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const [elf, image, analysis, site] = process.argv.slice(2);

const PAGES = [
  { name: 'index.html', part: 'device', title: 'Dobutsu shogi: the handheld' },
  { name: 'analysis.html', part: 'analysis', title: 'Dobutsu shogi: analysis board' },
];
const PROGRAMS = ['device/page.mjs', 'device/worker.mjs', 'analysis/page.mjs', 'analysis/worker.mjs'];
// The firmware's symbols that the page reads: the log, the save region, the database and the code in RAM.
const SYMBOLS = /^(_SEGGER_RTT|__(saves|database|thinking)_(start|end))$/;

const sumOf = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 32);
const write = (name, contents) => writeFileSync(join(site, name), contents);

// The buttons by the names of their keys, as in the terminal.
function keys() {
  const lines = readFileSync(here('../dobutsu/src/play/terminal/keys.txt'), 'utf8').trim().split('\n');
  const pairs = lines.flatMap((line) => {
    const [button, ...names] = line.split(' ');
    return names.map((name) => [name === 'Space' ? ' ' : name, button]);
  });
  return Object.fromEntries(pairs);
}

const firmware = new Firmware(readFileSync(elf));
const database = readFileSync(image);

// What replaces these names in the modules; of the firmware, all but the contents of flash and what only debuggers need.
const define = {
  KEYS: keys(),
  DATABASE_BYTES: database.length,
  FIRMWARE: {
    symbols: [...firmware.symbols].filter(([name]) => SYMBOLS.test(name)),
    formats: [...firmware.log.formats],
    timestamp: firmware.log.timestamp,
  },
};
for (const name of Object.keys(define)) define[name] = JSON.stringify(define[name]);

rmSync(site, { recursive: true, force: true });
mkdirSync(site, { recursive: true });
await esbuild.build({
  entryPoints: PROGRAMS.map((name) => here(`web/${name}`)),
  outbase: here('web'),
  outdir: site,
  outExtension: { '.js': '.mjs' },
  loader: { '.svg': 'text' },
  define,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  logLevel: 'error',
});
cpSync(here('web'), site, { recursive: true, filter: (path) => !/\.(mjs|svg|html)$/.test(path) });
// The frame around the content of each page. The link to the page itself is marked.
const frame = readFileSync(here('web/frame.html'), 'utf8');
for (const page of PAGES) {
  const content = readFileSync(here(`web/${page.part}/page.html`), 'utf8').trim();
  const values = { ...page, content, [page.part]: 'aria-current="page"' };
  write(page.name, frame.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? ''));
}
cpSync(here('../node_modules/rp2040js/LICENSE'), join(site, 'device/rp2040js-license.txt'));
cpSync(analysis, join(site, 'analysis.wasm'));
write('database.bin', database);
write('firmware.bin', firmware.flash);

// The service worker's text changes with every file, by which browsers detect a new version.
const worker = readFileSync(here('web/service-worker.js'), 'utf8');
const isFile = (name) => name !== 'service-worker.js' && statSync(join(site, name)).isFile();
const files = readdirSync(site, { recursive: true }).filter(isFile).sort();
const sums = Object.fromEntries(files.map((name) => [name, sumOf(readFileSync(join(site, name)))]));
write('service-worker.js', worker.replace('{}; // the files', `${JSON.stringify(sums, null, 1)};`));
