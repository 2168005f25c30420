// Counts the calls of functions and their cycles, with breakpoints as a debugger sets them.
//
// A call ends when its return address is reached with the stack pointer as it was. Exceptions during a call do not count.

const BKPT = 0xbeff;

export class Watch {
  // `changed()` is called when a breakpoint is set.
  constructor(flash, changed) {
    this.flash = flash;
    this.changed = changed;
    this.places = new Map(); // address -> the instruction there
    this.functions = new Map(); // address -> function
  }

  // A chip that starts.
  attach(chip) {
    this.chip = chip;
    this.running = [];
    this.exceptions = [];
    const { core } = chip;
    const enter = core.exceptionEntry;
    core.exceptionEntry = (number) => {
      this.exceptions.push(core.cycles);
      // The cycles until the first instruction of the handler (Cortex-M0+ reference manual, 3.6).
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
    this.flash.halves[(address & 0xffffff) >> 1] = value;
  }

  // Only code in flash is watched.
  stopAt(address) {
    if (this.places.has(address) || address >>> 24 !== 0x10) return;
    this.places.set(address, this.flash.halves[(address & 0xffffff) >> 1]);
    this.write(address, BKPT);
    this.changed();
  }

  // Handles a breakpoint; false if it is not one of these.
  reached(address) {
    if (!this.places.has(address)) return false;
    const { core } = this.chip;
    // Undoes the cycle of the breakpoint.
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
    this.execute(address);
    return true;
  }

  // Executes the original instruction at a breakpoint and those after it, until `enough`. Interrupts are held back, or an
  // exception would be entered instead.
  execute(address, enough = () => true) {
    const { core } = this.chip;
    core.PC = address;
    this.write(address, this.places.get(address));
    const held = core.interruptsUpdated;
    core.interruptsUpdated = false;
    do core.executeInstruction();
    while (!enough());
    core.interruptsUpdated ||= held;
    this.write(address, BKPT);
  }

  // Removes all breakpoints.
  remove() {
    for (const [address, instruction] of this.places) this.write(address, instruction);
    this.places.clear();
    this.functions.clear();
    this.changed();
  }
}
