// The serial interface to the flash while it is spoken to directly: the boot stage's few commands and
// the question for the chip's name. Erasing, programming and reading in place do not come this way.

const CTRLR0 = 0x00;
const CTRLR1 = 0x04;
const SSIENR = 0x08;
const SR = 0x28;
const DR0 = 0x60;
const EEPROM_READ = 3;
const QUAD = 2;

const WRITE_STATUS = 0x01;
const READ_STATUS = 0x05;
const WRITE_ENABLE = 0x06;
const READ_STATUS_2 = 0x35;
const READ_UNIQUE_ID = 0x4b;
const READ_JEDEC = 0x9f;
const QUAD_ENABLE = 2;

// `unreadable` is told whether what is read in place is nothing but ones.
export function connectFlash(chip, flash, unreadable) {
  const ssi = chip.peripherals[0x18000];
  let sent = [];
  let received = [];
  let status2 = 0;
  let writable = false;

  const format = () => (ssi.crtlr0 >> 21) & 3;
  const mode = () => (ssi.crtlr0 >> 8) & 3;

  // What the chip puts on its line while the byte after these is clocked out of it.
  const answer = (place) => {
    switch (sent[0]) {
      case READ_JEDEC: return flash.jedec[place - 1] ?? 0;
      // Four bytes that nobody looks at come first.
      case READ_UNIQUE_ID: return flash.uniqueId[place - 5] ?? 0;
      case READ_STATUS: return 0;
      case READ_STATUS_2: return status2;
      default: return 0xff;
    }
  };
  // A command ends with the chip select, when the controller is switched off or has nothing to send.
  const end = () => {
    if (sent[0] === WRITE_ENABLE) writable = true;
    if (sent[0] === WRITE_STATUS && writable) {
      if (sent.length >= 3 && flash.quad) status2 = sent[2] & QUAD_ENABLE;
      writable = false;
    }
    sent = [];
  };

  const { readUint32, writeUint32 } = ssi;
  ssi.readUint32 = function (offset) {
    if (offset === SR) return 0x06 | (received.length ? 0x08 : 0);
    if (offset === DR0) {
      const byte = received.shift() ?? 0;
      // All that was sent has been answered: the select goes up.
      if (received.length === 0 && mode() !== EEPROM_READ) end();
      return byte;
    }
    return readUint32.call(ssi, offset);
  };
  ssi.writeUint32 = function (offset, value) {
    if (offset === SSIENR) {
      end();
      received = [];
      writeUint32.call(ssi, offset, value);
      if (value & 1 && format() === QUAD) unreadable(status2 !== QUAD_ENABLE);
      else if (value & 1) unreadable(false);
      return;
    }
    if (offset === CTRLR0 || offset === CTRLR1 || offset !== DR0) {
      writeUint32.call(ssi, offset, value);
      return;
    }
    // Reads in place are set up by a read of quad's own, which nobody looks at.
    if (format() === QUAD) {
      received.push(0xff);
      return;
    }
    sent.push(value & 0xff);
    if (mode() === EEPROM_READ) {
      for (let i = 0; i <= ssi.crtlr1; i++) received.push(answer(sent.length + i));
    } else {
      received.push(answer(sent.length - 1));
    }
  };

  // How many clocks of the flash a line of the cache takes, of eight bytes: quad with the mode bits that
  // leave out the command (RP2040 data sheet, 2.6.3), or the command 03h, all of it on one wire.
  return () => (format() === QUAD ? 8 + 4 + 16 : 8 + 24 + 64);
}
