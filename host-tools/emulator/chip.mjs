// The handheld's board: an RP2040, its flash, a display on I2C0 and six buttons.

import { RP2040 } from 'rp2040js';
import { KIND } from './board.mjs';
import { Buzzer } from './buzzer.mjs';
import { Cache } from './cache.mjs';
import { Clock } from './clock.mjs';
import { Contacts } from './contacts.mjs';
import { Flash } from './flash.mjs';
import { connect } from './i2c.mjs';
import { Log } from './log.mjs';
import { connectMpu } from './mpu.mjs';
import {
  CoreRegulator, Rosc, XipControl, connectAdc, connectDormantWake, connectMemoryPower, delayCrystal, delayPll, forgetInReset,
} from './peripherals.mjs';
import { Rom } from './rom.mjs';
import { Serial } from './serial.mjs';
import { connectFlash } from './ssi.mjs';
import { Ssd1306 } from './ssd1306.mjs';
import { Translator } from './translate.mjs';
import { Watch } from './watch.mjs';

// As `board.rs` of the firmware has them; a button connects its pin to ground.
export const BUTTON_PINS = { Up: 10, Down: 11, Left: 12, Right: 13, A: 14, B: 15 };

// The buzzer's pin is GP6.
const BUZZER_SLICE = 3;

const SRAM = 0x20000000;
const I2C0_RESET = 3;
const WATCHDOG = 0x40058;
const SSI = 0x18000;
const HARD_FAULT = 3;
// Where the bootrom copies the second boot stage, the last 256 bytes of RAM.
const BOOT2 = 0x20041f00;
// What RAM holds at power-up: chance on a real chip, here a paint that shows how deep the stack goes.
const PAINT = 0xcc;
// After reset the chip runs from its ring oscillator.
const RING_HERTZ = 6.5e6;
const RING_START_NANOS = 1e4;
// The log's buffer is emptied at least this often.
const DRAIN_NANOS = 1e6;

// Its flash is the board's, and not erased by a reset.
class Mcu extends RP2040 {
  reset() {
    this.core.reset();
    this.pwm.reset();
  }
}

export class Chip {
  // `last` is a board that is not used any more: its memory is erased, and the code that was translated for
  // it runs at once if the same firmware is flashed again.
  constructor(last = null) {
    this.flash = new Flash(last?.flash.bytes);
    this.clock = last?.clock ?? new Clock();
    this.clock.start({ cycles: 0 }, 0);
    this.ram = last?.ram ?? new Uint8Array(264 * 1024);
    this.registers = last?.registers ?? new Uint32Array(16);
    this.translator = last?.translator ?? new Translator(this.flash, this.ram, this.registers, this.clock);
    this.watch = new Watch(this.flash, () => this.translator.forget());
    this.board = { ...KIND };
    this.display = new Ssd1306();
    this.plugged = true;
    this.pins = new Map();
    this.contacts = new Contacts(this.clock, (pin, high) => this.setPin(pin, high));
    // Whether a debug probe empties the log's buffer; one that was pulled out may have left it in a mode
    // in which the firmware waits for that.
    this.probed = true;
    // What the bootrom was asked for.
    this.romCalls = [];
    this.cached = false;
    this.firmware = null;
    // The end of the firmware in flash.
    this.codeEnd = 0;
    this.rtt = 0;
    this.log = null;
    this.lines = [];
    this.events = [];
    // What the buzzer has played.
    this.notes = [];
    this.mcu = null;
    this.wanted = null;
    this.cutAt = Infinity;
    // The power is cut after so much time in which the flash was busy.
    this.busyUntilCut = Infinity;
    this.calls = new Map();
    this.misses = 0;
    // Calls of a function that are recorded, if any.
    this.slices = null;
  }

  // Another board, switched off: what is not named stays.
  solder(board) {
    this.board = { ...this.board, ...board };
    this.flash.solder(this.board);
    this.translator.forget();
    this.contacts.bounces = this.board.bounce;
    this.serial?.plug(this.board.usb);
    this.display.controller = this.board.controller;
  }

  // Puts bytes into flash, as if they had always been there.
  put(at, bytes) {
    this.flash.put(at, bytes);
    if (at < this.codeEnd) this.translator.forget();
  }

