// The translation of each of the chip's instructions to JavaScript.
//
// Cycles are those of the Cortex-M0+ technical reference manual, table 3-1, with the fast multiplier; flags are those of
// the Armv6-M architecture reference manual.

// The part of RAM that is never protected. rp2040js accesses the rest, because it checks the memory protection unit.
const RAM = 0x20000100;
const RAM_BYTES = 0x42000 - 0x100;

const NZ = 1;
const C = 2;
const V = 4;
// Negative and zero, carry, overflow.
export const ALL_FLAGS = NZ | C | V;

// The conditions, by their number in the instruction.
const CONDITIONS = [
  'nz===0', 'nz!==0', 'cf', '!cf', 'nz<0', 'nz>=0', 'vf', '!vf', 'cf&&nz!==0', '!cf||nz===0',
  '(nz>>>31)===vf', '(nz>>>31)!==vf', 'nz!==0&&(nz>>>31)===vf', 'nz===0||(nz>>>31)!==vf',
];

// The instruction at an address in a trace from `start`: a function from the cycles before it and the flags that are
// wanted to its code, its own cycles, the flags it sets and uses, whether the trace may be left here (`exits`), and
// whether it ends here; null if rp2040js has to execute it. `half` reads two bytes of code.
export function instruction(at, start, half, cached) {
  const op = half(at);
  const d = op & 7;
  const n = (op >> 3) & 7;
  const m = (op >> 6) & 7;
  const imm5 = (op >> 6) & 31;
  const imm8 = op & 255;
  const d8 = (op >> 8) & 7;
  const plain = (code) => ({ cycles: 1, code: () => code });
  const logic = (target, value) => ({
    cycles: 1,
    sets: NZ,
    code: (_, want) => `x=${value};${target}${want & NZ ? 'nz=x;' : ''}`,
  });
  const put = (register) => `R[${register}]=x;`;
  const add = (target, left, right, minus) => ({
    cycles: 1,
    sets: NZ | C | V,
    code: (_, want) =>
      `x=${left};y=${right};s=x${minus ? '-' : '+'}y|0;` +
      (want & NZ ? 'nz=s;' : '') +
      (want & C ? (minus ? 'cf=(x>>>0)>=(y>>>0)?1:0;' : 'cf=(s>>>0)<(x>>>0)?1:0;') : '') +
      (want & V ? `vf=(${minus ? '(x^y)' : '~(x^y)'}&(x^s))>>>31;` : '') +
      (target === null ? '' : `R[${target}]=s;`),
  });
  // Shifts: the carry is the last bit that was shifted out.
  const shift = (value, carry) => ({
    cycles: 1,
    sets: NZ | C,
    code: (_, want) =>
      `x=R[${n}];${want & C ? `cf=${carry};` : ''}x=${value};R[${d}]=x;` +
      (want & NZ ? 'nz=x;' : ''),
  });
  const shiftBy = (body) => ({
    cycles: 1,
    sets: NZ | C,
    uses: C,
    code: () => `x=R[${d}];y=R[${n}]&255;if(y){${body}}R[${d}]=x;nz=x;`,
  });
  // rp2040js executes accesses to anything but RAM, and flash for loads.
  const elsewhere = (cycles) => `{c=${cycles};p=${at};break i;}`;
  const load = (bits, address, register, value = 'x') => ({
    cycles: 2,
    exits: true,
    code: (cycles) => {
      const { ram, flash, misaligned } = access(bits);
      const touched = cached ? 'touch((a&0xffffff)>>>3);' : '';
      return (
        `a=${address}|0;if((a-${RAM}>>>0)<${RAM_BYTES}${misaligned})x=${ram};` +
        `else if(a>>>24===16${misaligned}){${touched}x=${flash};}else${elsewhere(cycles)}` +
        `R[${register}]=${value};`
      );
    },
  });
  const store = (bits, address, register) => ({
    cycles: 2,
    exits: true,
    code: (cycles) => {
      const { ram, misaligned } = access(bits);
      return (
        `a=${address}|0;if((a-${RAM}>>>0)<${RAM_BYTES}${misaligned})${ram}=R[${register}];` +
        `else${elsewhere(cycles)}`
      );
    },
  });
  // Several words from an address in RAM, or in flash if they are only read.
  const several = (registers, address, each, after, reads = false) => ({
    cycles: 1 + registers.length,
    exits: true,
    code: (cycles) => {
      const touched = cached ? registers.map((_, i) => `touch((a+${4 * i}&0xffffff)>>>3);`).join('') : '';
      const inFlash = `a>>>24===16&&!(a&3)&&(a&0xffffff)<${0x1000000 - 4 * registers.length}`;
      const words = (place) => registers.map((register, i) => each(register, `${place}[s+${i}]`)).join('');
      return (
        `a=${address}|0;if((a-${RAM}>>>0)<=${RAM_BYTES - 4 * registers.length}&&!(a&3)){s=(a&0x7ffff)>>2;${words('S32')}}` +
        (reads ? `else if(${inFlash}){${touched}s=(a&0xffffff)>>2;${words('L32')}}` : '') +
        `else${elsewhere(cycles)}${after}`
      );
    },
  });
  const listed = (mask, extra) => {
    const list = [];
    for (let i = 0; i < 8; i++) if (mask & (1 << i)) list.push(i);
    return extra === undefined ? list : [...list, extra];
  };
  // A jump to a known address: a loop in the trace, or its end.
  const jump = (to, cycles) =>
    to === start
      ? `core.cycles+=${cycles};if(core.cycles<K.deadline&&!core.interruptsUpdated)continue;${exit(0, to)}`
      : exit(cycles, to);

  switch (op >> 11) {
    case 0b00000:
      if (imm5 === 0) return logic(put(d), `R[${n}]`);
      return shift(`x<<${imm5}`, `x>>>${32 - imm5}&1`);
    case 0b00001:
      return shift(imm5 ? `x>>>${imm5}|0` : '0', `x>>>${(imm5 || 32) - 1}&1`);
    case 0b00010:
      return shift(`x>>${imm5 || 31}`, `x>>>${(imm5 || 32) - 1}&1`);
    case 0b00011:
      return add(d, `R[${n}]`, op & 0x400 ? `${m}` : `R[${m}]`, (op & 0x200) !== 0);
    case 0b00100:
      return logic(put(d8), `${imm8}`);
    case 0b00101:
      return add(null, `R[${d8}]`, `${imm8}`, true);
    case 0b00110:
      return add(d8, `R[${d8}]`, `${imm8}`, false);
    case 0b00111:
      return add(d8, `R[${d8}]`, `${imm8}`, true);
    case 0b01000:
      break;
    case 0b01001: {
      const from = ((at + 4) & ~3) + (imm8 << 2);
      const touched = cached && from >>> 28 === 1 ? `touch(${(from & 0xffffff) >>> 3});` : '';
      const value = half(from) | (half(from + 2) << 16);
      return { cycles: 2, code: () => `${touched}R[${d8}]=${value};` };
    }
    case 0b01010:
    case 0b01011: {
      const [kind, bits, value] = [
        [store, 32], [store, 16], [store, 8], [load, 8, 'x<<24>>24'],
        [load, 32], [load, 16], [load, 8], [load, 16, 'x<<16>>16'],
      ][(op >> 9) & 7];
      return kind(bits, `R[${n}]+R[${m}]`, d, value);
    }
    case 0b01100: return store(32, `R[${n}]+${imm5 << 2}`, d);
    case 0b01101: return load(32, `R[${n}]+${imm5 << 2}`, d);
    case 0b01110: return store(8, `R[${n}]+${imm5}`, d);
    case 0b01111: return load(8, `R[${n}]+${imm5}`, d);
    case 0b10000: return store(16, `R[${n}]+${imm5 << 1}`, d);
    case 0b10001: return load(16, `R[${n}]+${imm5 << 1}`, d);
    case 0b10010: return store(32, `R[13]+${imm8 << 2}`, d8);
    case 0b10011: return load(32, `R[13]+${imm8 << 2}`, d8);
    case 0b10100: return plain(`R[${d8}]=${((at + 4) & ~3) + (imm8 << 2)};`);
    case 0b10101: return plain(`R[${d8}]=R[13]+${imm8 << 2}|0;`);
    case 0b10110:
    case 0b10111:
      return miscellaneous(op, { plain, several, listed });
    case 0b11000:
    case 0b11001: {
      const list = listed(imm8);
      if (list.length === 0 || list.includes(d8)) return null;
      const loads = (op & 0x800) !== 0;
      const each = (register, word) => (loads ? `R[${register}]=${word};` : `${word}=R[${register}];`);
      return several(list, `R[${d8}]`, each, `R[${d8}]=a+${4 * list.length}|0;`, loads);
    }
    case 0b11010:
    case 0b11011: {
      const condition = (op >> 8) & 15;
      if (condition >= 14) return null;
      const to = at + 4 + ((imm8 << 24) >> 23);
      return {
        cycles: 1,
        exits: true,
        uses: NZ | C | V,
        code: (cycles) => `if(${CONDITIONS[condition]}){${jump(to, cycles + 2)}}`,
      };
    }
    case 0b11100: {
      const to = at + 4 + (((op & 0x7ff) << 21) >> 20);
      if (to === start) return { cycles: 2, exits: true, ends: true, code: (c) => jump(to, c + 2) };
      return { cycles: 2, next: to, code: () => '' };
    }
    case 0b11110: {
      const low = half(at + 2);
      if (low >> 14 !== 3 || !(low & 0x1000)) return null;
      const sign = (op >> 10) & 1;
      const i1 = 1 - (sign ^ ((low >> 13) & 1));
      const i2 = 1 - (sign ^ ((low >> 11) & 1));
      const high = (sign << 24) | (i1 << 23) | (i2 << 22) | ((op & 0x3ff) << 12);
      const to = at + 4 + (((high | ((low & 0x7ff) << 1)) << 7) >> 7);
      const code = (cycles) => `R[14]=${(at + 4) | 1};${exit(cycles + 3, to)}`;
      return { cycles: 3, exits: true, ends: true, code };
    }
    default:
      return null;
  }

  // 0b01000: data processing on registers, and registers beyond the eighth.
  const left = `R[${d}]`;
  const right = `R[${n}]`;
  const withCarry = (sum, carry, signs) => ({
    cycles: 1,
    sets: NZ | C | V,
    uses: C,
    code: () =>
      `x=${left};y=${right};w=${sum};s=w|0;cf=${carry}?1:0;vf=(${signs}&(x^s))>>>31;nz=s;R[${d}]=s;`,
  });
  switch ((op >> 6) & 15 | (op & 0x400)) {
    case 0: return logic(put(d), `${left}&${right}`);
    case 1: return logic(put(d), `${left}^${right}`);
    case 2: return shiftBy('cf=y<=32?x>>>(32-y)&1:0;x=y<32?x<<y:0;');
    case 3: return shiftBy('cf=y<=32?x>>>(y-1)&1:0;x=y<32?x>>>y|0:0;');
    case 4: return shiftBy('y=y<32?y:32;cf=x>>(y-1)&1;x=y<32?x>>y:x>>31;');
    case 5: return withCarry('(x>>>0)+(y>>>0)+cf', 'w>4294967295', '~(x^y)');
    case 6: return withCarry('(x>>>0)-(y>>>0)-1+cf', 'w>=0', '(x^y)');
    case 7: return shiftBy('y&=31;x=x>>>y|x<<(32-y);cf=x>>>31;');
    case 8: return logic('', `${left}&${right}`);
    case 9: return add(d, '0', right, true);
    case 10: return add(null, left, right, true);
    case 11: return add(null, left, right, false);
    case 12: return logic(put(d), `${left}|${right}`);
    case 13: return logic(put(d), `Math.imul(${left},${right})`);
    case 14: return logic(put(d), `${left}&~${right}`);
    case 15: return logic(put(d), `~${right}`);
  }
  const to = d | ((op >> 4) & 8);
  const from = (op >> 3) & 15;
  const value = from === 15 ? `${at + 4}` : `R[${from}]`;
  switch ((op >> 8) & 3) {
    case 0:
      if (to === 15) return null;
      return plain(to === 13 ? `R[13]=(R[13]+${value})&~3;` : `R[${to}]=R[${to}]+${value}|0;`);
    case 1:
      if (to === 15 || from === 15) return null;
      return add(null, `R[${to}]`, value, true);
    case 2:
      if (to === 15) return null;
      return plain(`R[${to}]=${value}${to === 13 ? '&~3' : ''};`);
    default: {
      if (from === 15) return null;
      const link = op & 0x80 ? `R[14]=${(at + 2) | 1};` : '';
      const code = (cycles) => `x=${value};${link}${exit(cycles + 2)}`;
      return { cycles: 2, exits: true, ends: true, code };
    }
  }
}

