// Records calls of a function, to be executed by another model of the processor: RAM and registers before and after each.

import { mkdirSync, writeFileSync } from 'node:fs';

const BKPT = 0xbefe;

export class Slices {
  // The function is in flash. The files are written to the folder: the flash as it is, then for each of
  // `count` calls the RAM before and after it, and the registers and flags.
  constructor(flash, at, count, folder) {
    this.flash = flash;
    this.at = at;
    this.count = count;
    this.folder = folder;
    this.place = (at & 0xffffff) >> 1;
    this.instruction = flash.halves[this.place];
    this.done = 0;
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/flash`, flash.bytes);
    flash.halves[this.place] = BKPT;
  }

  // Executes the call by rp2040js, without interrupts.
  reached(chip) {
    const { core } = chip;
    this.flash.halves[this.place] = this.instruction;
    core.PC = this.at;
    const back = core.LR & ~1;
    const stack = core.SP;
    const before = this.record(chip, 'before');
    const held = core.interruptsUpdated;
    core.interruptsUpdated = false;
    let instructions = 0;
    while (core.PC !== back || core.SP !== stack) {
      core.executeInstruction();
      instructions++;
    }
    core.interruptsUpdated ||= held;
    const after = this.record(chip, 'after');
    writeFileSync(`${this.folder}/${this.done}.json`, JSON.stringify({ before, after, instructions }));
    this.done++;
    if (this.done < this.count) this.flash.halves[this.place] = BKPT;
  }

  record({ core, sram }, when) {
    writeFileSync(`${this.folder}/${this.done}.${when}`, sram);
    const flags = (core.N << 31) | (core.Z << 30) | (core.C << 29) | (core.V << 28);
    return { registers: [...core.registers].map((value) => value >>> 0), flags: flags >>> 0 };
  }
}
