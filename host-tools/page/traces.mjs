// Translates the code that runs while the device starts, so that the browser need not translate it piece by piece.

import { BUTTON_PINS, Chip } from '../emulator/chip.mjs';

// The recorded run in nanoseconds: until the first picture stands still, then into the menu and back.
const START = 1.5e9;
const PRESSED = 60e6;
const AFTER = 400e6;
const PRESSES = ['A', 'Down', 'B'];

// The text of a module with a function from the translator's tools to pairs of an address and its function.
export function traces(firmware, database) {
  const chip = new Chip();
  chip.flashFirmware(firmware, []);
  chip.put(firmware.symbol('__database_start') & 0xffffff, database);
  for (const pin of Object.values(BUTTON_PINS)) chip.setPin(pin, true);
  const { translator } = chip;
  const found = [];
  const translate = translator.translate.bind(translator);
  translator.translate = (start) => {
    const text = translator.text(start);
    if (text) found.push(`[${start},${text.slice(1, -1)}]`);
    return translate(start);
  };
  chip.powerOn(1);
  chip.run(START);
  for (const button of PRESSES) {
    chip.setPin(BUTTON_PINS[button], false);
    chip.run(PRESSED);
    chip.setPin(BUTTON_PINS[button], true);
    chip.run(AFTER);
  }
  return `export const traces = (${Object.keys(translator.tools)}) => [\n${found.join(',\n')},\n];\n`;
}
