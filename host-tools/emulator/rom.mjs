// The bootrom's table of functions. Each is a breakpoint and a return; the breakpoint calls what is here.

const BKPT = 0xbe00;
const BX_LR = 0x4770;
const FUNCTIONS = 0x100;
const CODE = 0x200;
const LOOKUP = 'lookup';
// Disables the interface, selects frames of eight bits and a sixth of the clock, and enables it.
const SSI = 0x18000000;
const PLAIN = [[SSI + 8, 0], [SSI, 7 << 16], [SSI + 0x14, 6], [SSI + 8, 1]];

export class Rom {
  // `wait` lets nanoseconds pass, see Flash; `flush()` empties the cache; `called` gets the name of every
  // function but the look-up and the copying.
  constructor(flash, wait, flush, called) {
    // RP2040 data sheet, 2.8.3: attach and leave the flash (IF, EX), erase and program it (RE, RP),
    // flush the cache and read in place again (FC, CX), copy words (C4), and restart as a drive (UB).
    this.names = [LOOKUP, 'IF', 'EX', 'RE', 'RP', 'FC', 'CX', 'C4', 'UB'];
    this.flash = flash;
    this.wait = wait;
    this.flush = flush;
    this.called = called;
  }

  install(bootrom) {
    const view = new DataView(bootrom.buffer);
    const half = (at, value) => view.setUint16(at, value, true);
    view.setUint32(0x10, 0x0201754d, true); // "Mu", 1, version 2
    half(0x14, FUNCTIONS);
    half(0x16, FUNCTIONS + 4 * this.names.length);
    this.names.forEach((name, i) => {
      const at = CODE + 4 * i;
      half(at, BKPT);
      half(at + 2, BX_LR);
      if (name === LOOKUP) half(0x18, at | 1);
      else {
        half(FUNCTIONS + 4 * (i - 1), name.charCodeAt(0) | (name.charCodeAt(1) << 8));
        half(FUNCTIONS + 4 * (i - 1) + 2, at | 1);
      }
    });
  }

  // Executes the function at this address; false if there is none.
  call(at, core, memory) {
    const name = this.names[(at - CODE) / 4];
    if (name === undefined) return false;
    const [a, b, c] = core.registers;
    const bytes = (from, count) =>
      Uint8Array.from({ length: count }, (_, i) => memory.readUint8(from + i));
    let result = a;
    if (name !== LOOKUP && name !== 'C4') this.called(name);
    switch (name) {
      case LOOKUP: {
        const code = String.fromCharCode(b & 0xff, (b >> 8) & 0xff);
        const place = this.names.indexOf(code);
        result = place < 0 ? 0 : (CODE + 4 * place) | 1;
        break;
      }
      case 'EX':
        // From here on the interface sends single bytes to the flash.
        for (const [register, value] of PLAIN) memory.writeUint32(register, value);
        break;
      case 'RE':
        this.flash.erase(a, b, this.wait);
        break;
      case 'RP':
        this.flash.program(a, bytes(b, c), this.wait);
        break;
      case 'FC':
        this.flush();
        break;
      case 'C4':
        bytes(b, c).forEach((byte, i) => memory.writeUint8(a + i, byte));
        core.cycles += c;
        break;
    }
    core.registers[0] = result;
    return true;
  }
}
