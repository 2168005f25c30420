// The properties of a board. By default every part behaves as in the typical column of its data sheet.

export const DEFAULT = {
  // Bytes of flash. A chip ignores the address bits it does not have.
  flashSize: 16 << 20,
  // Whether erasing and programming take the longest time of the data sheet.
  flashSlow: false,
  // Whether erasing and programming never end.
  flashHangs: false,
  // Whether quad reads are enabled by a write of two bytes to the status registers, as boot2's usual variant does it.
  // If not, quad reads give only ones.
  flashQuad: true,
  // Whether contacts open and close for 5 to 10 ms when a button is pressed or released.
  bounce: false,
  // Nanoseconds until a PLL has locked; null if it never does.
  pllNanos: 0,
  // The display's controller, its address, and the fastest clock at which it answers with its pull-ups.
  controller: 'ssd1306',
  displayAddress: 0x3c,
  displayHertz: 1e6,
  // Volts of the supply, a battery or USB.
  volts: 5,
  // Whether a third of it can be measured at GP29.
  divider: true,
  // What generates 3.3 V: a converter that works down to 1.8 V, as on the Pico, or a linear regulator ('ldo'), whose
  // output is at least 0.2 V below the supply.
  regulator: 'buckboost',
  // The chip's temperature.
  celsius: 27,
  // Whether a USB cable leads to a running computer.
  usb: false,
};
