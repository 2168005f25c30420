// The handheld's board: an RP2040, its flash, a display on I2C0 and six buttons.

import { RP2040 } from 'rp2040js';
import { DEFAULT } from './board.mjs';
import { Buzzer } from './buzzer.mjs';
import { Cache } from './cache.mjs';
import { Clock } from './clock.mjs';
import { Contacts } from './contacts.mjs';
import { Flash } from './flash.mjs';
import { connect } from './i2c.mjs';
import { connectMpu } from './mpu.mjs';
import {
  CoreRegulator, Rosc, XipControl, connectAdc, connectDormantWake, connectMemoryPower, delayCrystal, delayPll, onReset,
} from './peripherals.mjs';
import { Rom } from './rom.mjs';
import { Rtt } from './rtt.mjs';
import { Serial } from './serial.mjs';
import { connectFlash } from './ssi.mjs';
import { Ssd1306 } from './ssd1306.mjs';
import { Translator } from './translate.mjs';
import { Watch } from './watch.mjs';

// As in `board.rs` of the firmware. A pressed button connects its pin to ground.
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
// The bytes of RAM at power-up. They are random on a real chip; here they show how deep the stack has been.
const PAINT = 0xcc;
// After a reset the chip runs from its ring oscillator.
const RING_HERTZ = 6.5e6;
const RING_START_NANOS = 1e4;
// The log's buffer is emptied at least this often.
const DRAIN_NANOS = 1e6;

// An RP2040 whose reset does not erase the flash.
class Mcu extends RP2040 {
  reset() {
    this.core.reset();
    this.pwm.reset();
  }
}

export class Chip {
  // `last` is a board that is no longer used. Its memory is used again and erased; the code that was translated for it
  // need not be translated again for the same firmware.
  constructor(last = null) {
    this.flash = new Flash(last?.flash.bytes);
    this.clock = last?.clock ?? new Clock();
    this.clock.start({ cycles: 0 }, 0);
    this.ram = last?.ram ?? new Uint8Array(264 * 1024);
    this.registers = last?.registers ?? new Uint32Array(16);
    this.translator = last?.translator ?? new Translator(this.flash, this.ram, this.registers, this.clock);
    this.watch = new Watch(this.flash, () => this.translator.forget());
    this.rtt = new Rtt(this.ram);
    this.board = { ...DEFAULT };
    this.display = new Ssd1306();
    this.plugged = true;
    this.pins = new Map();
    this.contacts = new Contacts(this.clock, (pin, high) => this.setPin(pin, high));
    // The bootrom's functions that were called.
    this.romCalls = [];
    this.cached = false;
    this.firmware = null;
    // The end of the firmware in flash.
    this.codeEnd = 0;
    // The log, faults and resets, and what the buzzer has played.
    this.lines = [];
    this.events = [];
    this.notes = [];
    // The chip while it has power, or null.
    this.mcu = null;
    // Whether a picture is the one that ends the run.
    this.wanted = null;
    this.cutAt = Infinity;
    // The power is cut after so many nanoseconds in which the flash was busy.
    this.busyUntilCut = Infinity;
    this.misses = 0;
    // The recording of a function's calls, if there is one.
    this.slices = null;
  }

  // Changes properties of the board.
  solder(board) {
    this.board = { ...this.board, ...board };
    this.flash.solder(this.board);
    this.translator.forget();
    this.contacts.bounces = this.board.bounce;
    this.serial?.plug(this.board.usb);
    this.display.controller = this.board.controller;
  }

  // Changes bytes of flash without erasing and programming.
  put(at, bytes) {
    this.flash.put(at, bytes);
    if (at < this.codeEnd) this.translator.forget();
  }

  // Flashes a firmware. The calls of the functions `watched` are counted.
  flashFirmware(firmware, watched) {
    this.watch.remove();
    this.codeEnd = firmware.flash.length;
    this.put(0, firmware.flash);
    // Code that the firmware copies to RAM at its start, and never changes.
    const [start, end] = ['start', 'end'].map((which) => firmware.symbols.get(`__thinking_${which}`) ?? 0);
    this.translator.codeInRam = { start, end };
    this.firmware = firmware;
    this.rtt.attach(firmware);
    // Bit 0 of a function's address is its mode.
    for (const name of watched) this.watch.add(name, firmware.symbol(name) & ~1);
  }

  // Switches on. RAM and display lose their contents, flash keeps its own.
  powerOn(seed) {
    this.seed = seed;
    this.display.powerUp();
    this.ram.fill(PAINT);
    this.coreRegisters = new Map(CoreRegulator.POWER_ON);
    this.boot(0, null);
  }

  // Starts the chip by the second boot stage, as its bootrom does. `watchdogBefore` is the watchdog that has reset it, if
  // one has.
  boot(nanos, watchdogBefore) {
    const { clock } = this;
    this.collect();
    this.rtt.log.restart();
    const mcu = new Mcu(clock.chip);
    this.mcu = mcu;
    const { core } = mcu;
    clock.start(core, nanos);
    clock.setFrequency(RING_HERTZ);
    mcu.clkSys = RING_HERTZ;
    const regulator = new CoreRegulator(mcu, this.coreRegisters);
    mcu.peripherals[0x40064] = regulator;
    // The time in which the system clock was above USB's 48 MHz.
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
      this.watchdogFired = true;
      clock.interrupt();
    };
    this.watchdogFired = false;

