// The I2C controller as the data sheet has it, where rp2040js differs, and the bus with its time.

const DATA_CMD = 0x10;
const INTR_MASK = 0x30;
const ENABLE = 0x6c;
const TX_EMPTY = 1 << 4;
const TX_ABRT = 1 << 6;
const IDLE = 0;

// Connects a display to a controller. `answers(address, hertz)` says whether it can be heard so;
// `shown()` is called at the end of every transaction.
export function connect(i2c, clock, display, { answers, shown }) {
  let next = () => {};
  const alarm = clock.createAlarm(() => next());
  // How the counts become a period is in the RP2040's data sheet, 4.3.14.
  const counts = () => i2c.sclHighPeriod + i2c.spikelen + 7 + i2c.sclLowPeriod + 1;
  const hertz = () => i2c.rp2040.clkPeri / counts();
  const later = (bits, then) => {
    next = then;
    alarm.schedule((bits * 1e9) / hertz());
  };
  let asked = 0;
  i2c.onStart = () => later(1, () => i2c.completeStart());
  i2c.onConnect = (address) => {
    asked = address;
    later(9, () => {
      const here = answers(asked, hertz());
      if (here) display.begin();
      i2c.completeConnect(here);
    });
  };
  i2c.onWriteByte = (byte) => {
    later(9, () => {
      const here = answers(asked, hertz());
      if (here) display.write(byte);
      i2c.completeWrite(here);
    });
  };
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

  // rp2040js keeps no interrupt mask, and its TX_EMPTY is an edge where the chip's is a level.
  const write = i2c.writeUint32;
  i2c.writeUint32 = function (offset, value) {
    if (offset === INTR_MASK) {
      i2c.intEnable = value & 0x1fff;
    } else if (offset === DATA_CMD && i2c.intRaw & TX_ABRT) {
      // After an abort the FIFO stays flushed until the flag is cleared.
    } else {
      // Switched off in the middle, the controller lets go of the bus.
      if (offset === ENABLE && !(value & 1)) idle();
      write.call(i2c, offset, value);
    }
    const low = i2c.enable & 1 && i2c.txFIFO.itemCount <= i2c.txThreshold;
    i2c.intRaw = low ? i2c.intRaw | TX_EMPTY : i2c.intRaw & ~TX_EMPTY;
    i2c.checkInterrupts();
  };

  // What the reset controller does to it.
  return () => {
    idle();
    i2c.txFIFO.reset();
    i2c.rxFIFO.reset();
    Object.assign(i2c, { enable: 0, intEnable: 0, intRaw: 0, abortSource: 0 });
    i2c.checkInterrupts();
  };
}
