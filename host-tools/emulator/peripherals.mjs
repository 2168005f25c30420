// Registers that rp2040js leaves out, or answers too kindly.

import { BasePeripheral } from 'rp2040js';

// The ring oscillator's random bit: first a seed, most significant bit first, then xorshift.
export class Rosc extends BasePeripheral {
  // `dormant()` is called when all oscillators are to stop.
  constructor(chip, seed, dormant) {
    super(chip, 'ROSC');
    this.dormant = dormant;
    this.seed = seed >>> 0;
    this.given = 0;
    this.random = 0x2545f491;
    this.kept = new Map();
  }
  readUint32(offset) {
    if (offset === 0x18) return 0x80001000; // STATUS: stable, enabled
    if (offset !== 0x1c) return this.kept.get(offset) ?? 0;
    if (this.given < 32) return (this.seed >>> (31 - this.given++)) & 1;
    this.random ^= this.random << 13;
    this.random ^= this.random >>> 17;
    this.random ^= this.random << 5;
    return this.random & 1;
  }
  writeUint32(offset, value) {
    if (offset === 0x0c && value === 0x636f6d61) this.dormant();
    else this.kept.set(offset, value);
  }
}

// The cache's control registers. Flash is always ready: erasing and programming end before the
// function that does them returns.
export class XipControl extends BasePeripheral {
  constructor(chip, flush) {
    super(chip, 'XIP_CTRL');
    this.flush = flush;
  }
  readUint32(offset) {
    if (offset === 0x00) return 1; // CTRL: enabled
    if (offset === 0x08) return 3; // STAT: flushed, stream FIFO empty
    return 0;
  }
  writeUint32(offset) {
    if (offset === 0x04) this.flush();
  }
}

// The crystal takes the time that STARTUP says, in steps of 256 of its cycles. Who looks whether it is there
// looks again and again: `skip()` lets the time pass at once.
export function delayCrystal(chip, clock, skip) {
  const xosc = chip.peripherals[0x40024];
  const alarm = clock.createAlarm(() => (xosc.stable = true));
  const { readUint32: read, writeUint32: write } = xosc;
  let starting = false;
  xosc.readUint32 = (offset) => {
    if (offset === 4 && starting && !xosc.stable) skip();
    return read.call(xosc, offset);
  };
  xosc.writeUint32 = (offset, value) => {
    const before = xosc.stable;
    write.call(xosc, offset, value);
    if (!before && xosc.stable) {
      const steps = (xosc.startup & 0x3fff) * (xosc.startup >> 20 & 1 ? 4 : 1);
      xosc.stable = false;
      starting = true;
      alarm.schedule((steps * 256 * 1e9) / chip.xoscFreq);
    }
  };
}

// A peripheral held in reset forgets.
export function forgetInReset(chip, bit, forget) {
  const resets = chip.peripherals[0x4000c];
  const write = resets.writeUint32;
  resets.writeUint32 = (offset, value) => {
    const before = resets.reset;
    write.call(resets, offset, value);
    resets.reset_done = ~resets.reset & 0x1ffffff;
    if (offset === 0 && resets.reset & ~before & (1 << bit)) forget();
  };
}

// A PLL takes its time to lock. `nanos()` says how long, or null for ever.
export function delayPll(pll, clock, nanos) {
  const POWERED_DOWN = 0x21;
  const LOCK = 1 << 31;
  let since = null;
  const { readUint32, writeUint32 } = pll;
  pll.readUint32 = function (offset) {
    const value = readUint32.call(pll, offset);
    if (offset !== 0) return value;
    const takes = nanos();
    const locked = since !== null && takes !== null && clock.nanos - since >= takes;
    return locked ? value : value & ~LOCK;
  };
  pll.writeUint32 = function (offset, value) {
    writeUint32.call(pll, offset, value);
    if (offset !== 4) return;
    if (value & POWERED_DOWN) since = null;
    else since ??= clock.nanos;
  };
}