function miscellaneous(op, { plain, several, listed }) {
  const d = op & 7;
  const source = `R[${(op >> 3) & 7}]`;
  switch (op >> 6) {
    case 0b1011001000: return plain(`R[${d}]=${source}<<16>>16;`);
    case 0b1011001001: return plain(`R[${d}]=${source}<<24>>24;`);
    case 0b1011001010: return plain(`R[${d}]=${source}&65535;`);
    case 0b1011001011: return plain(`R[${d}]=${source}&255;`);
    case 0b1011101000:
      return plain(`x=${source};R[${d}]=x<<24|(x&65280)<<8|x>>>8&65280|x>>>24;`);
    case 0b1011101001:
      return plain(`x=${source};R[${d}]=(x&0xff00ff)<<8|x>>>8&0xff00ff;`);
    case 0b1011101011:
      return plain(`x=${source};R[${d}]=(x&255)<<24>>16|x>>>8&255;`);
  }
  if (op >> 8 === 0b10110000) {
    const by = (op & 127) << 2;
    return plain(`R[13]=R[13]${op & 128 ? '-' : '+'}${by}|0;`);
  }
  const extended = (op & 0x100) !== 0;
  if (op >> 9 === 0b1011010) {
    const list = listed(op & 255, extended ? 14 : undefined);
    if (list.length === 0) return null;
    return several(list, `R[13]-${4 * list.length}`, (register, word) => `${word}=R[${register}];`, 'R[13]=a;');
  }
  if (op >> 9 === 0b1011110) {
    const list = listed(op & 255, extended ? 15 : undefined);
    if (list.length === 0) return null;
    const each = (register, word) => (register === 15 ? `x=${word};` : `R[${register}]=${word};`);
    const part = several(list, 'R[13]', each, `R[13]=a+${4 * list.length}|0;`);
    if (!extended) return part;
    const length = part.cycles + 2;
    return { ...part, cycles: length, ends: true, code: (cycles) => part.code(cycles) + exit(cycles + length) };
  }
  return op === 0xbf00 ? plain('') : null;
}

function access(bits) {
  const shift = { 8: '', 16: '>>1', 32: '>>2' }[bits];
  const misaligned = { 8: '', 16: '&&!(a&1)', 32: '&&!(a&3)' }[bits];
  return {
    ram: `S${bits}[(a&0x7ffff)${shift}]`,
    flash: `L${bits}[(a&0xffffff)${shift}]`,
    misaligned,
  };
}

// The end of a trace: at this address, or at that in `x`.
export function exit(cycles, to) {
  return `c=${cycles};${to === undefined ? '' : `p=${to};`}break e;`;
}
