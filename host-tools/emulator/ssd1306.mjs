// The display: an SSD1306 with 128×64 pixels, the SH1106 that is sold as one, or the SSD1309 of larger panels. The SSD1309
// has no charge pump; it executes the parameter of the command for one as a command.
//
// The SH1106 has a memory of 132 columns, of which the panel shows the middle ones. It has only page addressing; it
// ignores the SSD1306's commands for other modes, and executes their parameters as commands.

const WIDTH = 128;
const PAGES = 8;
// Columns of the SH1106 before the panel's first.
const MARGIN = 2;

// The number of parameters of commands.
const ARGUMENTS = {
  0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2a: 5, 0x81: 1, 0x8d: 1, 0xa3: 2,
  0xa8: 1, 0xd3: 1, 0xd5: 1, 0xd9: 1, 0xda: 1, 0xdb: 1,
};

// The same for the SH1106.
const SH1106_ARGUMENTS = { 0x81: 1, 0xa8: 1, 0xad: 1, 0xd3: 1, 0xd5: 1, 0xd9: 1, 0xda: 1, 0xdb: 1 };

export class Ssd1306 {
  constructor() {
    this.controller = 'ssd1306';
    this.setUps = 0;
    this.powerUp();
  }

  get isSsd1309() {
    return this.controller === 'ssd1309';
  }
  get isSh1106() {
    return this.controller.startsWith('sh1106');
  }
  // The columns of the memory.
  get columnCount() {
    return this.isSh1106 ? WIDTH + 2 * MARGIN : WIDTH;
  }

  // The state after power-on: dark, with random contents of the memory.
  powerUp() {
    const length = this.columnCount * PAGES;
    this.memory = Uint8Array.from({ length }, (_, i) => (i * 37) ^ (i >> 3));
    this.on = false;
    // The SH1106's pump is on from the start, and the SSD1309 needs none.
    this.pump = this.isSh1106 || this.isSsd1309;
    this.inverse = false;
    this.allOn = false;
    this.remap = false;
    this.downward = false;
    this.startLine = 0;
    this.offset = 0;
    this.contrast = 0x7f;
    this.mode = 2;
    this.columns = [0, WIDTH - 1];
    this.pages = [0, PAGES - 1];
    this.column = 0;
    this.page = 0;
    this.begin();
  }

  // The answer to a read: whether the display is off, and a number by which its kind is recognised.
  status() {
    return (this.on ? 0 : 0x40) | (this.controller === 'sh1106' ? 0x08 : 0x03);
  }

  // Begins a transaction, whose first byte is a control byte.
  begin() {
    this.control = null;
    this.command = [];
  }

  write(byte) {
    if (this.control === null) {
      this.control = byte;
      return;
    }
    if (this.control & 0x40) this.data(byte);
    else this.instruct(byte);
    // With the continuation bit, one byte follows a control byte.
    if (this.control & 0x80) this.control = null;
  }

  data(byte) {
    this.memory[this.page * this.columnCount + this.column] = byte;
    const next = (value, [first, last], count) => (value === last ? first : (value + 1) % count);
    const { column, page, columns, pages } = this;
    if (this.isSh1106) this.column = Math.min(column + 1, this.columnCount - 1);
    else if (this.mode === 2) this.column = (column + 1) % WIDTH;
    else {
      const isVertical = this.mode === 1;
      if (!isVertical || page === pages[1]) this.column = next(column, columns, WIDTH);
      if (isVertical || column === columns[1]) this.page = next(page, pages, PAGES);
    }
  }

  instruct(byte) {
    this.command.push(byte);
    const [code, first, second] = this.command;
    const following = this.isSh1106 ? SH1106_ARGUMENTS : ARGUMENTS;
    const hasNone = this.isSsd1309 && code === 0x8d;
    if (!hasNone && this.command.length <= (following[code] ?? 0)) return;
    this.command = [];
    if (code === 0xd5) this.setUps++;
    const high = this.isSh1106 ? 15 : 7;
    if (code <= 0x0f) this.column = (this.column & 0xf0) | code;
    else if (code <= 0x1f) this.column = (this.column & 0x0f) | ((code & high) << 4);
    else if (this.isSh1106 && code < 0x40) return;
    else if (code === 0x20) this.mode = first & 3;
    else if (code === 0x21) {
      this.columns = [first & 127, second & 127];
      this.column = first & 127;
    } else if (code === 0x22) {
      this.pages = [first & 7, second & 7];
      this.page = first & 7;
    } else if (code >= 0x40 && code <= 0x7f) this.startLine = code & 63;
    else if (code === 0x81) this.contrast = first;
    else if (code === 0x8d && !this.isSh1106 && !this.isSsd1309) this.pump = (first & 4) !== 0;
    else if (code === 0xad) this.pump = (first & 1) !== 0;
    else if (code === 0xa0 || code === 0xa1) this.remap = code === 0xa1;
    else if (code === 0xa4 || code === 0xa5) this.allOn = code === 0xa5;
    else if (code === 0xa6 || code === 0xa7) this.inverse = code === 0xa7;
    else if (code === 0xae || code === 0xaf) this.on = code === 0xaf;
    else if (code >= 0xb0 && code <= 0xb7) this.page = code & 7;
    else if (code >= 0xc0 && code <= 0xcf) this.downward = (code & 8) !== 0;
    else if (code === 0xd3) this.offset = first & 63;
  }

  // The visible picture in the display's own byte order. The usual modules are mounted so that segment remap and downward
  // scan show the memory as it is.
  picture() {
    if (!this.on || !this.pump) return new Uint8Array(WIDTH * PAGES);
    if (this.allOn) return new Uint8Array(WIDTH * PAGES).fill(0xff);
    const shift = (this.startLine + this.offset) % 64;
    const seen = new Uint8Array(WIDTH * PAGES);
    const margin = (this.columnCount - WIDTH) / 2;
    for (let page = 0; page < PAGES; page++) {
      const from = page * this.columnCount + margin;
      seen.set(this.memory.subarray(from, from + WIDTH), page * WIDTH);
    }
    if (!this.remap || !this.downward || shift) {
      const memory = seen.slice();
      const lit = (x, y) => (memory[(y >> 3) * WIDTH + x] >> (y & 7)) & 1;
      seen.fill(0);
      for (let y = 0; y < 64; y++) {
        for (let x = 0; x < WIDTH; x++) {
          const row = ((this.downward ? y : 63 - y) + shift) % 64;
          seen[(y >> 3) * WIDTH + x] |= lit(this.remap ? x : 127 - x, row) << (y & 7);
        }
      }
    }
    if (this.inverse) for (let i = 0; i < seen.length; i++) seen[i] ^= 0xff;
    return seen;
  }
}
