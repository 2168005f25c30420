// The cache between the core and the flash: 16 KB, two ways of 1024 sets of 8 bytes (RP2040 data sheet, 2.6.3.1).
// rp2040js reads flash in no time; with the cache, every miss takes the time of the transfer.

const SETS = 1024;

// Deselecting and selecting the chip, in clocks of the flash.
const SELECT_CLOCKS = 2;

export class Cache {
  constructor(core, chip) {
    this.core = core;
    this.misses = 0;
    this.divider = 2;
    // Clocks of the flash for one line, by the settings of the second boot stage.
    this.lineClocks = 0;
    this.tags = [new Int32Array(SETS), new Int32Array(SETS)];
    this.oldest = new Uint8Array(SETS);
    this.flush();
    for (const read of ['readUint8', 'readUint16', 'readUint32']) {
      core[read] = (address) => {
        if (address >>> 24 === 0x10) this.touch((address & 0xffffff) >>> 3);
        return chip[read](address);
      };
    }
  }

  flush() {
    this.tags.forEach((way) => way.fill(-1));
    this.lastLine = -1;
  }

  touch(line) {
    // Most reads are in the same line as the one before.
    if (line === this.lastLine) return;
    this.lastLine = line;
    const set = line & (SETS - 1);
    const [first, second] = this.tags;
    if (first[set] === line) {
      this.oldest[set] = 1;
    } else if (second[set] === line) {
      this.oldest[set] = 0;
    } else {
      const way = this.oldest[set];
      this.tags[way][set] = line;
      this.oldest[set] = 1 - way;
      this.misses++;
      this.core.cycles += (this.lineClocks + SELECT_CLOCKS) * this.divider;
    }
  }
}
