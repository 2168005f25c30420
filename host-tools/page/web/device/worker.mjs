// The emulated board in a thread: it runs in real time, sleeps while the chip sleeps, and stops while the page is
// hidden. Its messages are listed at the end.

import { BUTTON_PINS, Chip } from '../../../emulator/chip.mjs';
import { loadDatabase } from '../load.mjs';
import { Pace } from './pace.mjs';
import { Saves } from './saves.mjs';

const FLASH = 0x10000000;
// A button stays pressed or released for at least so many nanoseconds, so that the firmware detects every press.
const FINGER = 30e6;

class Board extends Chip {
  // The end of a transaction with the display.
  shown() {
    postPicture();
  }
}

const board = new Board();
const pace = new Pace(board, look);
let saves = null;
// The place of the saves in flash.
let region = null;
// The database on its way to flash.
let database = null;
let fixedSeed = null;
// Releases the lock by which one page at a time is the device.
let unlock = null;
// When each button may change again.
let free = {};
let shown = { picture: new Uint8Array(1024), contrast: 0 };
// Operations of the flash whose result was stored.
let changes = 0;

// Flashes the firmware and the stored saves.
async function assemble() {
  const opening = Saves.open().then(async (opened) => ({ opened, kept: await opened.read() }));
  const response = await fetch(new URL('../firmware.bin', location.href));
  if (!response.ok) throw new Error(`the firmware: ${response.status}`);
  // FIRMWARE is defined by build.mjs.
  const [symbols, formats] = [new Map(FIRMWARE.symbols), new Map(FIRMWARE.formats)];
  const flash = new Uint8Array(await response.arrayBuffer());
  board.flashFirmware({ flash, symbols, log: { formats, timestamp: FIRMWARE.timestamp } }, []);
  const place = (symbol) => symbols.get(symbol) - FLASH;
  region = { start: place('__saves_start'), end: place('__saves_end') };
  database = flashDatabase(place('__database_start'), place('__database_end'));
  for (const pin of Object.values(BUTTON_PINS)) board.setPin(pin, true);
  try {
    const { opened, kept } = await opening;
    saves = opened;
    if (kept?.length === region.end - region.start) board.flash.bytes.set(kept, region.start);
  } catch {
    postMessage({ unkept: true });
  }
}

async function flashDatabase(start, end) {
  try {
    const bytes = await loadDatabase((progress) => postMessage({ progress }));
    if (bytes.length > end - start) throw new Error('too long');
    board.flash.bytes.set(bytes, start);
    postMessage({ database: 'ready' });
  } catch {
    postMessage({ database: 'missing' });
  }
}

// Acquires the lock by which one page at a time is the device: two would overwrite each other's saves.
function claim(options) {
  return new Promise((claimed) => {
    const hold = (lock) => {
      claimed(lock !== null);
      return lock && new Promise((release) => (unlock = release));
    };
    navigator.locks.request('dobutsu-device', options, hold).catch(() => {
      // Another page has taken it.
      saves = null;
      unlock = null;
      switchOff();
      postMessage({ elsewhere: true });
      claimed(false);
    });
  });
}

function switchOn() {
  board.cut();
  free = {};
  board.powerOn(fixedSeed ?? crypto.getRandomValues(new Uint32Array(1))[0]);
  postPicture();
  postMessage({ power: true });
  pace.start();
}

// Cuts the power, if it is not cut yet. The display is dark, and flash keeps its contents.
function switchOff() {
  pace.stop();
  board.cut();
  board.display.powerUp();
  postPicture();
  look();
  postMessage({ power: false });
}

function button({ button, down }) {
  if (!board.mcu) return;
  pace.catchUp();
  const pin = BUTTON_PINS[button];
  const now = board.clock.nanos;
  const at = Math.max(now, free[button] ?? 0);
  free[button] = at + FINGER;
  if (at === now) board.setPin(pin, !down);
  else board.clock.createAlarm(() => board.setPin(pin, !down)).schedule(at - now);
  pace.wake();
}

function postPicture() {
  const { contrast } = board.display;
  const picture = board.display.picture();
  if (contrast === shown.contrast && picture.every((byte, at) => byte === shown.picture[at])) return;
  shown = { picture, contrast };
  postMessage({ ...shown, nanos: board.clock.nanos });
}

// Posts what else the board has done since the last call.
function look() {
  if (board.lines.length > 0) {
    const lines = board.lines.map(({ nanos, level, message }) => ({ nanos, level, message }));
    board.lines = [];
    postMessage({ lines });
  }
  if (board.notes.length > 0) postMessage({ notes: board.notes.splice(0) });
  for (const { what, reason } of board.events.splice(0)) postMessage({ trouble: `${what}: ${reason}` });
  const { erases, programs, bytes } = board.flash;
  if (saves && erases + programs !== changes) {
    changes = erases + programs;
    const kept = saves.keep(bytes.slice(region.start, region.end));
    kept.catch(() => postMessage({ unkept: true }));
  }
  if (!board.mcu && pace.running) switchOff();
}

function effort() {
  const { nanos, nanosPerCycle } = board.clock;
  const awake = (board.mcu?.core.cycles ?? 0) * nanosPerCycle;
  postMessage({ effort: { nanos, awake, turns: pace.turns, storing: saves?.writing > 0 } });
}

async function forget() {
  board.cut();
  board.flash.bytes.fill(0xff, region.start, region.end);
  await saves?.keep(board.flash.bytes.slice(region.start, region.end));
  switchOn();
}

async function start({ seed }) {
  try {
    await assemble();
  } catch (error) {
    return postMessage({ failed: String(error.message ?? error) });
  }
  if (await claim({ ifAvailable: true })) await power({ on: true, seed });
  else postMessage({ elsewhere: true });
}

async function power({ on, seed }) {
  fixedSeed = seed ?? fixedSeed;
  await database;
  if (!on) switchOff();
  else if (unlock) switchOn();
  else if (await claim({ steal: true })) {
    saves = await Saves.open();
    const kept = await saves.read();
    if (kept) board.flash.bytes.set(kept, region.start);
    switchOn();
  }
}

// | request | effect |
// |---|---|
// | start seed | flashes and switches on; a seed fixes the random numbers |
// | power on seed | the switch |
// | button button down | a finger on a button, or off it |
// | visible visible | whether the page is visible |
// | forget | erases the saves |
// | effort | requests the work since the chip was started |
//
// Messages to the page: a picture with its contrast and time; lines of the log; notes of the buzzer; power; progress
// and state of the database; speed; trouble (a fault or a reset); `unkept` if the saves cannot be stored; `elsewhere`
// if another page is the device; `failed`; and the effort: the chip's nanoseconds, those in which its core was awake,
// the turns of the worker, and whether the saves are being stored.
const requests = {
  start,
  power,
  button,
  visible: ({ visible }) => (visible ? pace.wake() : pace.pause()),
  forget,
  effort,
};

addEventListener('message', ({ data }) => requests[data.do](data));
