// The linked firmware, made small: what goes into flash, the few addresses the page needs, and what
// the numbers of its log mean. Most of an ELF file is for debuggers.

import { Firmware } from '../../emulator/elf.mjs';

const SYMBOLS = [
  '_SEGGER_RTT', '__saves_start', '__saves_end', '__database_start', '__database_end',
  '__thinking_start', '__thinking_end',
];

export function takeApart(elf) {
  const firmware = new Firmware(elf);
  const segments = firmware.segments.map(({ bytes, to }) => ({ to, length: bytes.length }));
  const { formats, timestamp } = firmware.log;
  return {
    flash: Buffer.concat(firmware.segments.map(({ bytes }) => bytes)),
    table: {
      segments,
      symbols: SYMBOLS.map((name) => [name, firmware.symbol(name)]),
      log: { timestamp, formats: [...formats] },
    },
  };
}