  // Flashes a firmware, and counts the calls of the functions of these names.
  flashFirmware(firmware, watched) {
    this.watch.remove();
    this.codeEnd = Math.max(...firmware.segments.map(({ bytes, to }) => to + bytes.length));
    for (const { bytes, to } of firmware.segments) this.put(to, bytes);
    // Nobody writes there once the start has copied it from flash.
    const [start, end] = ['start', 'end'].map((which) => firmware.symbols.get(`__thinking_${which}`) ?? 0);
    this.translator.codeInRam = { start, end };
    this.firmware = firmware;
    this.rtt = firmware.symbols.get('_SEGGER_RTT') ?? 0;
    this.log = new Log(firmware.log);
    // Bit 0 of a function's address only says that it is Thumb code.
    for (const name of watched) this.watch.add(name, firmware.symbol(name) & ~1);
  }

  // Switches on: RAM and display lose what they had, flash keeps it.
  powerOn(seed) {
    this.seed = seed;
    this.display.powerUp();
    this.ram.fill(PAINT);
    this.coreRegisters = new Map(CoreRegulator.POWER_ON);
    this.boot(0, null);
  }

  // Starts the chip as its bootrom does, by the second boot stage.
  boot(nanos, watchdogBefore) {
    const { clock } = this;
    this.collect();
    this.log?.restart();
    const mcu = new Mcu(clock.chip);
    this.mcu = mcu;
    const { core } = mcu;
    clock.start(core, nanos);
    clock.setFrequency(RING_HERTZ);
    mcu.clkSys = RING_HERTZ;
    const regulator = new CoreRegulator(mcu, this.coreRegisters);
    mcu.peripherals[0x40064] = regulator;
    // How long the system clock was above USB's 48 MHz.
    this.fullClock = { nanos: 0, since: null };
    mcu.addClockListener((hertz) => this.clockChanged(hertz, regulator.fastest));
    mcu.flash = this.flash.bytes;
    mcu.flash16 = this.flash.halves;
    mcu.flashView = this.flash.view;
    mcu.sram = this.ram;
    mcu.sramView = new DataView(this.ram.buffer);
    core.registers = this.registers.fill(0);
    mcu.logger = this.logger(core);
    mcu.onBreak = () => this.breakpoint(core.PC - 2);
    this.halted = false;
    this.dormant = false;
    this.waking = false;
    this.fault = null;

    const watchdog = mcu.peripherals[WATCHDOG];
    if (watchdogBefore) {
      watchdog.scratchData.set(watchdogBefore.scratchData);
      watchdog.reason = watchdogBefore.reason;
    }
    watchdog.onWatchdogTrigger = () => {
      this.bitten = true;
      clock.interrupt();
    };
    this.bitten = false;

    mcu.cache = this.cached ? new Cache(core, mcu) : null;
    this.translator.attach(core, mcu.cache);
    const flush = () => mcu.cache?.flush();
    const called = (name, values) => this.romCalled(name, values);
    this.rom = new Rom(this.flash, (nanos) => this.pass(nanos), flush, called);
    this.rom.install(mcu.bootrom);
    mcu.peripherals[0x40060] = new Rosc(mcu, this.seed, () => this.sleep());
    mcu.peripherals[0x40050] = new Buzzer(mcu, BUZZER_SLICE, mcu.clock, (note) => this.heard(note));
    mcu.peripherals[0x14000] = new XipControl(mcu, flush);
    delayCrystal(mcu, mcu.clock, () => clock.skip());
    delayPll(mcu.pllSys, mcu.clock, () => this.board.pllNanos);
    delayPll(mcu.pllUsb, mcu.clock, () => this.board.pllNanos);
    this.wakes = connectDormantWake(mcu);
    this.lineClocks = connectFlash(mcu, this.flash, (is) => {
      mcu.flashView = is ? this.flash.nothing : this.flash.view;
    });
    connectMpu(mcu, (reason) => {
      this.fault ??= reason;
      clock.interrupt();
    });
    connectAdc(mcu, () => this.board);
    this.guardUnpoweredRam(connectMemoryPower(mcu));
    this.serial = new Serial(mcu);
    this.serial.plug(this.board.usb);
    const forget = connect(mcu.i2c[0], mcu.clock, this.display, {
      answers: (address, hertz) =>
        this.plugged && address === this.board.displayAddress && hertz <= this.board.displayHertz,
      shown: () => this.shown(),
    });
    forgetInReset(mcu, I2C0_RESET, forget);
    // A finger that was on a button when the chip was reset has let go; one that is there when it is
    // switched on has not.
    for (const [pin, high] of this.pins) this.setPin(pin, high || watchdogBefore !== null);

    this.watch.attach(mcu);

    mcu.sram.set(this.flash.bytes.subarray(0, 256), BOOT2 - SRAM);
    core.SP = BOOT2;
    core.LR = 0;
    core.PC = BOOT2;
  }

