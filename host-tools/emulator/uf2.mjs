// The drive RPI-RP2: how the bootrom writes the blocks of a UF2 file.
//
// It accepts every block for the chip's family with an address of flash, in any order and for any size of flash. Of each
// sixteen blocks with consecutive numbers, the first that arrives erases its sector; the others are only programmed
// (RP2040 data sheet, erratum E14).

const BLOCK = 512;
const PAGE = 256;
const SECTOR = 4096;
const WINDOW_START = 0x10000000;
const WINDOW_END = 0x11000000;
const RP2040 = 0xe48bff56;

const atOnce = () => 1;

// Copies a file to the drive. Returns how many blocks were accepted, and whether the board restarts, which it does when
// it has every block.
export function copyToDrive(file, flash) {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const erased = new Set();
  const taken = new Set();
  let wanted = 0;
  for (let at = 0; at + BLOCK <= file.byteLength; at += BLOCK) {
    const word = (offset) => view.getUint32(at + offset, true);
    const isBlock = word(0) === 0x0a324655 && word(4) === 0x9e5d5157 && word(508) === 0x0ab16f30;
    const forUs = word(8) & 0x2000 && word(28) === RP2040 && word(16) === PAGE;
    const address = word(12);
    const inFlash = address >= WINDOW_START && address + PAGE <= WINDOW_END && address % PAGE === 0;
    if (!isBlock || !forUs || !inFlash) continue;
    const number = word(20);
    wanted = word(24);
    if (taken.has(number)) continue;
    taken.add(number);
    const offset = address - WINDOW_START;
    const group = number >> 4;
    if (!erased.has(group)) {
      erased.add(group);
      flash.erase(offset & ~(SECTOR - 1), SECTOR, atOnce);
    }
    flash.program(offset, file.subarray(at + 32, at + 32 + PAGE), atOnce);
  }
  return { taken: taken.size, restarts: wanted > 0 && taken.size === wanted };
}
