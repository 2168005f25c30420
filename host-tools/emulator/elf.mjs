// A linked firmware: what goes into flash, where its parts are, and what its log's numbers mean.

const FLASH = 0x10000000;
const FLASH_SIZE = 16 << 20;
const LOADED = 1; // a segment's kind
const SYMBOLS = 2; // a section's kind

// Releases of defmt's wire format that log.mjs reads, and the frames it expects.
const LOG_VERSIONS = ['3', '4'];
const LOG_ENCODING = 'rzcobs';

export class Firmware {
  // Reads an ELF file of 32 bits, lowest byte first.
  constructor(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < 52 || this.view.getUint32(0) !== 0x7f454c46) throw new Error('no ELF file');
    if (bytes[4] !== 1 || bytes[5] !== 1) throw new Error('an ELF file of another kind of chip');
    this.segments = this.readSegments();
    this.sections = this.readSections();
    this.symbols = new Map();
    const log = [];
    for (const { name, address, section } of this.readSymbols()) {
      this.symbols.set(name, address);
      if (/^\.defmt(\.|$)/.test(section?.name)) log.push([address, name]);
    }
    this.log = this.readLog(log);
  }

  // The address of a symbol; one that has to be there.
  symbol(name) {
    const address = this.symbols.get(name);
    if (address === undefined) throw new Error(`the firmware has no ${name}`);
    return address;
  }

  // Rows of a table, each a function that reads its nth word.
  *rows(at, size, count) {
    for (let row = 0; row < count; row++) {
      yield (word) => this.view.getUint32(at + row * size + word * 4, true);
    }
  }

  text(at) {
    return new TextDecoder().decode(this.bytes.subarray(at, this.bytes.indexOf(0, at)));
  }

  // What goes into flash: bytes of the file, and their offset in flash.
  readSegments() {
    const { view } = this;
    const segments = [];
    const count = view.getUint16(44, true);
    for (const word of this.rows(view.getUint32(28, true), view.getUint16(42, true), count)) {
      const [kind, from, , address, length] = [0, 1, 2, 3, 4].map(word);
      if (kind !== LOADED || length === 0) continue;
      const to = address - FLASH;
      if (to < 0 || to + length > FLASH_SIZE) throw new Error('a part of it lies beside flash');
      if (from + length > this.bytes.length) throw new Error('it is cut short');
      segments.push({ bytes: this.bytes.subarray(from, from + length), to });
    }
    return segments;
  }

  readSections() {
    const { view } = this;
    const sections = [];
    const count = view.getUint16(48, true);
    for (const word of this.rows(view.getUint32(32, true), view.getUint16(46, true), count)) {
      const [name, kind, , , from, length, link] = [0, 1, 2, 3, 4, 5, 6].map(word);
      sections.push({ name, kind, from, length, link });
    }
    const names = sections[view.getUint16(50, true)];
    for (const section of sections) section.name = this.text(names.from + section.name);
    return sections;
  }

  *readSymbols() {
    const { view, sections } = this;
    const table = sections.find(({ kind }) => kind === SYMBOLS);
    if (!table) throw new Error('it has no symbols');
    const names = sections[table.link].from;
    for (let at = table.from; at < table.from + table.length; at += 16) {
      const name = this.text(names + view.getUint32(at, true));
      const section = sections[view.getUint16(at + 14, true)];
      yield { name, address: view.getUint32(at + 4, true), section };
    }
  }

  // defmt keeps its format strings out of the firmware: each is the name of a symbol, in JSON, whose
  // address is its number in the log.
  readLog(symbols) {
    const stated = (what) => {
      const pattern = new RegExp(`^"?_defmt_${what}_ = (\\w+)"?$`);
      const found = [...this.symbols.keys()].map((name) => name.match(pattern)?.[1]);
      return found.find((value) => value !== undefined);
    };
    if (!LOG_VERSIONS.includes(stated('version')) || stated('encoding') !== LOG_ENCODING) {
      throw new Error('its log is not of a kind that can be read');
    }
    const log = { formats: new Map(), timestamp: null };
    for (const [number, name] of symbols) {
      if (!name.startsWith('{')) continue;
      const { tag, data } = JSON.parse(name);
      if (tag === 'defmt_timestamp') log.timestamp = data;
      else log.formats.set(number, { tag, text: data });
    }
    return log;
  }
}
