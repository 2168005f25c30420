// Reads requests as lines of JSON and writes answers likewise. The requests are documented in the Rust module that sends
// them, `emulate::wire`.

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { BUTTON_PINS, Chip } from './chip.mjs';
import { Firmware } from './elf.mjs';
import { Slices } from './slices.mjs';
import { copyToDrive } from './uf2.mjs';
import { verify } from './verify.mjs';

let chip = null;
let verification = null;

const requests = {
  new({ board, path, watched, cached }) {
    // A translator that verifies its code is not used again.
    chip = new Chip(verification ? null : chip);
    verification = null;
    chip.solder(board);
    chip.cached = cached;
    chip.flashFirmware(firmware(path), watched);
  },
  load({ path, from, length, to }) {
    const bytes = readFileSync(path).subarray(from, from + length);
    if (bytes.length < length) throw new Error(`${path} ends too early`);
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
    chip.slices ??= new Slices(chip.watch, chip.firmware.symbol(name) & ~1, count, folder);
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
    chip.drain();
    if (pulled) chip.rtt.pull();
    else chip.rtt.probed = true;
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
    chip.serial.requestText(number);
  },
  state() {
    return { calls: chip.romCalls.splice(0), dormant: chip.dormant === true, fullClock: chip.fullClockNanos };
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
    chip.collect();
    const { erases, programs, unerased } = chip.flash;
    const functions = [...chip.watch.functions.values()];
    const calls = Object.fromEntries(functions.map(({ name, calls }) => [name, calls.splice(0)]));
    return { calls, misses: chip.misses, erases, programs, unerased };
  },
};

// The linked firmware in a file. Each file is read once.
const firmwares = new Map();

function firmware(path) {
  if (!firmwares.has(path)) firmwares.set(path, new Firmware(readFileSync(path)));
  return firmwares.get(path);
}

function report(ended) {
  const rounded = (entry) => ({ ...entry, nanos: Math.round(entry.nanos) });
  return {
    ended,
    nanos: Math.round(chip.clock.nanos),
    log: chip.lines.splice(0).map((line) => ({ ...rounded(line), frame: hex(line.frame) })),
    events: chip.events.splice(0).map(rounded),
    notes: chip.notes.splice(0).map(rounded),
  };
}

function hex(bytes) {
  return Buffer.from(bytes).toString('hex');
}

for await (const text of createInterface({ input: process.stdin })) {
  let answer;
  try {
    const request = JSON.parse(text);
    answer = { ...requests[request.do](request) };
  } catch (error) {
    answer = { error: String(error.message ?? error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
