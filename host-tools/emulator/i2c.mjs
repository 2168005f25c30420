// The I2C controller where rp2040js differs from the data sheet, and the time that transfers take.

import { intercept } from './registers.mjs';

const DATA_CMD = 0x10;
const INTR_MASK = 0x30;
const ENABLE = 0x6c;
const TX_EMPTY = 1 << 4;
const TX_ABRT = 1 << 6;
const IDLE = 0;

// Connects a display to a controller. `answers(address, hertz)` is true if the display answers; `shown()` is called at
// the end of every transaction. The function that is returned resets the controller.
export function connect(i2c, clock, display, { answers, shown }) {
  let next = () => {};
  const alarm = clock.createAlarm(() => next());
  // The period is derived in the RP2040's data sheet, 4.3.14.
  const counts = () => i2c.sclHighPeriod + i2c.spikelen + 7 + i2c.sclLowPeriod + 1;
  const hertz = () => i2c.rp2040.clkPeri / counts();
  const later = (bits, then) => {
    next = then;
    alarm.schedule((bits * 1e9) / hertz());
  };
  // After the nine bits of a byte: whether the display has acknowledged it.
  const transfer = (take, complete) => {
    later(9, () => {
      const isHere = answers(address, hertz());
      if (isHere) take();
      complete(isHere);
    });
  };
  let address = 0;
  i2c.onStart = () => later(1, () => i2c.completeStart());
  i2c.onConnect = (called) => {
    address = called;
    transfer(() => display.begin(), (isHere) => i2c.completeConnect(isHere));
  };
  i2c.onWriteByte = (byte) => transfer(() => display.write(byte), (isHere) => i2c.completeWrite(isHere));
  i2c.onReadByte = () => later(9, () => i2c.completeRead(display.status()));
  i2c.onStop = () => {
    later(1, () => {
      i2c.completeStop();
      shown();
    });
  };

  const idle = () => {
    alarm.cancel();
    Object.assign(i2c, { state: IDLE, busy: false, stop: false, pendingRestart: false });
  };

  // rp2040js has no interrupt mask, and its TX_EMPTY is an edge instead of a level.
  intercept(i2c, {
    write(offset, value, original) {
      // After an abort the FIFO stays empty until the flag is cleared.
      const isFlushed = offset === DATA_CMD && i2c.intRaw & TX_ABRT;
      // A controller that is disabled in the middle of a transfer releases the bus.
      if (offset === ENABLE && !(value & 1)) idle();
      if (offset === INTR_MASK) i2c.intEnable = value & 0x1fff;
      else if (!isFlushed) original(offset, value);
      const low = i2c.enable & 1 && i2c.txFIFO.itemCount <= i2c.txThreshold;
      i2c.intRaw = low ? i2c.intRaw | TX_EMPTY : i2c.intRaw & ~TX_EMPTY;
      i2c.checkInterrupts();
    },
  });

  return () => {
    idle();
    i2c.txFIFO.reset();
    i2c.rxFIFO.reset();
    Object.assign(i2c, { enable: 0, intEnable: 0, intRaw: 0, abortSource: 0 });
    i2c.checkInterrupts();
  };
}
