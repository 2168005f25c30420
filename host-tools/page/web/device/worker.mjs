// The emulated board in a thread: it runs in real time, sleeps while the chip sleeps, and stops while the page is
// hidden. Its messages are listed at the end.

import { BUTTON_PINS, Chip } from '../../../emulator/chip.mjs';
import { traces } from 'made:traces';
import { loadDatabase } from '../load.mjs';
import { Pace } from './pace.mjs';
import { Saves } from './saves.mjs';

const FLASH = 0x10000000;
// The chip starts without the database if it has not arrived after so many milliseconds.
const PATIENCE = 600;
// A button stays pressed or released for at least so many nanoseconds, so that the firmware detects every press.
const FINGER = 30e6;
// The longest time that the supply's capacitor powers the chip after it is switched off, in nanoseconds.
const HELD_UP = 20e6;

class Board extends Chip {
  // The end of a transaction with the display.
  shown() {
    this.fresh = true;
  }
}

const board = new Board();
const pace = new Pace(board, look);
let saves = null;
// The places of saves and database in flash.
let region = null;
let databaseRegion = null;
// The database until it is flashed.
let loaded = null;
let fixedSeed = null;
// Whether no button was pressed since the chip was switched on.
let untouched = true;
// Releases the lock by which one page at a time is the device.
let unlock = null;
// When each button may change again.
let free = {};
let shown = { picture: new Uint8Array(1024), contrast: 0 };
// Operations of the flash whose result was stored.
let changes = 0;

async function fetched(name) {
  const response = await fetch(new URL(`../${name}`, location.href));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}

// Flashes the firmware and the stored saves.
async function assemble() {
  const opening = Saves.open().then(async (opened) => ({ opened, kept: await opened.read() }));
  const [flash, table] = await Promise.all([
    fetched('firmware.bin').then((response) => response.arrayBuffer()),
    fetched('firmware.json').then((response) => response.json()),
  ]);
  let from = 0;
  const segments = table.segments.map(({ to, length }) => {
    from += length;
    return { to, bytes: new Uint8Array(flash, from - length, length) };
  });
  const symbols = new Map(table.symbols);
  const log = { ...table.log, formats: new Map(table.log.formats) };
  board.flashFirmware({ segments, symbols, log }, []);
  board.translator.prepare(traces);
  const between = (name) => {
    const [start, end] = ['start', 'end'].map((which) => symbols.get(`__${name}_${which}`) - FLASH);
    return { start, end };
  };
  region = between('saves');
  databaseRegion = between('database');
  for (const pin of Object.values(BUTTON_PINS)) board.setPin(pin, true);
  try {
    const { opened, kept } = await opening;
    saves = opened;
    if (kept?.length === region.end - region.start) board.flash.bytes.set(kept, region.start);
  } catch {
    postMessage({ unkept: true });
  }
}

async function fetchDatabase() {
  try {
    const bytes = await loadDatabase((progress) => postMessage({ progress }), () => postMessage({ settled: true }));
    if (bytes.length > databaseRegion.end - databaseRegion.start) throw new Error('too long');
    loaded = bytes;
  } catch {
    return postMessage({ database: 'missing' });
  }
  // The chip restarts, as after flashing it with a probe, unless the person has pressed a button.
  if (!board.mcu) postMessage({ database: 'ready' });
  else if (untouched) switchOn();
  else postMessage({ database: 'restart' });
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
      if (board.mcu) board.cut();
      unlock = null;
      pace.stop();
      postMessage({ power: false, elsewhere: true });
      claimed(false);
    });
  });
}

function switchOn() {
  if (board.mcu) board.cut();
  if (loaded) {
    board.flash.bytes.set(loaded, databaseRegion.start);
    loaded = null;
    postMessage({ database: 'ready' });
  }
  free = {};
  untouched = true;
  board.powerOn(fixedSeed ?? crypto.getRandomValues(new Uint32Array(1))[0]);
  board.fresh = true;
  postMessage({ power: true });
  pace.start();
}

// Cuts the power at a random moment of the chip's work.
function switchOff() {
  if (!board.mcu) return;
  board.cutAt = board.clock.nanos + Math.random() * HELD_UP;
  while (board.mcu) board.run(HELD_UP);
  afterCut();
}

// The display is dark, and flash keeps its contents.
function afterCut() {
  pace.stop();
  board.display.powerUp();
  board.fresh = true;
  look();
  postMessage({ power: false });
}

function button({ button, down }) {
  if (!board.mcu) return;
  pace.catchUp();
  untouched = false;
  const pin = BUTTON_PINS[button];
  const now = board.clock.nanos;
  const at = Math.max(now, free[button] ?? 0);
  free[button] = at + FINGER;
  if (at === now) board.setPin(pin, !down);
  else board.clock.createAlarm(() => board.setPin(pin, !down)).schedule(at - now);
  pace.wake();
}

// Posts what the board has done since the last call.
function look() {
  if (board.fresh) {
    board.fresh = false;
    const { contrast } = board.display;
    const picture = board.display.picture();
    if (contrast !== shown.contrast || picture.some((byte, at) => byte !== shown.picture[at])) {
      shown = { picture, contrast };
      postMessage({ ...shown, nanos: board.clock.nanos });
    }
  }
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
  if (!board.mcu && pace.running) afterCut();
}

function effort() {
  const { nanos, nanosPerCycle } = board.clock;
  const awake = (board.mcu?.core.cycles ?? 0) * nanosPerCycle;
  return { nanos, awake, turns: pace.turns, storing: saves?.writing ?? false };
}

async function forget() {
  if (board.mcu) board.cut();
  board.flash.bytes.fill(0xff, region.start, region.end);
  await saves?.keep(board.flash.bytes.slice(region.start, region.end));
  switchOn();
}

async function start({ seed }) {
  fixedSeed = seed;
  try {
    await assemble();
  } catch (error) {
    return postMessage({ failed: String(error.message ?? error) });
  }
  const database = fetchDatabase();
  if (!(await claim({ ifAvailable: true }))) return postMessage({ power: false, elsewhere: true });
  await Promise.race([database, new Promise((done) => setTimeout(done, PATIENCE))]);
  if (!board.mcu) switchOn();
}

async function power({ on, seed }) {
  fixedSeed = seed ?? fixedSeed;
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
// | cut busy | cuts the power when the flash has been busy for so many nanoseconds |
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
  cut: ({ busy }) => (board.busyUntilCut = busy),
  effort: () => postMessage({ effort: effort() }),
};

addEventListener('message', ({ data }) => requests[data.do](data));
