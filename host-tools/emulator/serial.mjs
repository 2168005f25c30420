// The computer at the other end of the USB cable. It detects a device by the pull-up on its data line, configures it as a
// serial port, and sends and receives bytes.
//
// The computer configures a device when the pull-up appears, because the cable is connected or the device enables it. If
// the device's clock does not run then, it does not answer, and the computer does not try again. A bus without traffic
// for 3 ms is suspended.

import { USBCDC } from 'rp2040js';
import { intercept } from './registers.mjs';

// Marks a buffer that the device has made available and the computer has not filled.
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
// The computer waits before it resets the bus.
const SETTLE_NANOS = 100e6;

export class Serial {
  constructor(chip) {
    this.chip = chip;
    this.controller = chip.usbCtrl;
    this.received = [];
    this.waiting = [];
    // The size of the packet that the device accepts, or null.
    this.room = null;
    this.port = null;
    // The settings of the port that are sent before it is closed.
    this.coding = null;
    this.closing = false;
    // The last of the device's texts that was requested.
    this.text = null;
    this.isIn = false;
    this.isUp = false;
    const { controller } = this;
    this.settled = chip.clock.createAlarm(() => this.enumerate());
    this.idle = chip.clock.createAlarm(() => this.suspend());
    const { finishRead, resetDevice } = controller;
    // rp2040js marks a buffer as filled when it becomes available, the chip when it has been filled.
    controller.finishRead = (endpoint, buffer) => {
      finishRead.call(controller, endpoint, buffer);
      this.mark(endpoint, false);
    };
    // rp2040js resets the device at once, a computer when it has seen the pull-up.
    controller.resetDevice = () => {};
    this.reset = () => resetDevice.call(controller);
    intercept(controller, {
      write: (offset, value, original) => {
        original(offset, value);
        if (offset === SIE_CTRL) this.seePullUp((value & PULLUP) !== 0);
        // rp2040js does not clear this bit.
        if (offset === SIE_STATUS && controller.rawWriteValue & SUSPENDED) this.setSuspended(false);
      },
    });
  }

  get hasClock() {
    const { clocks, pllUsb } = this.chip;
    return (clocks.usbCtrl & CLOCK_ENABLED) !== 0 && (pllUsb.pwr & PLL_POWERED_DOWN) === 0;
  }

  seePullUp(isUp) {
    const isChange = isUp !== this.isUp;
    this.isUp = isUp;
    if (isChange) this.restart();
  }

  // Connects the cable, or disconnects it in the middle of a transfer.
  plug(isIn) {
    if (isIn === this.isIn) return;
    this.isIn = isIn;
    this.port = null;
    this.waiting = [];
    this.room = null;
    this.controller.onUSBEnabled = this.controller.onResetReceived = null;
    this.controller.onEndpointWrite = this.controller.onEndpointRead = null;
    this.restart();
  }

  restart() {
    this.settled.cancel();
    this.idle.cancel();
    if (this.isUp && this.isIn) this.settled.schedule(SETTLE_NANOS);
    else if (this.isUp) this.idle.schedule(IDLE_NANOS);
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
    port.onSerialData = (bytes) => this.received.push(...bytes);
    // A computer that has nothing to send sends nothing; rp2040js sends empty packets.
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
      // The device has accepted the settings, so the port is closed.
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

  // Sets a speed and closes the port.
  close(baud) {
    this.coding = [baud & 0xff, (baud >> 8) & 0xff, (baud >> 16) & 0xff, baud >>> 24, 0, 0, 8];
    this.closing = true;
    this.controller.sendSetupPacket(Uint8Array.from([0x21, 0x20, 0, 0, 0, 0, 7, 0]));
  }

  // Requests the device's text of this number in American English.
  requestText(number) {
    this.text = null;
    this.controller.sendSetupPacket(Uint8Array.from([0x80, 6, number, STRING_DESCRIPTOR, 0x09, 0x04, 255, 0]));
  }

  // The bytes received since the last call.
  take() {
    return this.received.splice(0);
  }
}
