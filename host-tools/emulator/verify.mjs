// Compares translated code with rp2040js: both run a trace from the same state, and must give the same registers, flags
// and RAM.

// Every trace is compared so many times at first, and then once in `every` calls of all traces.
const FIRST = 3;
// rp2040js has failed to reach the state of the translated code after so many instructions.
const LIMIT = 100000;

export function verify(translator, ram, every) {
  const result = { compared: 0, different: [] };
  const { tools, registers, flags, step } = translator;
  let stepped = false;
  tools.step = translator.step = () => {
    stepped = true;
    step();
  };
  const translate = translator.translate.bind(translator);
  let calls = 0;

  const state = () => ({
    registers: registers.slice(),
    flags: flags.slice(),
    ram: ram.slice(),
    cycles: translator.machine.core.cycles,
  });
  const restore = (kept) => {
    registers.set(kept.registers);
    flags.set(kept.flags);
    ram.set(kept.ram);
    translator.machine.core.cycles = kept.cycles;
  };
  const same = (wanted) =>
    registers.every((value, i) => (i === 15 ? (value ^ wanted.registers[15]) >> 1 === 0 : value === wanted.registers[i])) &&
    Buffer.compare(ram, wanted.ram) === 0;

  translator.translate = (start) => {
    const trace = translate(start);
    if (trace === null) return null;
    let times = 0;
    return () => {
      if (++calls % every !== 0 && ++times > FIRST) return trace();
      const before = state();
      stepped = false;
      trace();
      // Instructions that rp2040js executed, and the end of an exception, cannot be repeated.
      if (stepped || translator.machine.core.interruptsUpdated) return;
      const after = state();
      restore(before);
      let steps = 0;
      do step();
      while (++steps < LIMIT && !same(after));
      const [found, wanted] = [flags, after.flags].map(([nz, c, v]) => String([nz < 0, nz === 0, c, v]));
      if (steps === LIMIT || found !== wanted) {
        result.different.push(`${start.toString(16)}: ${steps} steps, ${found} and ${wanted}`);
      }
      result.compared++;
      restore(after);
    };
  };
  // Functions that were compiled before call the original step.
  translator.compiled.clear();
  translator.forget();
  return result;
}