  clockChanged(hertz, fastest) {
    const { clock, fullClock } = this;
    clock.setFrequency(hertz);
    if (hertz > fastest) {
      const reason = `the system clock is ${hertz / 1e6} MHz, too much for the core's voltage`;
      this.events.push({ what: 'fault', nanos: clock.nanos, reason });
    }
    if (fullClock.since !== null) fullClock.nanos += clock.nanos - fullClock.since;
    fullClock.since = hertz > 48e6 ? clock.nanos : null;
  }

  // Nanoseconds above 48 MHz since the start.
  get fullClockNanos() {
    const { nanos, since } = this.fullClock;
    return Math.round(nanos + (since === null ? 0 : this.clock.nanos - since));
  }

  logger(core) {
    const nothing = () => {};
    return {
      debug: nothing,
      // rp2040js tells of SEV and does nothing; the executor relies on it.
      info: (_, message) => {
        if (message === 'SEV') core.eventRegistered = true;
      },
      warn: (_, message) => {
        if (/invalid memory address|undefined address|not implemented yet/.test(message)) {
          this.fault ??= message;
          this.clock.interrupt();
        }
      },
      error: (_, message) => {
        if (/not 32 bit aligned/.test(message)) this.fault ??= message;
      },
    };
  }

  breakpoint(at) {
    const { core } = this.mcu;
    if (at < 0x4000 && this.rom.call(at, core, this.mcu)) return;
    if (at === this.slices?.at) return this.slices.reached(this.mcu);
    if (this.watch.reached(at)) return;
    core.PC = at;
    this.hardFault(`breakpoint at ${at.toString(16)}`);
  }

  // A second fault locks the core up; then only the watchdog helps.
  hardFault(reason) {
    const { core } = this.mcu;
    const where = `${reason}, pc ${(core.PC >>> 0).toString(16)}, lr ${(core.LR >>> 0).toString(16)}`;
    this.events.push({ what: 'fault', nanos: this.clock.nanos, reason: where });
    if (core.IPSR === HARD_FAULT) {
      this.halted = true;
      this.clock.interrupt();
    } else {
      // What cannot be put onto the stack on the way into the handler is lost, and no second fault.
      core.exceptionEntry(HARD_FAULT);
      this.fault = null;
    }
  }

  // The bootrom was asked for something. Restarting as a drive ends what runs on the chip.
  romCalled(name, values) {
    this.romCalls.push({ name, values });
    if (name === 'UB') {
      this.halted = true;
      this.clock.interrupt();
    }
  }

  // An interrupt taken while RAM has no power puts its registers nowhere.
  guardUnpoweredRam(isUnpowered) {
    const { core } = this.mcu;
    const { exceptionEntry } = core;
    core.exceptionEntry = (number) => {
      if (isUnpowered()) {
        const reason = `exception ${number} while RAM has no power`;
        this.events.push({ what: 'fault', nanos: this.clock.nanos, reason });
        this.halted = true;
        this.clock.interrupt();
      }
      exceptionEntry.call(core, number);
    };
  }

  // The buzzer plays another note, or none.
  heard(note) {
    this.notes.push({ nanos: this.clock.nanos, ...note });
  }

  // All oscillators stop, until a pin says otherwise.
  sleep() {
    this.dormant = true;
    this.clock.stop();
    this.wakeIfAsked();
  }

  // The ring oscillator starts, which takes its time; until then nobody sees what the pins do.
  wakeIfAsked() {
    if (!this.dormant || this.waking || !this.wakes()) return;
    this.waking = true;
    const { mcu } = this;
    const start = () => {
      if (this.mcu !== mcu) return;
      this.dormant = false;
      this.waking = false;
      this.clock.resume();
      this.clock.interrupt();
    };
    this.clock.createAlarm(start).schedule(RING_START_NANOS);
  }

  // Lets time pass while the core is kept busy by the flash; how much of it passed before a cut, or
  // before the watchdog bit.
  pass(nanos) {
    const { clock } = this;
    const began = clock.nanos;
    const end = began + nanos;
    if (this.busyUntilCut <= nanos) this.cutAt = Math.min(this.cutAt, began + this.busyUntilCut);
    this.busyUntilCut -= nanos;
    let stop = Math.min(end, this.cutAt);
    while (clock.next <= stop) {
      clock.moveTo(Math.max(clock.next, clock.nanos));
      clock.ring();
      if (this.bitten) {
        stop = clock.nanos;
        break;
      }
    }
    clock.moveTo(Math.max(stop, clock.nanos));
    clock.plan();
    if (stop < end) clock.interrupt();
    return (stop - began) / nanos;
  }

