// The serial interface to the flash when commands are sent directly: those of the boot stage, and those that read the
// chip's identity. Erasing, programming and reading in place are elsewhere.

import { intercept } from './registers.mjs';

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

// `unreadable(is)` is called when it changes whether reads in place give only ones. The function that is returned gives
// the clocks of a read of one line of the cache.
export function connectFlash(chip, flash, unreadable) {
  const ssi = chip.peripherals[0x18000];
  let sent = [];
  let received = [];
  let status2 = 0;
  let writable = false;

  const format = () => (ssi.crtlr0 >> 21) & 3;
  const mode = () => (ssi.crtlr0 >> 8) & 3;

  // The byte that the chip sends at this place of a command.
  const answer = (place) => {
    switch (sent[0]) {
      case READ_JEDEC: return flash.jedec[place - 1] ?? 0;
      // Four bytes without meaning come first.
      case READ_UNIQUE_ID: return flash.uniqueId[place - 5] ?? 0;
      case READ_STATUS: return 0;
      case READ_STATUS_2: return status2;
      default: return 0xff;
    }
  };
  // A command ends when the chip is deselected: the controller is disabled or has nothing to send.
  const end = () => {
    if (sent[0] === WRITE_ENABLE) writable = true;
    if (sent[0] === WRITE_STATUS && writable) {
      if (sent.length >= 3 && flash.quad) status2 = sent[2] & QUAD_ENABLE;
      writable = false;
    }
    sent = [];
  };

  intercept(ssi, {
    read(offset, original) {
      if (offset === SR) return 0x06 | (received.length ? 0x08 : 0);
      if (offset !== DR0) return original(offset);
      const byte = received.shift() ?? 0;
      // The chip is deselected when everything that was sent has been answered.
      if (received.length === 0 && mode() !== EEPROM_READ) end();
      return byte;
    },
    write(offset, value, original) {
      if (offset !== DR0) original(offset, value);
      if (offset === SSIENR) {
        end();
        received = [];
        if (value & 1) unreadable(format() === QUAD && status2 !== QUAD_ENABLE);
      }
      if (offset !== DR0) return;
      if (format() === QUAD) {
        // Reads in place are set up by a quad read whose result is ignored.
        received.push(0xff);
        return;
      }
      sent.push(value & 0xff);
      if (mode() === EEPROM_READ) {
        for (let i = 0; i <= ssi.crtlr1; i++) received.push(answer(sent.length + i));
      } else {
        received.push(answer(sent.length - 1));
      }
    },
  });

  // A line of eight bytes: quad with the mode bits that replace the command (RP2040 data sheet, 2.6.3), or the command
  // 03h on one wire.
  return () => (format() === QUAD ? 8 + 4 + 16 : 8 + 24 + 64);
}
