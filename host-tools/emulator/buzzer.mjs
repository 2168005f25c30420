// The PWM for the buzzer: its registers, and the sound of one channel. rp2040js's own PWM would raise an alarm for every
// period.

import { Registers } from './registers.mjs';

const CSR = 0x00;
const DIV = 0x04;
const CC = 0x0c;
const TOP = 0x10;
const SIZE = 0x14;
const ENABLED = 1;
// A note is set in several registers. Changes within this time are one change.
const TOGETHER_NANOS = 20e3;

export class Buzzer extends Registers {
  // `heard({ hertz, duty })` is called when the sound from the pin of a slice's first channel changes; 0 Hz is silence.
  constructor(chip, slice, clock, heard) {
    super(chip, 'PWM');
    this.slice = slice;
    this.last = { hertz: 0, duty: 0 };
    this.change = clock.createAlarm(() => {
      const { hertz, duty } = this.sound();
      if (hertz === this.last.hertz && duty === this.last.duty) return;
      this.last = { hertz, duty };
      heard(this.last);
    });
  }

  sound() {
    const read = (register) => this.readUint32(this.slice * SIZE + register) & 0xffff;
    const [top, level] = [read(TOP), read(CC)];
    if (!(read(CSR) & ENABLED) || level === 0) return { hertz: 0, duty: 0 };
    const divider = (read(DIV) & 0xfff) / 16 || 256;
    const hertz = Math.round(this.rp2040.clkSys / divider / (top + 1));
    return { hertz, duty: Math.round((1000 * level) / (top + 1)) / 1000 };
  }

  writeUint32(offset, value) {
    super.writeUint32(offset, value);
    if (Math.floor(offset / SIZE) === this.slice) this.change.schedule(TOGETHER_NANOS);
  }
}
