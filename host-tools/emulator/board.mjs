// What the board is like. By default everything on it is as kind as a data sheet's typical column;
// each kindness can be taken back.

export const KIND = {
  // Bytes of flash. A chip ignores the address bits it does not have.
  flashSize: 16 << 20,
  // Erasing and programming at the data sheet's typical speed, or at its slowest.
  flashSlow: false,
  // Whether erasing and programming never end.
  flashHangs: false,
  // How the chip's quad reads are enabled: by the second status register written in one command of two
  // bytes, as boot2's usual variant does it, or in some other way, so that quad reads give nothing.
  flashQuad: true,
  // Contacts that open and close for 5 to 10 ms when a button is pushed or let go.
  bounce: false,
  // Nanoseconds until a PLL that was switched on has locked; null if it never does.
  pllNanos: 0,
  // The display's controller, its address, and the fastest clock at which its pull-ups let it answer.
  controller: 'ssd1306',
  displayAddress: 0x3c,
  displayHertz: 1e6,
  // Volts of the supply: the battery, or what USB gives.
  volts: 5,
  // Whether a third of it can be measured at GP29.
  divider: true,
  // What makes 3.3 V of the supply: a converter that keeps it down to 1.8 V, as on the Pico, or a linear
  // regulator ('ldo'), whose output is never above the supply less 0.2 V.
  regulator: 'buckboost',
  // The chip's temperature.
  celsius: 27,
  // Whether a cable leads to a computer that runs.
  usb: false,
};
