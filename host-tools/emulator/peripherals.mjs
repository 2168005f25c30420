// Registers that rp2040js leaves out, or answers too kindly.

import { BasePeripheral } from 'rp2040js';

// The ring oscillator's random bit: first a seed, most significant bit first, then xorshift.
export class Rosc extends BasePeripheral {
  constructor(chip, seed) {
    super(chip, 'ROSC');
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
    this.kept.set(offset, value);
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

// The crystal takes the time that STARTUP says, in steps of 256 of its cycles.
export function delayCrystal(chip, clock) {
  const xosc = chip.peripherals[0x40024];
  const alarm = clock.createAlarm(() => (xosc.stable = true));
  const write = xosc.writeUint32;
  xosc.writeUint32 = (offset, value) => {
    const before = xosc.stable;
    write.call(xosc, offset, value);
    if (!before && xosc.stable) {
      const steps = (xosc.startup & 0x3fff) * (xosc.startup >> 20 & 1 ? 4 : 1);
      xosc.stable = false;
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
