// Registers that rp2040js lacks, or that differ from the chip's.

import { BasePeripheral } from 'rp2040js';

// Replaces how registers of a peripheral of rp2040js are read and written. `read(offset, original)` returns the value,
// `write(offset, value, original)` takes it; `original` is rp2040js's own access.
export function intercept(peripheral, { read, write }) {
  const readOriginal = peripheral.readUint32.bind(peripheral);
  const writeOriginal = peripheral.writeUint32.bind(peripheral);
  if (read) peripheral.readUint32 = (offset) => read(offset, readOriginal);
  if (write) peripheral.writeUint32 = (offset, value) => write(offset, value, writeOriginal);
}

// Adds consecutive registers that store what is written to them. Returns their values.
export function addRegisters(peripheral, first, count) {
  const values = new Uint32Array(count);
  intercept(peripheral, {
    read: (offset, original) => values[(offset - first) / 4] ?? original(offset),
    write(offset, value, original) {
      const at = (offset - first) / 4;
      if (at in values) values[at] = value;
      else original(offset, value);
    },
  });
  return values;
}

// A peripheral whose registers store what is written to them.
export class Registers extends BasePeripheral {
  constructor(chip, name, registers = new Map()) {
    super(chip, name);
    this.registers = registers;
  }
  readUint32(offset) {
    return this.registers.get(offset) ?? 0;
  }
  writeUint32(offset, value) {
    this.registers.set(offset, value);
  }
}
