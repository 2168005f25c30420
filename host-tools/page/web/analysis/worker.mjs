// The solved game in a thread: dobutsu-core as WebAssembly with the database in its memory. The requests are
// documented in the crate `host-tools/page/analysis`.

import { loadDatabase } from '../load.mjs';

// Time between two messages about the exact values found so far, in milliseconds.
const SLICE = 40;
// About as many positions as a step examines in that time.
const BUDGET = 20000;

let wasm = null;
// The number of the latest analysis; the ones before it end.
let wanted = null;

const place = (name) => new URL(`../${name}`, location.href);

// The lines of the answer, each a list of fields; a single line of `error` and a sentence if it is refused.
function ask(...fields) {
  const { exports } = wasm;
  const bytes = new TextEncoder().encode(fields.join('\t'));
  if (bytes.length > 65536) return [['error', 'the text is too long']];
  new Uint8Array(exports.memory.buffer, exports.text(), bytes.length).set(bytes);
  const length = exports.request(bytes.length);
  const answer = new Uint8Array(exports.memory.buffer, exports.answer(), length);
  const lines = new TextDecoder().decode(answer).split('\n');
  return lines.filter((line) => line !== '').map((line) => line.split('\t'));
}

async function load() {
  const response = await fetch(place('analysis.wasm'));
  if (!response.ok) throw new Error(String(response.status));
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer());
  wasm = instance;
}

// Puts the database into memory. The page gets its progress and whether it is ready.
async function open() {
  let bytes;
  try {
    bytes = await loadDatabase((progress) => postMessage({ progress }));
  } catch {
    return postMessage({ image: 'missing' });
  }
  const { exports } = wasm;
  const at = exports.image(bytes.length);
  new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
  const [[what, reason]] = ask('open');
  postMessage(what === 'error' ? { image: 'damaged', reason } : { image: 'ready' });
}

// Posts the results of all moves, then their exact values as they are found.
function analyse({ id, sfen }) {
  wanted = id;
  postMessage({ id, lines: ask('results', sfen), done: false });
  const begun = ask('begin', sfen);
  if (begun.length > 0) return postMessage({ id, lines: begun, done: true });
  const step = () => {
    if (wanted !== id) return;
    const end = performance.now() + SLICE;
    let lines;
    do lines = ask('step', BUDGET);
    while (lines[0][1] === '0' && performance.now() < end);
    const done = lines[0][0] === 'error' || lines[0][1] === '1';
    postMessage({ id, lines, done });
    if (!done) setTimeout(step);
  };
  setTimeout(step);
}

const ready = load();
ready.then(open, () => postMessage({ image: 'failed' }));

addEventListener('message', async ({ data }) => {
  await ready;
  if (data.analyse) analyse(data);
  else if (data.rest) wanted = null;
  else postMessage({ id: data.id, lines: ask(...data.fields), done: true });
});
