// A line of JSON in, a line of JSON out. What each request means is told in the Rust module that
// sends them, `emulate::wire`.

import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { BUTTON_PINS, Chip } from './chip.mjs';
import { Firmware } from './elf.mjs';
import { Slices } from './slices.mjs';
import { copyToDrive } from './uf2.mjs';
import { verify } from './verify.mjs';

let chip = null;
let verification = null;

const requests = {
  new({ board, path, watched, cached }) {
    // What was verified is not translated as it should be any more.
    chip = new Chip(verification ? null : chip);
    verification = null;
    chip.solder(board);
    chip.cached = cached;
    chip.flashFirmware(firmware(path), watched);
  },
  load({ path, from, length, to }) {
    const bytes = Buffer.alloc(length);
    const file = openSync(path);
    try {
      for (let done = 0; done < length; ) {
        const read = readSync(file, bytes, done, length - done, from + done);
        if (read === 0) throw new Error(`${path} ends too early`);
        done += read;
      }
    } finally {
      closeSync(file);
    }
    chip.put(to, bytes);
  },
  board({ board }) {
    chip.solder(board);
  },
  drive({ path }) {
    chip.watch.remove();
    const done = copyToDrive(readFileSync(path), chip.flash);
    chip.translator.forget();
    return done;
  },
  fill({ at, length, byte }) {
    chip.put(at, new Uint8Array(length).fill(byte));
  },
  patch({ at, bytes }) {
    chip.put(at, Buffer.from(bytes, 'hex'));
  },
  peek({ at, length }) {
    return { bytes: hex(chip.flash.bytes.subarray(at, at + length)) };
  },
  ram() {
    return { bytes: hex(chip.mcu?.sram ?? []) };
  },
  symbol({ name }) {
    return { address: chip.firmware.symbol(name) };
  },
  verify({ every }) {
    verification ??= verify(chip.translator, chip.ram, every);
    return verification;
  },
  slices({ name, count, folder }) {
    chip.slices ??= new Slices(chip.flash, chip.firmware.symbol(name) & ~1, count, folder);
    chip.translator.forget();
    return { done: chip.slices.done };
  },
  on({ seed }) {
    if (chip.mcu) chip.cut();
    chip.powerOn(seed);
  },
  off() {
    if (chip.mcu) chip.cut();
  },
  button({ button, down, after }) {
    const pin = BUTTON_PINS[button];
    if (after === 0) chip.contacts.move(pin, !down);
    else chip.clock.createAlarm(() => chip.contacts.move(pin, !down)).schedule(after);
  },
  glitch({ button }) {
    chip.contacts.glitch(BUTTON_PINS[button]);
  },
  schmitt({ button }) {
    return { schmitt: chip.mcu.gpio[BUTTON_PINS[button]].schmittEnabled };
  },
  probe({ pulled }) {
    if (pulled) chip.pullProbe();
    else chip.probed = true;
  },
  serial({ bytes, replug }) {
    if (!chip.board.usb) throw new Error('no cable leads to a computer');
    if (replug) {
      chip.serial.plug(false);
      chip.serial.plug(true);
    }
    chip.serial.send(Buffer.from(bytes, 'hex'));
    return { bytes: hex(chip.serial.take()), text: chip.serial.text };
  },
  touch({ baud }) {
    chip.serial.close(baud);
  },
  text({ number }) {
    chip.serial.askText(number);
  },
  state() {
    const { romCalls } = chip;
    chip.romCalls = [];
    return { calls: romCalls, dormant: chip.dormant === true, fullClock: chip.fullClockNanos };
  },
  plug({ plugged }) {
    if (plugged && !chip.plugged) chip.display.powerUp();
    chip.plugged = plugged;
  },
  run({ nanos, wanted, cut, busy }) {
    if (!chip.mcu) throw new Error('the chip is off');
    chip.wanted = null;
    if (wanted !== null) {
      const picture = Buffer.from(wanted, 'hex');
      const is = (seen) => Buffer.compare(seen, picture) === 0;
      if (is(chip.display.picture())) return report('picture');
      chip.wanted = is;
    }
    chip.cutAt = cut === null ? Infinity : chip.clock.nanos + cut;
    chip.busyUntilCut = busy ?? Infinity;
    return report(chip.run(nanos));
  },
  picture() {
    const { contrast, setUps } = chip.display;
    return { picture: hex(chip.display.picture()), contrast, setUps };
  },
  counters() {
    if (chip.mcu) chip.counters();
    const { erases, programs, unerased } = chip.flash;
    const calls = Object.fromEntries(chip.calls);
    chip.calls = new Map();
    return { calls, misses: chip.misses, erases, programs, unerased };
  },
};

// The linked firmware in a file, read once.
const firmwares = new Map();

function firmware(path) {
  if (!firmwares.has(path)) firmwares.set(path, new Firmware(readFileSync(path)));
  return firmwares.get(path);
}

function report(ended) {
  if (chip.mcu) chip.drain();
  const rounded = (entry) => ({ ...entry, nanos: Math.round(entry.nanos) });
  const log = chip.lines.map((line) => ({ ...rounded(line), frame: hex(line.frame) }));
  const events = chip.events.map(rounded);
  const notes = chip.notes.map(rounded);
  chip.lines = [];
  chip.events = [];
  chip.notes = [];
  return {
    ended,
    nanos: Math.round(chip.clock.nanos),
    cycles: chip.mcu?.core.cycles ?? 0,
    log,
    events,
    notes,
  };
}

function hex(bytes) {
  return Buffer.from(bytes).toString('hex');
}

let rest = Buffer.alloc(0);
const chunk = Buffer.alloc(1 << 16);

// The next line, or null at the end.
function line() {
  for (;;) {
    const end = rest.indexOf(10);
    if (end >= 0) {
      const text = rest.toString('utf8', 0, end);
      rest = rest.subarray(end + 1);
      return text;
    }
    const read = readSync(0, chunk);
    if (read === 0) return null;
    rest = Buffer.concat([rest, chunk.subarray(0, read)]);
  }
}

for (let text = line(); text !== null; text = line()) {
  let answer;
  try {
    const request = JSON.parse(text);
    answer = { ...requests[request.do](request) };
  } catch (error) {
    answer = { error: String(error.message ?? error) };
  }
  const bytes = Buffer.from(JSON.stringify(answer) + '\n');
  for (let sent = 0; sent < bytes.length; ) sent += writeSync(1, bytes, sent);
}