    mcu.cache = this.cached ? new Cache(core, mcu) : null;
    this.translator.attach(core, mcu.cache);
    const flush = () => mcu.cache?.flush();
    this.rom = new Rom(this.flash, (nanos) => this.pass(nanos), flush, (name) => this.romCalled(name));
    this.rom.install(mcu.bootrom);
    mcu.peripherals[0x40060] = new Rosc(mcu, this.seed, () => this.sleep());
    mcu.peripherals[0x40050] = new Buzzer(mcu, BUZZER_SLICE, mcu.clock, (note) => {
      this.notes.push({ nanos: clock.nanos, ...note });
    });
    mcu.peripherals[0x14000] = new XipControl(mcu, flush);
    delayCrystal(mcu, mcu.clock, () => clock.skip());
    for (const pll of [mcu.pllSys, mcu.pllUsb]) delayPll(pll, mcu.clock, () => this.board.pllNanos);
    this.wakes = connectDormantWake(mcu);
    this.lineClocks = connectFlash(mcu, this.flash, (is) => {
      mcu.flashView = is ? this.flash.nothing : this.flash.view;
    });
    connectMpu(mcu, (reason) => {
      this.fault ??= reason;
      clock.interrupt();
    });
    connectAdc(mcu, () => this.board);
    connectMemoryPower(mcu, (reason) => {
      this.report(reason);
      this.halt();
    });
    this.serial = new Serial(mcu);
    this.serial.plug(this.board.usb);
    const forget = connect(mcu.i2c[0], mcu.clock, this.display, {
      answers: (address, hertz) =>
        this.plugged && address === this.board.displayAddress && hertz <= this.board.displayHertz,
      shown: () => this.shown(),
    });
    onReset(mcu, I2C0_RESET, forget);
    // Buttons that are pressed at power-on stay pressed; a reset by the watchdog releases them.
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
    if (hertz > fastest) this.report(`the system clock is ${hertz / 1e6} MHz, too much for the core's voltage`);
    if (fullClock.since !== null) fullClock.nanos += clock.nanos - fullClock.since;
    fullClock.since = hertz > 48e6 ? clock.nanos : null;
  }

  // Adds a fault to the events.
  report(reason) {
    this.events.push({ what: 'fault', nanos: this.clock.nanos, reason });
  }

  // Nanoseconds above 48 MHz since the start.
  get fullClockNanos() {
    const { nanos, since } = this.fullClock;
    return Math.round(nanos + (since === null ? 0 : this.clock.nanos - since));
  }

  logger(core) {
    return {
      debug() {},
      // rp2040js only logs SEV; the executor relies on its effect.
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
    if (this.slices?.reached(at)) return;
    if (this.watch.reached(at)) return;
    core.PC = at;
    this.hardFault(`breakpoint at ${at.toString(16)}`);
  }

  halt() {
    this.halted = true;
    this.clock.interrupt();
  }

  // Enters the handler of hard faults. A second fault stops the core until the watchdog resets it.
  hardFault(reason) {
    const { core } = this.mcu;
    this.report(`${reason}, pc ${(core.PC >>> 0).toString(16)}, lr ${(core.LR >>> 0).toString(16)}`);
    if (core.IPSR === HARD_FAULT) {
      this.halt();
    } else {
      // A failed write to the stack on the way into the handler is no second fault.
      core.exceptionEntry(HARD_FAULT);
      this.fault = null;
    }
  }

  // Records the call of a function of the bootrom. A restart as a drive stops the core.
  romCalled(name) {
    this.romCalls.push(name);
    if (name === 'UB') this.halt();
  }

  // Stops all oscillators until a pin wakes the chip.
  sleep() {
    this.dormant = true;
    this.clock.stop();
    this.wakeIfRequested();
  }

  // Starts the ring oscillator if a pin requests it. Until it runs, pins are not observed.
  wakeIfRequested() {
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

  // Lets time pass while the core waits for the flash. Returns the part of it, from 0 to 1, that passed until a power cut
  // or a reset by the watchdog.
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
      if (this.watchdogFired) {
        stop = clock.nanos;
        break;
      }
    }
    clock.moveTo(Math.max(stop, clock.nanos));
    clock.plan();
    if (stop < end) clock.interrupt();
    return (stop - began) / nanos;
  }

  // Called at the end of every transaction with the display.
  shown() {
    if (this.wanted?.(this.display.picture())) {
      this.found = true;
      this.clock.interrupt();
    }
  }

  drain() {
    const { nanos } = this.clock;
    for (const line of this.rtt.drain()) this.lines.push({ nanos, ...line });
  }

  // Runs for so many nanoseconds, or until the wanted picture, a reset or a power cut. Returns why it ended.
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
      if (this.watchdogFired) {
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
        // The core executes nothing before the next alarm.
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

  // Cuts the power.
  cut() {
    this.collect();
    this.cutAt = Infinity;
    this.busyUntilCut = Infinity;
    this.mcu = null;
    for (const pin of this.pins.keys()) this.setPin(pin, true);
    return 'cut';
  }

  // Collects the log and the cache misses of the chip.
  collect() {
    if (!this.mcu) return;
    this.drain();
    this.misses = this.mcu.cache?.misses ?? 0;
  }

  setPin(pin, high) {
    this.pins.set(pin, high);
    if (!this.mcu) return;
    this.mcu.gpio[pin].setInputValue(high);
    this.wakeIfRequested();
  }
}
