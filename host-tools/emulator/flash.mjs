// NOR flash: an erase sets every bit of a 4 KB sector, a program only clears bits, up to 256 bytes at a time, both take
// time, and a power cut leaves either unfinished.
//
// The chip may be smaller than the 16 MB through which it is addressed. It ignores the address bits it does not have, so
// its contents appear several times. All copies are written, so that a read is one array access.

import { Random } from './random.mjs';

const WINDOW = 16 << 20;
const SECTOR = 4096;
const PAGE = 256;

// Nanoseconds to erase a sector and to program a page: typical and longest times of a W25Q128JV, and the transfer of
// the page by the bootrom, one bit at a time.
const TYPICAL = { erase: 45e6, program: 0.4e6 + 0.1e6 };
const WORST = { erase: 400e6, program: 3e6 + 0.1e6 };
// A chip that does not become ready.
const NEVER = { erase: 3600e9, program: 3600e9 };

export class Flash {
  // An erased chip, in the memory of another if there is one.
  constructor(bytes = new Uint8Array(WINDOW)) {
    this.bytes = bytes.fill(0xff);
    this.halves = new Uint16Array(this.bytes.buffer);
    this.view = new DataView(this.bytes.buffer);
    this.solder({ flashSize: WINDOW, flashSlow: false, flashHangs: false, flashQuad: true });
    this.random = new Random(1);
    // The numbers of erased sectors, of programmed pages, and of bytes that were not erased before.
    this.erases = 0;
    this.programs = 0;
    this.unerased = 0;
  }

  // Changes properties of the chip. A new size erases it.
  solder({ flashSize, flashSlow, flashHangs, flashQuad }) {
    if (!Number.isInteger(Math.log2(flashSize)) || flashSize < 1 << 20 || flashSize > WINDOW) {
      throw new Error(`there is no flash of ${flashSize} bytes`);
    }
    if (flashSize !== this.size) this.bytes.fill(0xff);
    this.size = flashSize;
    this.times = flashSlow ? WORST : TYPICAL;
    if (flashHangs) this.times = NEVER;
    this.quad = flashQuad;
  }

  // The contents as quad reads give them if they are not enabled.
  get nothing() {
    return (this.ones ??= new DataView(new Uint8Array(WINDOW).fill(0xff).buffer));
  }

  // Winbond, W25Q, and the size as a power of two (JEDEC JEP106 and the chips' data sheets).
  get jedec() {
    return [0xef, 0x40, Math.log2(this.size)];
  }

  // The number that each chip has.
  get uniqueId() {
    return [0xe6, 0x61, 0x38, 0x52, 0x83, 0x4f, 0x2a, 0x2c];
  }

  // Changes bytes without erasing and programming.
  put(at, bytes) {
    for (let done = 0; done < bytes.length; ) {
      const place = (at + done) & (this.size - 1);
      const part = bytes.subarray(done, done + this.size - place);
      for (let copy = place; copy < WINDOW; copy += this.size) this.bytes.set(part, copy);
      done += part.length;
    }
  }

  // `wait(nanos)` lets time pass, and returns the part of it, from 0 to 1, that passed until a power cut.
  erase(offset, count, wait) {
    const erased = new Uint8Array(SECTOR).fill(0xff);
    for (let at = offset; at < offset + count; at += SECTOR) {
      const done = wait(this.times.erase);
      this.erases++;
      if (done >= 1) this.put(at, erased);
      else return this.interrupted(at, SECTOR, done, (old, mask) => old | mask);
    }
  }

  program(offset, data, wait) {
    for (let at = 0; at < data.length; at += PAGE) {
      const page = data.subarray(at, at + PAGE);
      const place = (offset + at) & (this.size - 1);
      const done = wait(this.times.program);
      this.programs++;
      for (let i = 0; i < page.length; i++) {
        // A driver leaves a byte unchanged by programming ones.
        if (page[i] !== 0xff && page[i] & ~this.bytes[place + i]) this.unerased++;
      }
      const clear = (old, mask, i) => old & (page[i] | ~mask);
      if (done < 1) return this.interrupted(place, page.length, done, clear);
      this.put(place, page.map((byte, i) => byte & this.bytes[place + i]));
    }
  }

  // Changes each bit with a chance that corresponds to the time until the power cut.
  interrupted(at, length, chance, change) {
    const place = at & (this.size - 1);
    const changed = new Uint8Array(length);
    for (let i = 0; i < length; i++) {
      let mask = 0;
      for (let bit = 0; bit < 8; bit++) mask |= (this.random.fraction() < chance) << bit;
      changed[i] = change(this.bytes[place + i], mask, i);
    }
    this.put(place, changed);
  }
}
