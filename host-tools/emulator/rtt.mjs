// The debug probe, which empties the buffer of the firmware's log in RAM.

import { Log } from './log.mjs';

const SRAM = 0x20000000;
// The first letters of the buffer's name, "SEGG".
const NAME = 0x47474553;
// After the name and two counts: the first buffer's name, place, size, written, read and mode.
const [PLACE, SIZE, WRITTEN, READ, MODE] = [28, 32, 36, 40, 44];
const BLOCKING = 2;

export class Rtt {
  constructor(ram) {
    this.ram = ram;
    this.view = new DataView(ram.buffer);
    this.at = null;
    this.log = null;
    // Whether the probe is connected.
    this.probed = true;
  }

  attach({ symbols, log }) {
    const address = symbols.get('_SEGGER_RTT');
    this.at = address === undefined ? null : address - SRAM;
    this.log = new Log(log);
  }

  word(offset) {
    return this.view.getUint32(this.at + offset, true);
  }

  // Reads the lines that the firmware has written.
  drain() {
    if (this.at === null || !this.probed) return [];
    const [place, size, written] = [this.word(PLACE) - SRAM, this.word(SIZE), this.word(WRITTEN)];
    let read = this.word(READ);
    // Before the firmware has initialised it, the buffer's header can have any contents.
    const isValid = this.word(0) === NAME && size <= 65536 && written < size && read < size;
    if (!isValid || place < 0 || place + size > this.ram.length) return [];
    const bytes = [];
    for (; read !== written; read = (read + 1) % size) bytes.push(this.ram[place + read]);
    this.view.setUint32(this.at + READ, read, true);
    return this.log.lines(bytes);
  }

  // Disconnects the probe while it reads, which leaves the buffer full and in the mode in which the firmware waits for
  // the probe.
  pull() {
    this.probed = false;
    this.view.setUint32(this.at + READ, (this.word(WRITTEN) + 2) % this.word(SIZE), true);
    this.view.setUint32(this.at + MODE, BLOCKING, true);
  }
}
