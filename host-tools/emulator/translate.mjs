// Runs the firmware's hot code several times faster than rp2040js: traces of instructions become JavaScript functions.
// rp2040js executes what is rare (exceptions, registers of peripherals, code that writes flash), one instruction at a
// time.

import { ALL_FLAGS, exit, instruction } from './instructions.mjs';

// The number of instructions that can be translated in each of flash and RAM: their first 512 KB.
const PLACES = 256 * 1024;
// The most instructions in a trace.
const LONGEST = 48;
// A trace is translated when its start has been reached so many times.
const HOT = 12;

export class Translator {
  // `ram` and `registers` are those of every chip; a reset makes a new chip.
  constructor(flash, ram, registers, clock) {
    this.halves = flash.halves;
    this.ramHalves = new Uint16Array(ram.buffer);
    this.codeInRam = { start: 0, end: 0 };
    this.machine = { core: null, clock };
    this.flags = new Int32Array(3);
    this.cache = null;
    const { machine, flags } = this;
    this.step = () => {
      const { core } = machine;
      core.N = flags[0] < 0;
      core.Z = flags[0] === 0;
      core.C = flags[1] !== 0;
      core.V = flags[2] !== 0;
      core.executeInstruction();
      this.readFlags();
    };
    // Jumps to an address from a register, which may end an exception.
    const leave = (to) => {
      const { core } = machine;
      if (to >>> 28 === 15) {
        core.BXWritePC(to >>> 0);
        this.readFlags();
      } else {
        core.registers[15] = to & ~1;
      }
    };
    this.tools = {
      M: machine,
      K: clock,
      R: new Int32Array(registers.buffer),
      F: flags,
      S8: new Uint8Array(ram.buffer),
      S16: new Uint16Array(ram.buffer),
      S32: new Int32Array(ram.buffer),
      L8: flash.bytes,
      L16: flash.halves,
      L32: new Int32Array(flash.bytes.buffer),
      step: this.step,
      leave,
      touch: (line) => this.cache.touch(line),
    };
    this.registers = this.tools.R;
    // Functions by their text, so that the same code is compiled only once.
    this.compiled = new Map();
    this.forget();
  }

  // To be called when a chip starts.
  attach(core, cache) {
    if ((this.cache === null) !== (cache === null)) this.forget();
    this.machine.core = core;
    this.cache = cache;
    this.readFlags();
  }

  readFlags() {
    const { core } = this.machine;
    this.flags[0] = core.Z ? 0 : core.N ? -1 : 1;
    this.flags[1] = core.C ? 1 : 0;
    this.flags[2] = core.V ? 1 : 0;
  }

  // To be called when code has changed.
  forget() {
    this.traces = new Array(2 * PLACES).fill(null);
    this.reached = new Uint8Array(2 * PLACES);
  }

  // The index of an instruction in `traces`; -1 for code that is not translated.
  place(at) {
    if ((at & 0xfff80000) === 0x10000000) return (at & 0x7ffff) >> 1;
    const { start, end } = this.codeInRam;
    return at >= start && at < end ? PLACES + ((at & 0x7ffff) >> 1) : -1;
  }

  // Two bytes of code.
  half(at) {
    return at >>> 28 === 1 ? this.halves[(at & 0xffffff) >> 1] : this.ramHalves[(at & 0x7ffff) >> 1];
  }

  // Runs until the clock's deadline, or until the core waits.
  run() {
    const { core, clock } = this.machine;
    const { registers, step } = this;
    // The instruction after the last one that rp2040js executed. It is not counted: only the starts of blocks are
    // translated, not every instruction in them.
    let next = -1;
    while (core.cycles < clock.deadline && !core.waiting) {
      const at = registers[15];
      const place = this.place(at);
      if (place >= 0 && !core.interruptsUpdated) {
        const trace = this.traces[place];
        if (trace !== null) {
          trace();
          next = -1;
          continue;
        }
        if (at !== next && this.reached[place] < HOT) {
          if (++this.reached[place] === HOT) this.traces[place] = this.translate(at & ~1);
        }
        next = at + 2;
      }
      step();
    }
  }

  // The function for the code from `start`, or null if rp2040js has to execute it.
  translate(start) {
    const half = (place) => this.half(place);
    const parts = [];
    const seen = new Set();
    let at = start;
    let cycles = 0;
    while (parts.length < LONGEST && !seen.has(at) && this.place(at) >= 0) {
      seen.add(at);
      const part = instruction(at, start, half, this.cache !== null);
      if (part === null) break;
      parts.push({ at, before: cycles, ...part });
      cycles += part.cycles;
      at = part.next ?? at + 2;
      if (part.ends) break;
    }
    if (parts.length === 0) return null;

    // Flags that are set again before they are used are not computed.
    let live = ALL_FLAGS;
    for (const part of [...parts].reverse()) {
      if (part.exits) live = ALL_FLAGS;
      part.wanted = (part.sets ?? 0) & live;
      live = (live & ~(part.sets ?? 0)) | (part.uses ?? 0);
    }

    const last = parts[parts.length - 1];
    let code = '';
    let line = -1;
    for (const part of parts) {
      if (this.cache && part.at >>> 28 === 1 && part.at >>> 3 !== line) {
        line = part.at >>> 3;
        code += `touch(${(part.at & 0xffffff) >>> 3});`;
      }
      code += part.code(part.before, part.wanted) + '\n';
    }
    if (!last.ends) code += exit(cycles, at);
    const text = whole(code);
    let compiled = this.compiled.get(text);
    if (!compiled) {
      compiled = new Function(...Object.keys(this.tools), `return ${text}`)(...Object.values(this.tools));
      this.compiled.set(text, compiled);
    }
    return compiled;
  }
}

// The function for a trace's code. It copies registers and flags to local variables, which the JavaScript engine keeps in
// the processor's registers, and copies them back at its end: after `c` cycles, at the address `p` or that in `x`. If
// `t` is 1, rp2040js executes the instruction there.
function whole(code) {
  const used = new Set(code.match(/R\[\d+\]/g));
  const set = new Set(code.match(/R\[\d+\](?==)/g));
  const variable = (name) => name.replace(/\W/g, '');
  const back = [...set].map((name) => `${name}=${variable(name)};`).join('');
  // JavaScript engines compile a function in parentheses at once.
  return `(function(){const core=M.core;let nz=F[0],cf=F[1],vf=F[2],a=0,x=0,y=0,s=0,w=0,c=0,p=0,t=0${
    [...used].map((name) => `,${variable(name)}=${name}`).join('')};
e:{i:for(;;){${code.replace(/R\[\d+\]/g, variable)}}t=1;}
core.cycles+=c;F[0]=nz;F[1]=cf;F[2]=vf;${back}if(p){R[15]=p;if(t)step();}else leave(x);})`;
}
