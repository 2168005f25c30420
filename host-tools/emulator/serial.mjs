// The computer at the other end of the USB cable: it sets the device up as a serial port, sends what it
// is given and keeps what it hears.

import { USBCDC } from 'rp2040js';

// A buffer that the device has handed over, and that nobody has filled yet.
const AVAILABLE = 1 << 10;
const FIRST_OUT_BUFFER = 0x84;

export class Serial {
  constructor(controller) {
    this.controller = controller;
    this.heard = [];
    // rp2040js takes a buffer back when it is handed over; the chip when it has been filled.
    const { finishRead } = controller;
    controller.finishRead = (endpoint, buffer) => {
      finishRead.call(controller, endpoint, buffer);
      this.mark(endpoint, false);
    };
    this.plugIn();
  }

  mark(endpoint, available) {
    const view = this.controller.rp2040.usbDPRAMView;
    const at = FIRST_OUT_BUFFER + 8 * endpoint;
    const value = view.getUint32(at, true);
    view.setUint32(at, available ? value | AVAILABLE : value & ~AVAILABLE, true);
  }

  plugIn() {
    const { controller } = this;
    this.waiting = [];
    this.room = null;
    const port = new USBCDC(controller);
    this.port = port;
    port.onSerialData = (bytes) => this.heard.push(...bytes);
    // A computer sends nothing as long as it has nothing to send; rp2040js sends empty packets.
    controller.onEndpointRead = (endpoint, size) => {
      this.mark(endpoint, true);
      if (endpoint !== port.outEndpoint) return;
      this.room = size;
      this.push();
    };
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

  // What was heard since this was last asked.
  take() {
    return this.heard.splice(0);
  }

  // The cable is pulled out in the middle of whatever is going on, and put back.
  replug() {
    this.plugIn();
    this.controller.resetDevice();
  }
}
