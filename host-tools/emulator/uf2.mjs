// The drive RPI-RP2: what the bootrom does with the blocks of a UF2 file.
//
// It takes any block for the chip's family whose address lies in the window, whatever the flash is
// like, in the order in which they come. Of sixteen blocks whose numbers follow each other the first
// that comes erases the sector it goes to; the others are programmed as they are (RP2040 data sheet,
// erratum E14).

const BLOCK = 512;
const PAGE = 256;
const SECTOR = 4096;
const WINDOW_START = 0x10000000;
const WINDOW_END = 0x11000000;
const RP2040 = 0xe48bff56;

const at_once = () => 1;

// Copies a file to the drive. Gives back how many blocks were taken, and whether the board restarts:
// it does once it has seen every block.
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
      flash.erase(offset & ~(SECTOR - 1), SECTOR, at_once);
    }
    flash.program(offset, file.subarray(at + 32, at + 32 + PAGE), at_once);
  }
  return { taken: taken.size, restarts: wanted > 0 && taken.size === wanted };
}
