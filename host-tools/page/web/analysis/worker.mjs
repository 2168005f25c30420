// The solved game, in a thread of its own: dobutsu-core as WebAssembly, with the database's image in
// its memory. What can be asked is told in the crate beside this folder.

import { loadDatabase } from '../load.mjs';

// How long exact values are looked for before the page hears of those found, in milliseconds.
const SLICE = 40;
// About as many positions as a step of that length looks at.
const BUDGET = 20000;

let wasm = null;
// The analysis that is wanted; another takes its place.
let wanted = null;

const place = (name) => new URL(`../${name}`, location.href);
const encoder = new TextEncoder();
const decoder = new TextDecoder();

// Lines of fields, or an error.
function ask(...fields) {
  const { exports } = wasm;
  const bytes = encoder.encode(fields.join('\t'));
  if (bytes.length > 65536) return [['error', 'the text is too long']];
  new Uint8Array(exports.memory.buffer, exports.text(), bytes.length).set(bytes);
  const length = exports.request(bytes.length);
  const answer = new Uint8Array(exports.memory.buffer, exports.answer(), length);
  return decoder
    .decode(answer)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));
}

async function load() {
  const response = await fetch(place('analysis.wasm'));
  if (!response.ok) throw new Error(String(response.status));
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer());
  wasm = instance;
}

// Puts the database into memory; says how it goes.
async function open() {
  let bytes;
  try {
    bytes = await loadDatabase((progress) => postMessage({ progress }), () => postMessage({ settled: true }));
  } catch {
    postMessage({ image: 'missing' });
    return;
  }
  const { exports } = wasm;
  const at = exports.image(bytes.length);
  new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
  const [[what, said]] = ask('open');
  postMessage(what === 'error' ? { image: 'damaged', said } : { image: 'ready', bytes: Number(said) });
}

// Results of all moves at once, then exact values as they are found.
function analyse({ id, sfen }) {
  wanted = id;
  postMessage({ id, lines: ask('results', sfen), done: false });
  const begun = ask('begin', sfen);
  if (begun.length > 0) return postMessage({ id, lines: begun, done: true });
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    if (wanted !== id) return channel.port1.close();
    const end = performance.now() + SLICE;
    let lines;
    do lines = ask('step', BUDGET);
    while (lines[0][1] === '0' && performance.now() < end);
    const done = lines[0][0] === 'error' || lines[0][1] === '1';
    postMessage({ id, lines, done });
    if (done) channel.port1.close();
    else channel.port2.postMessage(null);
  };
  channel.port2.postMessage(null);
}

const ready = load();
ready.then(open, () => postMessage({ image: 'failed' }));

addEventListener('message', async ({ data }) => {
  await ready;
  if (data.analyse) analyse(data);
  else if (data.rest) wanted = null;
  else postMessage({ id: data.id, lines: ask(...data.fields), done: true });
});
