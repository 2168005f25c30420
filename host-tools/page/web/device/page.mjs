// The page around the emulated board: its display, its buttons, its switch and its log.

import { find, inEveryLanguage, keepForLater, make, say, text } from '../common.mjs';
import { Fingers } from './fingers.mjs';
import { Sound } from './sound.mjs';

const [WIDTH, HEIGHT] = [128, 64];
const LIT = [0xbf, 0xe6, 0xff];
// Opacity, blue, green and red, the highest byte first.
const DARK = 0xff0c0805;
// The log keeps this many lines.
const LINES = 500;

const context = find('#display').getContext('2d');
const sound = new Sound();
const worker = new Worker(new URL('./worker.mjs', import.meta.url), { type: 'module' });
const state = { speed: null, database: null, notice: null, on: false };

// For the tests and for the browser's console: the worker's last messages, and a way to send it requests.
globalThis.device = { heard: {}, pictures: 0, notes: [], sound, tell: (request) => worker.postMessage(request) };

function draw(picture, contrast, nanos) {
  const image = context.createImageData(WIDTH, HEIGHT);
  const pixels = new Uint32Array(image.data.buffer);
  // A low contrast is made brighter than it is, as it looks to the eye.
  const bright = 0.55 + (0.45 * contrast) / 255;
  const lightest = LIT.reduceRight((color, part) => (color << 8) | Math.round(part * bright), 0xff) >>> 0;
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const lit = (picture[(y >> 3) * WIDTH + x] >> (y & 7)) & 1;
      pixels[y * WIDTH + x] = lit ? lightest : DARK;
    }
  }
  context.putImageData(image, 0, 0);
  if (picture.every((byte) => byte === 0)) return;
  globalThis.device.pictures++;
  globalThis.device.firstPicture ??= nanos;
}

function log(lines) {
  const list = find('#log');
  const atEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 4;
  for (const { nanos, level, message } of lines) {
    const line = `${(nanos / 1e9).toFixed(6).padStart(10)} ${level.padEnd(5)} ${message}`;
    list.append(make('li', { className: level }, line));
  }
  while (list.childElementCount > LINES) list.firstElementChild.remove();
  if (atEnd) list.scrollTop = list.scrollHeight;
}

function describe() {
  const { on, speed } = state;
  if (!on) say(find('#speed'), 'off');
  else say(find('#speed'), speed === null ? null : 'speed', { percent: Math.round(speed * 100) });
  find('#power').ariaChecked = String(on);
  const megabytes = (DATABASE_BYTES / 1e6).toFixed(1);
  say(find('#database'), state.database && `database-${state.database}`, { megabytes });
  say(find('#notice'), state.notice);
}

const heard = {
  picture: (picture, { contrast, nanos }) => draw(picture, contrast, nanos),
  lines: log,
  notes(notes) {
    globalThis.device.notes.push(...notes);
    for (const note of notes) sound.play(note);
  },
  power(on) {
    state.on = on;
    state.speed = null;
    if (on) state.notice = null;
  },
  progress: (progress) => (find('#progress').value = progress),
  database(what) {
    if (state.database === null && what !== 'missing') keepForLater();
    state.database = what;
    find('#loading').hidden = true;
  },
  speed: (speed) => (state.speed = speed),
  trouble: (trouble) => log([{ nanos: 0, level: 'error', message: trouble }]),
  elsewhere: () => (state.notice = 'elsewhere'),
  unkept: () => (state.notice = 'unkept'),
  failed() {
    state.notice = 'failed';
    find('#loading').hidden = true;
  },
};

function hear(data) {
  Object.assign(globalThis.device.heard, data);
  for (const [what, value] of Object.entries(data)) heard[what]?.(value, data);
  if (!data.picture && !data.lines && !data.notes && data.progress === undefined) describe();
}

worker.addEventListener('message', ({ data }) => hear(data));
worker.addEventListener('error', () => hear({ failed: 'the worker' }));

new Fingers(document.querySelectorAll('[data-button]'), (button, down) => {
  worker.postMessage({ do: 'button', button, down });
});
find('#power').addEventListener('click', () => worker.postMessage({ do: 'power', on: !state.on }));
find('#forget').addEventListener('click', () => find('#really').showModal());
find('#really').addEventListener('close', () => {
  if (find('#really').returnValue !== 'yes') return;
  localStorage.clear();
  worker.postMessage({ do: 'forget' });
});

const postVisible = () => worker.postMessage({ do: 'visible', visible: !document.hidden });
document.addEventListener('visibilitychange', postVisible);
inEveryLanguage(describe);

const seed = new URLSearchParams(location.search).get('seed');
worker.postMessage({ do: 'start', seed: seed === null ? null : Number(seed) });
postVisible();
