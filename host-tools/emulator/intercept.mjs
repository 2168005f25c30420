// Replaces how registers of a peripheral of rp2040js are read and written. `read(offset, original)` returns the value,
// `write(offset, value, original)` takes it; `original` is rp2040js's own access.
export function intercept(peripheral, { read, write }) {
  const readOriginal = peripheral.readUint32.bind(peripheral);
  const writeOriginal = peripheral.writeUint32.bind(peripheral);
  if (read) peripheral.readUint32 = (offset) => read(offset, readOriginal);
  if (write) peripheral.writeUint32 = (offset, value) => write(offset, value, writeOriginal);
}
