// The display: an SSD1306 with 128×64 pixels behind an I2C address.

const WIDTH = 128;
const PAGES = 8;

// Commands that are followed by so many bytes.
const ARGUMENTS = {
  0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2a: 5, 0x81: 1, 0x8d: 1, 0xa3: 2,
  0xa8: 1, 0xd3: 1, 0xd5: 1, 0xd9: 1, 0xda: 1, 0xdb: 1,
};

export class Ssd1306 {
  constructor() {
    this.powerUp();
  }

  // As after its own reset: dark, and whatever was in its memory.
  powerUp() {
    this.memory = Uint8Array.from({ length: WIDTH * PAGES }, (_, i) => (i * 37) ^ (i >> 3));
    this.on = false;
    this.pump = false;
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

  // A transaction begins: the next byte is a control byte.
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
    this.memory[this.page * WIDTH + this.column] = byte;
    if (this.mode === 2) {
      this.column = (this.column + 1) % WIDTH;
      return;
    }
    const step = (value, [first, last]) => (value === last ? [first, true] : [(value + 1), false]);
    if (this.mode === 0) {
      const [column, carry] = step(this.column, this.columns);
      this.column = column % WIDTH;
      if (carry) this.page = step(this.page, this.pages)[0] % PAGES;
    } else {
      const [page, carry] = step(this.page, this.pages);
      this.page = page % PAGES;
      if (carry) this.column = step(this.column, this.columns)[0] % WIDTH;
    }
  }

  instruct(byte) {
    this.command.push(byte);
    const [code, first, second] = this.command;
    if (this.command.length <= (ARGUMENTS[code] ?? 0)) return;
    this.command = [];
    if (code <= 0x0f) this.column = (this.column & 0x70) | code;
    else if (code <= 0x1f) this.column = (this.column & 0x0f) | ((code & 7) << 4);
    else if (code === 0x20) this.mode = first & 3;
    else if (code === 0x21) {
      this.columns = [first & 127, second & 127];
      this.column = first & 127;
    } else if (code === 0x22) {
      this.pages = [first & 7, second & 7];
      this.page = first & 7;
    } else if (code >= 0x40 && code <= 0x7f) this.startLine = code & 63;
    else if (code === 0x81) this.contrast = first;
    else if (code === 0x8d) this.pump = (first & 4) !== 0;
    else if (code === 0xa0 || code === 0xa1) this.remap = code === 0xa1;
    else if (code === 0xa4 || code === 0xa5) this.allOn = code === 0xa5;
    else if (code === 0xa6 || code === 0xa7) this.inverse = code === 0xa7;
    else if (code === 0xae || code === 0xaf) this.on = code === 0xaf;
    else if (code >= 0xb0 && code <= 0xb7) this.page = code & 7;
    else if (code >= 0xc0 && code <= 0xcf) this.downward = (code & 8) !== 0;
    else if (code === 0xd3) this.offset = first & 63;
  }

  // What a person sees, in the display's own byte order. The usual modules are mounted so that
  // segment remap and downward scan show memory as it is.
  picture() {
    if (!this.on || !this.pump) return new Uint8Array(WIDTH * PAGES);
    if (this.allOn) return new Uint8Array(WIDTH * PAGES).fill(0xff);
    const shift = (this.startLine + this.offset) % 64;
    const seen = this.memory.slice();
    if (!this.remap || !this.downward || shift) {
      const lit = (x, y) => (this.memory[(y >> 3) * WIDTH + x] >> (y & 7)) & 1;
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
