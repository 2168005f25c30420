// Records calls of a function, to be executed by another model of the processor: RAM and registers before and after each.

import { mkdirSync, writeFileSync } from 'node:fs';

export class Slices {
  // The function is in flash. The files are written to the folder: the flash as it is, then for each of
  // `count` calls the RAM before and after it, and the registers and flags.
  constructor(watch, at, count, folder) {
    this.watch = watch;
    this.at = at;
    this.count = count;
    this.folder = folder;
    this.done = 0;
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/flash`, watch.flash.bytes);
    watch.stopAt(at);
  }

  // Handles a breakpoint: executes the call by rp2040js; false if it is another function or there were enough calls.
  reached(at) {
    if (at !== this.at || this.done === this.count) return false;
    const { core } = this.watch.chip;
    core.PC = at;
    const [back, stack] = [core.LR & ~1, core.SP];
    const before = this.record('before');
    let instructions = 0;
    this.watch.execute(at, () => ++instructions && core.PC === back && core.SP === stack);
    const after = this.record('after');
    writeFileSync(`${this.folder}/${this.done}.json`, JSON.stringify({ before, after, instructions }));
    this.done++;
    return true;
  }

  record(when) {
    const { core, sram } = this.watch.chip;
    writeFileSync(`${this.folder}/${this.done}.${when}`, sram);
    const flags = (core.N << 31) | (core.Z << 30) | (core.C << 29) | (core.V << 28);
    return { registers: [...core.registers].map((value) => value >>> 0), flags: flags >>> 0 };
  }
}
