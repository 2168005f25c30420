// NOR flash by its real rules: an erase sets every bit of a 4 KB sector, a program only clears bits,
// 256 bytes at a time, both take their time, and a power cut leaves either half done.

export const SIZE = 16 << 20;
const SECTOR = 4096;
const PAGE = 256;

// Typical figures of a W25Q128JV (its data sheet gives 400 ms and 3 ms as the worst), and the page
// on its way there by the bootrom, one bit at a time.
const ERASE_NANOS = 45e6;
const PROGRAM_NANOS = 0.4e6 + 0.1e6;

export class Flash {
  constructor() {
    this.bytes = new Uint8Array(SIZE).fill(0xff);
    this.halves = new Uint16Array(this.bytes.buffer);
    this.view = new DataView(this.bytes.buffer);
    this.random = 1;
    // How often each was done, and how often bits were asked for that are not erased.
    this.erases = 0;
    this.programs = 0;
    this.unerased = 0;
  }

  // xorshift: what a cut leaves behind is chance, but the same chance every time.
  bit(chance) {
    this.random ^= this.random << 13;
    this.random ^= this.random >>> 17;
    this.random ^= this.random << 5;
    return (this.random >>> 0) / 2 ** 32 < chance;
  }

  // `wait(nanos)` lets time pass and gives back how much of it did, from 0 to 1, before the power
  // was cut.
  erase(offset, count, wait) {
    for (let at = offset; at < offset + count; at += SECTOR) {
      const done = wait(ERASE_NANOS);
      this.erases++;
      if (done >= 1) this.bytes.fill(0xff, at, at + SECTOR);
      else return this.half(at, SECTOR, done, (old, mask) => old | mask);
    }
  }

  program(offset, data, wait) {
    for (let at = 0; at < data.length; at += PAGE) {
      const page = data.subarray(at, at + PAGE);
      const done = wait(PROGRAM_NANOS);
      this.programs++;
      for (let i = 0; i < page.length; i++) {
        // Ones are how a driver leaves a byte alone.
        if (page[i] !== 0xff && page[i] & ~this.bytes[offset + at + i]) this.unerased++;
      }
      const clear = (old, mask, i) => old & (page[i] | ~mask);
      if (done < 1) return this.half(offset + at, page.length, done, clear);
      for (let i = 0; i < page.length; i++) this.bytes[offset + at + i] &= page[i];
    }
  }

  // Every bit has changed already with the chance that corresponds to the time it had.
  half(at, length, chance, change) {
    for (let i = 0; i < length; i++) {
      let mask = 0;
      for (let bit = 0; bit < 8; bit++) mask |= this.bit(chance) << bit;
      this.bytes[at + i] = change(this.bytes[at + i], mask, i);
    }
  }
}
