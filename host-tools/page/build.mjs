// Makes the site: takes the firmware apart, puts the page's modules and the emulator into one file for each
// page and worker, and lists everything for the service worker. `cargo xtask site` runs it
// with all options.

import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Firmware } from '../emulator/elf.mjs';
import { takeApart } from './build/firmware.mjs';
import { keys } from './build/keys.mjs';
import { traces } from './build/traces.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const workspace = join(here, '../..');
const { values } = parseArgs({
  options: Object.fromEntries(
    ['elf', 'image', 'analysis', 'packages', 'tools', 'out'].map((name) => [name, { type: 'string' }]),
  ),
});
const site = resolve(values.out);
// The modules as they are written, with what is made for them.
const modules = `${site}-modules`;

const PROGRAMS = ['device/page.mjs', 'device/worker.mjs', 'analysis/page.mjs', 'analysis/worker.mjs'];

function write(folder, name, contents) {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}

const sumOf = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 32);

function everything(folder, within = folder) {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((found) => {
      const path = join(folder, found.name);
      return found.isDirectory() ? everything(path, within) : [relative(within, path)];
    })
    .sort();
}

for (const folder of [site, modules]) rmSync(folder, { recursive: true, force: true });
const elf = readFileSync(values.elf);
const database = readFileSync(values.image);

cpSync(join(here, 'web'), modules, { recursive: true });
cpSync(join(workspace, 'host-tools/emulator'), join(modules, 'emulator'), { recursive: true });
symlinkSync(resolve(values.packages), join(modules, 'node_modules'), 'junction');
write(modules, 'emulator/traces.mjs', await traces(join(modules, 'emulator'), new Firmware(elf), database));
write(modules, 'keys.mjs', keys(join(workspace, 'host-tools/dobutsu/src/play/terminal/keys.txt')));
const known = { name: 'database.bin', bytes: database.length, sum: sumOf(database) };
write(modules, 'database.mjs', `export const DATABASE = ${JSON.stringify(known)};\n`);

const tools = pathToFileURL(join(resolve(values.tools), 'esbuild/lib/main.js'));
const { default: esbuild } = await import(tools);
await esbuild.build({
  entryPoints: PROGRAMS.map((name) => join(modules, name)),
  outbase: modules,
  outdir: site,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  logLevel: 'error',
});

const isModule = (path) => path.endsWith('.mjs');
cpSync(join(here, 'web'), site, { recursive: true, filter: (path) => !isModule(path) });
const license = join(values.packages, 'rp2040js/LICENSE');
if (existsSync(license)) cpSync(license, join(site, 'device/rp2040js-license.txt'));
const { flash, table } = takeApart(elf);
write(site, 'firmware.bin', flash);
write(site, 'firmware.json', JSON.stringify(table));
cpSync(values.analysis, join(site, 'analysis.wasm'));
write(site, 'database.bin', database);

// The service worker's own text changes with any file, which is how browsers learn of a new version.
const worker = readFileSync(join(here, 'web/service-worker.js'), 'utf8');
const files = everything(site).filter((name) => name !== 'service-worker.js');
const sums = Object.fromEntries(files.map((name) => [name, sumOf(readFileSync(join(site, name)))]));
write(site, 'service-worker.js', worker.replace('{}; // the files', `${JSON.stringify(sums, null, 1)};`));
