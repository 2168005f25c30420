// The emulated board, in a thread of its own: it runs in real time, sleeps while the chip sleeps, and
// stands still while nobody can see it. What goes in and out is listed at the end.

import { BUTTON_PINS, Chip } from '../../../emulator/chip.mjs';
import { traces } from 'made:traces';
import { loadDatabase } from '../load.mjs';
import { Pace } from './pace.mjs';
import { Saves } from './saves.mjs';

const FLASH = 0x10000000;
// The chip is not kept waiting longer for the database, in milliseconds: then it starts without.
const PATIENCE = 600;
// A finger stays on a button at least so long, and off it: quicker than any, and no press is lost.
const FINGER = 30e6;
// The supply's capacitor holds the chip up for less than this after the switch.
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
let region = null;
// The database as it was loaded, until it is flashed.
let loaded = null;
let fixedSeed = null;
let untouched = true;
let unlock = null;
let free = {};
let shown = { picture: new Uint8Array(1024), contrast: 0 };
let changes = 0;

async function fetched(name) {
  const response = await fetch(new URL(`../${name}`, location.href));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}

// Flashes the firmware, and puts the saves back where they were.
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
  const offset = (name) => symbols.get(name) - FLASH;
  region = { start: offset('__saves_start'), end: offset('__saves_end') };
  board.database = { start: offset('__database_start'), end: offset('__database_end') };
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
    if (bytes.length > board.database.end - board.database.start) throw new Error('too long');
    loaded = bytes;
  } catch {
    postMessage({ database: 'missing' });
    return;
  }
  // As after flashing it with a probe, the chip starts anew; but not under somebody's fingers.
  if (!board.mcu) postMessage({ database: 'ready' });
  else if (untouched) switchOn();
  else postMessage({ database: 'restart' });
}

// One page at a time is the device: two would overwrite each other's saves.
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
    board.flash.bytes.set(loaded, board.database.start);
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

// Cuts the power; where in the chip's work that falls is chance.
function switchOff() {
  if (!board.mcu) return;
  board.cutAt = board.clock.nanos + Math.random() * HELD_UP;
  while (board.mcu) board.run(HELD_UP);
  gone();
}

// The power is gone: the display is dark, and flash is as it was left.
function gone() {
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

// Passes on what the board has done.
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
  if (!board.mcu && pace.running) gone();
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
    postMessage({ failed: String(error.message ?? error) });
    return;
  }
  const database = fetchDatabase();
  if (!(await claim({ ifAvailable: true }))) {
    postMessage({ power: false, elsewhere: true });
    return;
  }
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

// | in | does |
// |---|---|
// | start seed | flashes and switches on; a seed fixes the dice |
// | power on seed | the switch |
// | button button down | a finger on a button, or off it |
// | visible visible | whether anybody can see the page |
// | forget | erases the saves |
// | cut busy | cuts the power when the flash has been busy for so many nanoseconds |
// | effort | how much there was to do since the chip was started |
//
// Out: a picture with its contrast, lines of the log, notes of the buzzer, power, the progress of the database and what
// became of it, speed, trouble (a fault or a reset), what could not be kept; and the effort: the chip's
// nanoseconds, those of them in which its core was awake, how often the worker was, and whether the saves
// are being stored.
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