  // The end of a transaction on the bus: perhaps the picture is the one wanted.
  shown() {
    if (this.wanted && this.wanted(this.display.picture())) {
      this.found = true;
      this.clock.interrupt();
    }
  }

  drain() {
    if (!this.rtt || !this.probed) return;
    const view = this.mcu.sramView;
    const at = this.rtt - SRAM;
    // After the name: two counts, then the first buffer's name, place, size, written, read.
    const buffer = view.getUint32(at + 28, true) - SRAM;
    const size = view.getUint32(at + 32, true);
    const written = view.getUint32(at + 36, true);
    let read = view.getUint32(at + 40, true);
    if (written === read || size > 65536 || written >= size || read >= size) return;
    if (buffer < 0 || buffer + size > this.mcu.sram.length) return;
    if (view.getUint32(at, true) !== 0x47474553) return;
    const bytes = [];
    for (; read !== written; read = (read + 1) % size) bytes.push(this.mcu.sram[buffer + read]);
    view.setUint32(at + 40, read, true);
    const { nanos } = this.clock;
    for (const line of this.log.lines(bytes)) this.lines.push({ nanos, ...line });
  }

  // Runs for so many nanoseconds, or until the wanted picture, a reset or a cut. Says why it ended.
  run(nanos) {
    const { clock } = this;
    const end = clock.nanos + nanos;
    this.found = false;
    for (;;) {
      const { mcu } = this;
      const { core } = mcu;
      this.drain();
      if (clock.nanos >= this.cutAt) return this.cut();
      if (this.found) return 'picture';
      if (clock.nanos >= end) return 'time';
      if (this.bitten) {
        const watchdog = mcu.peripherals[WATCHDOG];
        this.events.push({ what: 'watchdog', nanos: clock.nanos, reason: String(watchdog.reason) });
        this.boot(clock.nanos, watchdog);
        return 'reset';
      }
      if (this.fault) {
        const reason = this.fault;
        this.fault = null;
        this.hardFault(reason);
      }
      clock.limit = Math.min(end, this.cutAt, clock.nanos + DRAIN_NANOS);
      if (core.waiting || this.halted || this.dormant) {
        // Nothing happens before the next alarm.
        clock.moveTo(Math.max(clock.nanos, Math.min(clock.next, end, this.cutAt)));
      } else {
        clock.plan();
        this.translator.run();
      }
      clock.ring();
      // The second boot stage sets the flash's clock.
      if (mcu.cache) {
        mcu.cache.divider = mcu.peripherals[SSI].baudr || 2;
        mcu.cache.lineClocks = this.lineClocks();
      }
    }
  }

  // The power goes: what was on its way to flash is half done, everything else is lost.
  cut() {
    this.collect();
    this.cutAt = Infinity;
    this.busyUntilCut = Infinity;
    this.mcu = null;
    for (const pin of this.pins.keys()) this.setPin(pin, true);
    return 'cut';
  }

  // Keeps the counts of a chip that is about to go.
  collect() {
    if (!this.mcu) return;
    this.drain();
    this.counters();
  }

  counters() {
    for (const { name, calls } of this.watch.functions.values()) {
      // A long game has more slices than a call takes arguments.
      this.calls.set(name, (this.calls.get(name) ?? []).concat(calls.splice(0)));
    }
    this.misses = this.mcu.cache?.misses ?? 0;
  }

  setPin(pin, high) {
    this.pins.set(pin, high);
    if (!this.mcu) return;
    const gpio = this.mcu.gpio[pin];
    gpio.setInputValue(high);
    if (!this.dormant) return;
    this.wakeIfAsked();
  }

  // A probe that is pulled out while it reads leaves the buffer in its blocking mode, and full.
  pullProbe() {
    this.drain();
    this.probed = false;
    const view = this.mcu.sramView;
    const at = this.rtt - SRAM;
    const [size, written] = [view.getUint32(at + 32, true), view.getUint32(at + 36, true)];
    view.setUint32(at + 40, (written + 2) % size, true);
    view.setUint32(at + 44, 2, true);
  }
}
