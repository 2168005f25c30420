// The memory protection unit with what the stack's guard needs: regions without any permission (Armv6-M architecture
// reference manual, B3.5). The fault is taken after the instruction, which does not change protected memory.

import { addRegisters, intercept } from './registers.mjs';

const CTRL = 0xd94; // followed by RNR, the number of the selected region
const RBAR = 0xd9c;
const RASR = 0xda0;
const HARD_FAULT = 3;

export function connectMpu(chip, fault) {
  const { core, ppb } = chip;
  const regions = Array.from({ length: 8 }, () => ({ base: 0, attributes: 0 }));
  const registers = addRegisters(ppb, CTRL, 2);
  const selected = () => regions[registers[1] & 7];

  const denies = (address) => {
    // Without HFNMIENA, protection does not apply to hard faults and exceptions of higher priority.
    if (!(registers[0] & 2) && core.IPSR !== 0 && core.IPSR <= HARD_FAULT) return false;
    for (let n = regions.length - 1; n >= 0; n--) {
      const { base, attributes } = regions[n];
      if (!(attributes & 1)) continue;
      const bits = ((attributes >> 1) & 31) + 1;
      if (bits < 32 && address >>> bits !== base >>> bits) continue;
      // Eight parts of a region can be excluded.
      const part = (address >>> (bits - 3)) & 7;
      if (bits >= 8 && (attributes >> (8 + part)) & 1) continue;
      return ((attributes >> 24) & 7) === 0;
    }
    return false;
  };

  for (const [kind, what] of [['read', 'read'], ['write', 'written']]) {
    for (const bits of [8, 16, 32]) {
      const access = core[`${kind}Uint${bits}`];
      core[`${kind}Uint${bits}`] = (address, value) => {
        if (!(registers[0] & 1) || !denies(address >>> 0)) return access.call(core, address, value);
        fault(`protected memory ${what} at ${(address >>> 0).toString(16)}`);
        return 0;
      };
    }
  }

  intercept(ppb, {
    read(offset, original) {
      if (offset === RBAR) return selected().base;
      return offset === RASR ? selected().attributes : original(offset);
    },
    write(offset, value, original) {
      if (offset === RBAR) {
        if (value & 0x10) registers[1] = value & 7;
        selected().base = (value & ~0xff) >>> 0;
      } else if (offset === RASR) selected().attributes = value;
      else original(offset, value);
    },
  });
}
