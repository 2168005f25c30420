// The computer at the other end of the USB cable: it sees a device by the pull-up on its data line, sets it
// up as a serial port, sends what it is given and keeps what it hears.
//
// A device is looked at when its pull-up appears, by a cable that is put in or by the device itself. If its
// clock does not run then, it does not answer, and the computer does not try again. A bus on which
// nothing happens for 3 ms is suspended.

import { USBCDC } from 'rp2040js';

// A buffer that the device has handed over, and that nobody has filled yet.
const AVAILABLE = 1 << 10;
const FIRST_OUT_BUFFER = 0x84;
const SIE_CTRL = 0x4c;
const SIE_STATUS = 0x50;
const PULLUP = 1 << 16;
const SUSPENDED = 1 << 4;
const DEV_SUSPEND = 1 << 14;
const CLOCK_ENABLED = 1 << 11;
const PLL_POWERED_DOWN = 0x21;
const STRING_DESCRIPTOR = 3;
const IDLE_NANOS = 3e6;
// A computer waits for a device to settle before it resets the bus.
const SETTLE_NANOS = 100e6;

export class Serial {
  constructor(chip) {
    this.chip = chip;
    this.controller = chip.usbCtrl;
    this.heard = [];
    this.waiting = [];
    this.room = null;
    this.port = null;
    // What is said to the port when it is closed.
    this.coding = null;
    this.closing = false;
    // The last of the device's texts that was asked for.
    this.text = null;
    this.isIn = false;
    this.isUp = false;
    const { controller } = this;
    this.settled = chip.clock.createAlarm(() => this.enumerate());
    this.idle = chip.clock.createAlarm(() => this.suspend());
    // rp2040js takes a buffer back when it is handed over; the chip when it has been filled.
    const { finishRead, writeUint32, resetDevice } = controller;
    controller.finishRead = (endpoint, buffer) => {
      finishRead.call(controller, endpoint, buffer);
      this.mark(endpoint, false);
    };
    controller.resetDevice = () => {
      // Not before the computer has seen the pull-up.
    };
    this.reset = () => resetDevice.call(controller);
    controller.writeUint32 = (offset, value) => {
      writeUint32.call(controller, offset, value);
      if (offset === SIE_CTRL) this.seePullUp((value & PULLUP) !== 0);
      // rp2040js does not clear this one.
      if (offset === SIE_STATUS && controller.rawWriteValue & SUSPENDED) this.setSuspended(false);
    };
  }

  get hasClock() {
    const { clocks, pllUsb } = this.chip;
    return (clocks.usbCtrl & CLOCK_ENABLED) !== 0 && (pllUsb.pwr & PLL_POWERED_DOWN) === 0;
  }

  seePullUp(isUp) {
    const rose = isUp && !this.isUp;
    this.isUp = isUp;
    if (!isUp) {
      this.settled.cancel();
      this.idle.cancel();
    } else if (rose && this.isIn) this.settled.schedule(SETTLE_NANOS);
    else if (rose) this.idle.schedule(IDLE_NANOS);
  }

  // The cable is put in, or pulled out in the middle of whatever is going on.
  plug(isIn) {
    if (isIn === this.isIn) return;
    this.isIn = isIn;
    this.port = null;
    this.waiting = [];
    this.room = null;
    this.controller.onUSBEnabled = this.controller.onResetReceived = null;
    this.controller.onEndpointWrite = this.controller.onEndpointRead = null;
    this.settled.cancel();
    this.idle.cancel();
    if (!this.isUp) return;
    if (isIn) this.settled.schedule(SETTLE_NANOS);
    else this.idle.schedule(IDLE_NANOS);
  }

  setSuspended(is) {
    const { controller } = this;
    controller.sieStatus = is ? controller.sieStatus | SUSPENDED : controller.sieStatus & ~SUSPENDED;
    controller.intRaw = is ? controller.intRaw | DEV_SUSPEND : controller.intRaw & ~DEV_SUSPEND;
    controller.checkInterrupts();
  }

  suspend() {
    if (this.hasClock) this.setSuspended(true);
  }

  enumerate() {
    if (!this.hasClock) return;
    const { controller } = this;
    this.setSuspended(false);
    const port = new USBCDC(controller);
    this.port = port;
    port.onSerialData = (bytes) => this.heard.push(...bytes);
    // A computer sends nothing as long as it has nothing to send; rp2040js sends empty packets.
    controller.onEndpointRead = (endpoint, size) => {
      this.mark(endpoint, true);
      if (endpoint === 0 && this.coding) {
        controller.endpointReadDone(0, Uint8Array.from(this.coding));
        this.coding = null;
      }
      if (endpoint !== port.outEndpoint) return;
      this.room = size;
      this.push();
    };
    const { onEndpointWrite } = controller;
    controller.onEndpointWrite = (endpoint, buffer) => {
      onEndpointWrite(endpoint, buffer);
      if (endpoint === 0 && buffer.length > 2 && buffer[1] === STRING_DESCRIPTOR) {
        this.text = new TextDecoder('utf-16le').decode(Uint8Array.from(buffer).subarray(2));
      }
      // The speed was taken: the port is closed.
      if (endpoint !== 0 || buffer.length > 0 || !this.closing || this.coding) return;
      this.closing = false;
      port.cdcSetControlLineState(0);
    };
    this.reset();
  }

  mark(endpoint, available) {
    const view = this.chip.usbDPRAMView;
    const at = FIRST_OUT_BUFFER + 8 * endpoint;
    const value = view.getUint32(at, true);
    view.setUint32(at, available ? value | AVAILABLE : value & ~AVAILABLE, true);
  }

  send(bytes) {
    this.waiting.push(...bytes);
    this.push();
  }

  push() {
    if (this.room === null || this.waiting.length === 0) return;
    const packet = Uint8Array.from(this.waiting.splice(0, this.room));
    this.room = null;
    this.controller.endpointReadDone(this.port.outEndpoint, packet);
  }

  // The computer's program sets a speed, and closes the port.
  close(baud) {
    this.coding = [baud & 0xff, (baud >> 8) & 0xff, (baud >> 16) & 0xff, baud >>> 24, 0, 0, 8];
    this.closing = true;
    this.controller.sendSetupPacket(Uint8Array.from([0x21, 0x20, 0, 0, 0, 0, 7, 0]));
  }

  // Asks for the device's text of this number, in American English, as a computer does for its name.
  askText(number) {
    this.text = null;
    this.controller.sendSetupPacket(Uint8Array.from([0x80, 6, number, STRING_DESCRIPTOR, 0x09, 0x04, 255, 0]));
  }

  // What was heard since this was last asked.
  take() {
    return this.heard.splice(0);
  }
}
