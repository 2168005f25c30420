// A linked firmware: the contents of flash, its symbols, and the formats of its log.

const FLASH_START = 0x10000000;
const FLASH_SIZE = 16 << 20;
const LOADED = 1; // a kind of segments
const SYMBOLS = 2; // a kind of sections

export class Firmware {
  // Reads an ELF file of 32 bits, least significant byte first.
  constructor(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < 52 || this.view.getUint32(0) !== 0x7f454c46) throw new Error('not an ELF file');
    if (bytes[4] !== 1 || bytes[5] !== 1) throw new Error('an ELF file for another kind of chip');
    const half = (at) => this.view.getUint16(at, true);
    this.flash = this.readFlash(half(42), half(44));
    const sections = [...this.table(32, half(46), half(48))].map(([name, kind, , , from, length, link]) => {
      return { name, kind, from, length, link };
    });
    const names = sections[half(50)];
    for (const section of sections) section.name = this.text(names.from + section.name);
    const table = sections.find(({ kind }) => kind === SYMBOLS);
    if (!table) throw new Error('it has no symbols');
    this.symbols = new Map();
    this.log = { formats: new Map(), timestamp: null };
    for (let at = table.from; at < table.from + table.length; at += 16) {
      const name = this.text(sections[table.link].from + this.view.getUint32(at, true));
      const address = this.view.getUint32(at + 4, true);
      this.symbols.set(name, address);
      if (/^\.defmt(\.|$)/.test(sections[half(at + 14)]?.name)) this.addFormat(name, address);
    }
  }

  // The address of a symbol that must exist.
  symbol(name) {
    const address = this.symbols.get(name);
    if (address === undefined) throw new Error(`the firmware has no ${name}`);
    return address;
  }

  // The rows of a table whose place is in the header: seven words of each.
  *table(header, size, count) {
    const start = this.view.getUint32(header, true);
    for (let at = start; at < start + count * size; at += size) {
      yield [0, 1, 2, 3, 4, 5, 6].map((word) => this.view.getUint32(at + word * 4, true));
    }
  }

  text(at) {
    return new TextDecoder().decode(this.bytes.subarray(at, this.bytes.indexOf(0, at)));
  }

  // The contents of flash from its start. Gaps are as erased.
  readFlash(size, count) {
    const flash = new Uint8Array(FLASH_SIZE).fill(0xff);
    let end = 0;
    for (const [kind, from, , address, length] of this.table(28, size, count)) {
      if (kind !== LOADED || length === 0) continue;
      const to = address - FLASH_START;
      if (to < 0 || to + length > FLASH_SIZE) throw new Error('a part of it is outside flash');
      if (from + length > this.bytes.length) throw new Error('it is cut short');
      flash.set(this.bytes.subarray(from, from + length), to);
      end = Math.max(end, to + length);
    }
    return flash.subarray(0, end);
  }

  // The firmware contains no format strings of defmt: each is the name of a symbol, in JSON, whose address is its
  // number in the log.
  addFormat(name, number) {
    if (!name.startsWith('{')) return;
    const { tag, data } = JSON.parse(name);
    if (tag === 'defmt_timestamp') this.log.timestamp = data;
    else this.log.formats.set(number, { tag, text: data });
  }
}
