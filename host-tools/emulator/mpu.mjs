// The memory protection unit with what the stack's guard needs: regions without any permission (Armv6-M architecture
// reference manual, B3.5). The fault is taken after the instruction, which does not change protected memory.

import { intercept } from './intercept.mjs';

const CTRL = 0xd94;
const RNR = 0xd98;
const RBAR = 0xd9c;
const RASR = 0xda0;
const HARD_FAULT = 3;

export function connectMpu(chip, fault) {
  const { core, ppb } = chip;
  const regions = Array.from({ length: 8 }, () => ({ base: 0, attributes: 0 }));
  let control = 0;
  let selected = 0;

  const denies = (address) => {
    // Without HFNMIENA, protection does not apply to hard faults and exceptions of higher priority.
    if (!(control & 2) && core.IPSR !== 0 && core.IPSR <= HARD_FAULT) return false;
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
        if (!(control & 1) || !denies(address >>> 0)) return access.call(core, address, value);
        fault(`protected memory ${what} at ${(address >>> 0).toString(16)}`);
        return 0;
      };
    }
  }

  intercept(ppb, {
    read(offset, original) {
      if (offset === CTRL) return control;
      if (offset === RNR) return selected;
      if (offset === RBAR) return regions[selected].base;
      if (offset === RASR) return regions[selected].attributes;
      return original(offset);
    },
    write(offset, value, original) {
      if (offset === CTRL) control = value;
      else if (offset === RNR) selected = value & 7;
      else if (offset === RBAR) {
        if (value & 0x10) selected = value & 7;
        regions[selected].base = (value & ~0xff) >>> 0;
      } else if (offset === RASR) regions[selected].attributes = value;
      else original(offset, value);
    },
  });
}
