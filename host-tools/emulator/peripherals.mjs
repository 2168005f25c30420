// Registers that rp2040js lacks, or that differ from the chip's.

import { Registers, addRegisters, intercept } from './registers.mjs';
import { Random } from './random.mjs';

// The ring oscillator. Its random bit gives a seed first, most significant bit first.
export class Rosc extends Registers {
  // `dormant()` is called when the firmware stops all oscillators.
  constructor(chip, seed, dormant) {
    super(chip, 'ROSC');
    this.dormant = dormant;
    this.seed = seed >>> 0;
    this.seedBits = 32;
    this.random = new Random(0x2545f491);
  }
  readUint32(offset) {
    if (offset === 0x18) return 0x80001000; // STATUS: stable, enabled
    if (offset !== 0x1c) return super.readUint32(offset);
    if (this.seedBits > 0) return (this.seed >>> --this.seedBits) & 1;
    return this.random.bits() & 1;
  }
  writeUint32(offset, value) {
    if (offset === 0x0c && value === 0x636f6d61) this.dormant();
    else super.writeUint32(offset, value);
  }
}

// The cache's control registers.
export class XipControl extends Registers {
  constructor(chip, flush) {
    // CTRL: enabled. STAT: flushed, stream FIFO empty.
    super(chip, 'XIP_CTRL', new Map([[0x00, 1], [0x08, 3]]));
    this.flush = flush;
  }
  writeUint32(offset) {
    if (offset === 0x04) this.flush();
  }
}

// Gives the crystal the start time of its register STARTUP, in steps of 256 of its cycles. The firmware waits in a loop;
// `skip()` lets the time pass at once.
export function delayCrystal(chip, clock, skip) {
  const xosc = chip.peripherals[0x40024];
  const alarm = clock.createAlarm(() => (xosc.stable = true));
  let starting = false;
  intercept(xosc, {
    read(offset, original) {
      if (offset === 4 && starting && !xosc.stable) skip();
      return original(offset);
    },
    write(offset, value, original) {
      const before = xosc.stable;
      original(offset, value);
      if (before || !xosc.stable) return;
      const steps = (xosc.startup & 0x3fff) * (xosc.startup >> 20 & 1 ? 4 : 1);
      xosc.stable = false;
      starting = true;
      alarm.schedule((steps * 256 * 1e9) / chip.xoscFreq);
    },
  });
}

// Calls `reset()` when the reset controller resets a peripheral.
export function onReset(chip, bit, reset) {
  const resets = chip.peripherals[0x4000c];
  intercept(resets, {
    write(offset, value, original) {
      const before = resets.reset;
      original(offset, value);
      resets.reset_done = ~resets.reset & 0x1ffffff;
      if (offset === 0 && resets.reset & ~before & (1 << bit)) reset();
    },
  });
}

// Lets a PLL lock after `nanos()`; it never locks if that is null.
export function delayPll(pll, clock, nanos) {
  const POWERED_DOWN = 0x21;
  const LOCK = 1 << 31;
  let since = null;
  intercept(pll, {
    read(offset, original) {
      const value = original(offset);
      const delay = nanos();
      const isLocked = since !== null && delay !== null && clock.nanos - since >= delay;
      return offset === 0 && !isLocked ? value & ~LOCK : value;
    },
    write(offset, value, original) {
      original(offset, value);
      if (offset !== 4) return;
      if (value & POWERED_DOWN) since = null;
      else since ??= clock.nanos;
    },
  });
}

// The registers that select which edges and levels of a pin end the dormant state. The function that is returned is
// true if a pin has one of them.
export function connectDormantWake(chip) {
  const enabled = addRegisters(chip.peripherals[0x40014], 0x160, 4);
  return () =>
    chip.gpio.some((pin, i) => (pin.irqStatus & (enabled[i >> 3] >>> (4 * (i & 7))) & 15) !== 0);
}

// The regulator of the core's voltage, whose registers a reset by the watchdog does not change.
export class CoreRegulator extends Registers {
  // At power-on: enabled, 1.1 V, and the reset was by power-on.
  static POWER_ON = [[0x0, 0x10b1], [0x4, 0x91], [0x8, 0x100]];
  constructor(chip, registers) {
    super(chip, 'VREG_AND_CHIP_RESET', registers);
  }
  // The fastest system clock at this voltage: 133 MHz, or 200 from 1.15 V on (RP2040 data sheet, 2.15.3.1).
  get fastest() {
    const ABOVE_1_10_VOLTS = 0xc;
    return ((this.registers.get(0) >> 4) & 15) >= ABOVE_1_10_VOLTS ? 200e6 : 133e6;
  }
}

// The analogue inputs, measured against the rail. The last pin may have a divider of the supply, of 200 and 100 kOhm,
// against which the pad's own resistors of some 60 kOhm pull if they are on; without a divider the pin follows those
// resistors, or floats. The channel after the pins is the temperature diode (RP2040 data sheet, 4.9.5).
export function connectAdc(chip, board) {
  const INPUT = 3;
  const DIODE = 4;
  const pin = chip.gpio[26 + INPUT];
  const { adc } = chip;
  const read = adc.onADCRead;
  adc.onADCRead = (channel) => {
    const { volts, regulator, divider, celsius } = board();
    // The voltage of the flash, of the chip's pins and of the ADC's reference.
    const rail = regulator === 'ldo' ? Math.min(3.3, volts - 0.2) : 3.3;
    const set = (value) => {
      adc.channelValues[channel] = Math.max(0, Math.min(4095, Math.round((value / rail) * 4095)));
    };
    if (channel === INPUT) {
      const own = pin.pullupEnabled ? rail : 0;
      const isPulled = pin.pullupEnabled || pin.pulldownEnabled;
      const divided = isPulled ? (volts / 3 / 67 + own / 60) / (1 / 67 + 1 / 60) : volts / 3;
      set(divider ? divided : isPulled ? own : 0.9);
    }
    if (channel === DIODE) set(adc.temperatueEnable ? 0.706 - 0.001721 * (celsius - 27) : 0);
    read(channel);
  };
}

// The register of SYSCFG that switches RAM off. An exception saves registers to RAM; without power there it is a fault.
export function connectMemoryPower(chip, fault) {
  const { core } = chip;
  const down = addRegisters(chip.peripherals[0x40004], 0x18, 1);
  const { exceptionEntry } = core;
  core.exceptionEntry = (number) => {
    if (down[0] & 0xff) fault(`exception ${number} while RAM has no power`);
    exceptionEntry.call(core, number);
  };
}
