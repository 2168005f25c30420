// NOR flash by its real rules: an erase sets every bit of a 4 KB sector, a program only clears bits,
// 256 bytes at a time, both take their time, and a power cut leaves either half done.
//
// The chip may be smaller than the window it is seen through. It ignores the address bits it does not
// have, so the window shows it several times over: every copy is kept the same, and reading stays a
// matter of one index.

const WINDOW = 16 << 20;
const SECTOR = 4096;
const PAGE = 256;

// Nanoseconds to erase a sector and to program a page: typical and worst figures of a W25Q128JV, and
// the page on its way there by the bootrom, one bit at a time.
const TYPICAL = { erase: 45e6, program: 0.4e6 + 0.1e6 };
const WORST = { erase: 400e6, program: 3e6 + 0.1e6 };
// One that does not get ready again while anybody waits.
const NEVER = { erase: 3600e9, program: 3600e9 };

export class Flash {
  // Erased, in memory that was another's if there is any.
  constructor(bytes = new Uint8Array(WINDOW)) {
    this.bytes = bytes.fill(0xff);
    this.halves = new Uint16Array(this.bytes.buffer);
    this.view = new DataView(this.bytes.buffer);
    this.solder({ flashSize: WINDOW, flashSlow: false, flashHangs: false, flashQuad: true });
    this.random = 1;
    // How often each was done, and how often bits were asked for that are not erased.
    this.erases = 0;
    this.programs = 0;
    this.unerased = 0;
  }

  // Another chip, erased.
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

  // What it reads as when it does not understand how it is asked.
  get nothing() {
    return (this.ones ??= new DataView(new Uint8Array(WINDOW).fill(0xff).buffer));
  }

  // Winbond, W25Q, and the size as a power of two (JEDEC JEP106 and the chips' data sheets).
  get jedec() {
    return [0xef, 0x40, Math.log2(this.size)];
  }

  // Its own number.
  get uniqueId() {
    return [0xe6, 0x61, 0x38, 0x52, 0x83, 0x4f, 0x2a, 0x2c];
  }

  // Bytes as if they had always been there.
  put(at, bytes) {
    for (let done = 0; done < bytes.length; ) {
      const place = (at + done) & (this.size - 1);
      const part = bytes.subarray(done, done + this.size - place);
      for (let copy = place; copy < WINDOW; copy += this.size) this.bytes.set(part, copy);
      done += part.length;
    }
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
    const erased = new Uint8Array(SECTOR).fill(0xff);
    for (let at = offset; at < offset + count; at += SECTOR) {
      const done = wait(this.times.erase);
      this.erases++;
      if (done >= 1) this.put(at, erased);
      else return this.half(at, SECTOR, done, (old, mask) => old | mask);
    }
  }

  program(offset, data, wait) {
    for (let at = 0; at < data.length; at += PAGE) {
      const page = data.subarray(at, at + PAGE);
      const place = (offset + at) & (this.size - 1);
      const done = wait(this.times.program);
      this.programs++;
      for (let i = 0; i < page.length; i++) {
        // Ones are how a driver leaves a byte alone.
        if (page[i] !== 0xff && page[i] & ~this.bytes[place + i]) this.unerased++;
      }
      const clear = (old, mask, i) => old & (page[i] | ~mask);
      if (done < 1) return this.half(place, page.length, done, clear);
      this.put(place, page.map((byte, i) => byte & this.bytes[place + i]));
    }
  }

  // Every bit has changed already with the chance that corresponds to the time it had.
  half(at, length, chance, change) {
    const place = at & (this.size - 1);
    const changed = new Uint8Array(length);
    for (let i = 0; i < length; i++) {
      let mask = 0;
      for (let bit = 0; bit < 8; bit++) mask |= this.bit(chance) << bit;
      changed[i] = change(this.bytes[place + i], mask, i);
    }
    this.put(place, changed);
  }
}
