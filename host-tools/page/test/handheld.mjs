// Access to the device page in a test: its picture, buttons, switch, log and time.

// Runs in every page: records all pictures, in the display's own byte order and in hexadecimal, because the next one may
// be shown before a test can look.
export function recordPictures() {
  globalThis.pictures = [];
  const { putImageData } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.putImageData = function (image, x, y) {
    putImageData.call(this, image, x, y);
    let text = '';
    for (let at = 0; at < 1024; at++) {
      let byte = 0;
      const [row, column] = [8 * (at >> 7), at & 127];
      for (let bit = 0; bit < 8; bit++) byte |= (image.data[((row + bit) * 128 + column) * 4] > 0x60) << bit;
      text += byte.toString(16).padStart(2, '0');
    }
    globalThis.pictures.push(text);
  };
}

// The last picture.
export function picture(page) {
  return page.evaluate(() => globalThis.pictures.at(-1));
}

// A picture that has not appeared after so many seconds of the chip's time will not.
const LONG = 60;

// Forgets the pictures before this one; false if it has not been shown; runs in the page.
function forgetUntil(wanted) {
  const at = globalThis.pictures.indexOf(wanted);
  globalThis.pictures.splice(0, at);
  return at >= 0;
}

// Waits until the display has shown a picture. Fails if the chip is off or has had enough time.
export async function shows(page, wanted) {
  const end = (await chipSeconds(page)) + LONG;
  while (!(await page.evaluate(forgetUntil, wanted))) {
    if (!(await isOn(page)) || (await chipSeconds(page)) > end) {
      throw new Error(`the display should show\n${drawn(wanted)}\nand shows\n${drawn(await picture(page))}`);
    }
    await page.waitForTimeout(30);
  }
}

// A picture as text, as the golden pictures are stored: a line has two rows of pixels.
function drawn(text) {
  const byte = (x, row) => parseInt(text.slice((row * 128 + x) * 2, (row * 128 + x) * 2 + 2), 16);
  const lit = (x, y) => (byte(x, y >> 3) >> (y & 7)) & 1;
  const line = (y) => Array.from({ length: 128 }, (_, x) => ' ▀▄█'[lit(x, y) | (lit(x, y + 1) << 1)]);
  return Array.from({ length: 32 }, (_, row) => `${line(row * 2).join('').trimEnd()}\n`).join('');
}

const KEYS = { Up: 'ArrowUp', Down: 'ArrowDown', Left: 'ArrowLeft', Right: 'ArrowRight', A: 'Enter', B: 'Escape' };

// Presses a button, by key or by click.
export async function press(page, button, by = 'key') {
  if (by === 'key') await page.keyboard.press(KEYS[button], { delay: 20 });
  else await page.locator(`[data-button=${button}]`).click();
}

// Waits until it is switched on, with the database in its flash.
export async function ready(page) {
  await page.waitForFunction(() => {
    const { heard, pictures } = globalThis.device;
    return heard.power && heard.database === 'ready' && pictures > 0;
  });
  await logged(page, /database: (found|refused)/);
}

// Waits for a line of the log.
export async function logged(page, pattern) {
  await page.locator('#log').filter({ hasText: pattern }).waitFor({ state: 'attached' });
}

const isOn = (page) => page.evaluate(() => globalThis.device.heard.power === true);

export async function untilPower(page, on) {
  await page.waitForFunction((on) => globalThis.device.heard.power === on, on);
}

// The work since the chip was started: its own time and the part of it in which its core was awake, in seconds; the turns
// of the page's worker; and whether the browser is storing the saves.
export async function effort(page) {
  await page.evaluate(() => {
    delete globalThis.device.heard.effort;
    globalThis.device.tell({ do: 'effort' });
  });
  const answer = await page.waitForFunction(() => globalThis.device.heard.effort);
  const { nanos, awake, turns, storing } = await answer.jsonValue();
  return { seconds: nanos / 1e9, awake: awake / 1e9, turns, storing };
}

// Seconds of the chip's time that no save exceeds.
const SAVING = 0.4;

// Waits until the chip has finished saving and the browser has stored the saves.
export async function saved(page) {
  const { seconds } = await effort(page);
  for (let now = await effort(page); now.storing || (now.seconds < seconds + SAVING && (await isOn(page))); ) {
    await page.waitForTimeout(30);
    now = await effort(page);
  }
}

// The chip's own time, in seconds.
export const chipSeconds = async (page) => (await effort(page)).seconds;

// The picture once it has not changed for a third of a second of the chip's time.
export async function settled(page) {
  for (;;) {
    const [seen, then] = [await picture(page), await chipSeconds(page)];
    while ((await chipSeconds(page)) < then + 0.3) await page.waitForTimeout(50);
    if ((await picture(page)) === seen) return seen;
  }
}