// Which edges and levels of a pin end the dormant state. `wakes()` looks at the pins.
export function connectDormantWake(chip) {
  const bank = chip.peripherals[0x40014];
  const FIRST = 0x160;
  const enabled = new Uint32Array(4);
  const { readUint32, writeUint32 } = bank;
  const place = (offset) => (offset - FIRST) >> 2;
  bank.readUint32 = function (offset) {
    if (offset >= FIRST && offset < FIRST + 16) return enabled[place(offset)];
    return readUint32.call(bank, offset);
  };
  bank.writeUint32 = function (offset, value) {
    if (offset >= FIRST && offset < FIRST + 16) enabled[place(offset)] = value;
    else writeUint32.call(bank, offset, value);
  };
  return () =>
    chip.gpio.some((pin, i) => (pin.irqStatus & (enabled[i >> 3] >>> (4 * (i & 7))) & 15) !== 0);
}

// The regulator of the core's voltage, whose registers a reset by the watchdog does not change.
export class CoreRegulator extends BasePeripheral {
  // At power-on: enabled, 1.1 V, and the reset was by power-on.
  static POWER_ON = [[0x0, 0x10b1], [0x4, 0x91], [0x8, 0x100]];
  constructor(chip, registers) {
    super(chip, 'VREG_AND_CHIP_RESET');
    this.registers = registers;
  }
  readUint32(offset) {
    return this.registers.get(offset) ?? 0;
  }
  writeUint32(offset, value) {
    this.registers.set(offset, value);
  }
  // The fastest system clock at this voltage: 133 MHz, or 200 from 1.15 V on (RP2040 data sheet, 2.15.3.1).
  get fastest() {
    const ABOVE_1_10_VOLTS = 0xc;
    return ((this.registers.get(0) >> 4) & 15) >= ABOVE_1_10_VOLTS ? 200e6 : 133e6;
  }
}

// The voltage of the flash, of the chip's pins and of the ADC's reference.
export function railOf({ volts, regulator }) {
  return regulator === 'ldo' ? Math.min(3.3, volts - 0.2) : 3.3;
}

// The analogue inputs, measured against the rail. The last pin may have a divider of the supply, of 200 and
// 100 kOhm, against which the pad's own resistors of some 60 kOhm pull if they are on; without one the pin
// follows those resistors, or floats. Behind the pins is the temperature diode (RP2040 data sheet, 4.9.5).
export function connectAdc(chip, board) {
  const INPUT = 3;
  const DIODE = 4;
  const pin = chip.gpio[26 + INPUT];
  const { adc } = chip;
  const read = adc.onADCRead;
  adc.onADCRead = (channel) => {
    const { volts, divider, celsius } = board();
    const rail = railOf(board());
    const set = (value) => {
      adc.channelValues[channel] = Math.max(0, Math.min(4095, Math.round((value / rail) * 4095)));
    };
    if (channel === INPUT) {
      const own = pin.pullupEnabled ? rail : 0;
      const pulled = pin.pullupEnabled || pin.pulldownEnabled;
      const held = pulled ? (volts / 3 / 67 + own / 60) / (1 / 67 + 1 / 60) : volts / 3;
      set(divider ? held : pulled ? own : 0.9);
    }
    if (channel === DIODE) set(adc.temperatueEnable ? 0.706 - 0.001721 * (celsius - 27) : 0);
    read(channel);
  };
}

// The part of SYSCFG that switches RAM off. `unpowered()` says whether any of it is.
export function connectMemoryPower(chip) {
  const POWER_DOWN = 0x18;
  const syscfg = chip.peripherals[0x40004];
  const { readUint32, writeUint32 } = syscfg;
  let down = 0;
  syscfg.readUint32 = (offset) => (offset === POWER_DOWN ? down : readUint32.call(syscfg, offset));
  syscfg.writeUint32 = (offset, value) => {
    if (offset === POWER_DOWN) down = value & 0xff;
    else writeUint32.call(syscfg, offset, value);
  };
  return () => down !== 0;
}
