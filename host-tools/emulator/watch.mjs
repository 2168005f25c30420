// Counts the calls of functions, and their cycles, with breakpoints as a debugger would set them:
// nothing is paid where none is.
//
// A call ends when its return address is reached with the stack as it was. Time in exceptions that
// interrupt a call does not count for it.

const BKPT = 0xbeff;

export class Watch {
  constructor(chip) {
    this.chip = chip;
    this.places = new Map(); // address -> the instruction there
    this.functions = new Map(); // address -> function
    this.running = [];
    this.exceptions = [];
    const { core } = chip;
    const enter = core.exceptionEntry;
    core.exceptionEntry = (number) => {
      this.exceptions.push(core.cycles);
      // From the last instruction to the first of the handler (Cortex-M0+ reference manual, 3.6).
      core.cycles += 15;
      enter.call(core, number);
    };
    const leave = core.exceptionReturn;
    core.exceptionReturn = (value) => {
      leave.call(core, value);
      const began = this.exceptions.pop();
      if (began === undefined) return;
      const level = this.exceptions.length;
      for (const call of this.running) {
        if (call.level === level) call.elsewhere += core.cycles - began;
      }
    };
  }

  add(name, address) {
    this.functions.set(address, { name, calls: [] });
    this.stopAt(address);
  }

  write(address, value) {
    const { flash, sramView } = this.chip;
    if (address >>> 24 === 0x10) new DataView(flash.buffer).setUint16(address & 0xffffff, value, true);
    else sramView.setUint16(address - 0x20000000, value, true);
  }

  stopAt(address) {
    if (this.places.has(address)) return;
    this.places.set(address, this.chip.readUint16(address));
    this.write(address, BKPT);
  }

  // A breakpoint was reached; false if it is none of ours.
  reached(address) {
    const instruction = this.places.get(address);
    if (instruction === undefined) return false;
    const { core } = this.chip;
    // The breakpoint itself took no time.
    core.cycles -= 1;
    for (let i = this.running.length - 1; i >= 0; i--) {
      const call = this.running[i];
      if (call.back === address && call.stack === core.SP) {
        call.counted.calls.push([core.cycles - call.began - call.elsewhere, call.misses()]);
        this.running.splice(i, 1);
      }
    }
    const counted = this.functions.get(address);
    if (counted) {
      const back = core.LR & ~1;
      this.stopAt(back);
      const missesBefore = this.chip.cache?.misses ?? 0;
      this.running.push({
        counted,
        back,
        stack: core.SP,
        began: core.cycles,
        elsewhere: 0,
        level: this.exceptions.length,
        misses: () => (this.chip.cache?.misses ?? 0) - missesBefore,
      });
    }
    // The instruction that belongs here, with interrupts held back so that it is this one.
    core.PC = address;
    this.write(address, instruction);
    const held = core.interruptsUpdated;
    core.interruptsUpdated = false;
    core.executeInstruction();
    core.interruptsUpdated ||= held;
    this.write(address, BKPT);
    return true;
  }

  remove() {
    for (const [address, instruction] of this.places) this.write(address, instruction);
    this.places.clear();
  }
}
