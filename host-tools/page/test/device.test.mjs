// The device page in a real browser: the pictures of scenarios, saves, power cuts, and processor time.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { close, figure, host, processorSeconds, site, visitor } from './browser.mjs';
import {
  chipSeconds, effort, logged, picture, press, ready, saved, settled, shows, untilPower,
} from './handheld.mjs';

const { PAGE_TRACES: TRACES } = process.env;
const traceOf = (name) => readFileSync(join(TRACES, name), 'utf8').trim().split('\n');
let address;
let sent;

before(async () => ({ address, sent } = await host()));
after(close);

async function withDevice(work, options) {
  const person = await visitor(options);
  const page = await person.open(`${address}?seed=1`);
  await ready(page);
  await work(page, person);
  await person.leave(address);
}

async function powerCycle(page, seed) {
  await saved(page);
  await page.locator('#power').click();
  await untilPower(page, false);
  assert.equal(await picture(page), '00'.repeat(1024));
  await page.evaluate((seed) => globalThis.device.tell({ do: 'power', on: true, seed }), seed);
  await untilPower(page, true);
}

async function reload(page, seed) {
  await saved(page);
  await page.goto(`${address}?seed=${seed}`);
  await ready(page);
}

// Follows the lines that `dobutsu play --trace` has written; `switchOn` is called for a restart.
async function follow(page, lines, switchOn = powerCycle) {
  let presses = 0;
  for (const line of lines) {
    const [what, value] = line.split(' ');
    if (what === 'on' && presses > 0) await switchOn(page, Number(value));
    else if (what === 'press') await press(page, value, ++presses % 2 ? 'key' : 'click');
    else if (what === 'shows') await shows(page, value);
  }
}

test('the first picture, and what is transferred', async () => {
  const person = await visitor();
  const page = await person.context.newPage();
  const before = { sent: sent(), processor: await processorSeconds() };
  const began = Date.now();
  await page.goto(address);
  await page.waitForFunction(() => globalThis.device?.pictures > 0, null, { polling: 20 });
  const took = Date.now() - began;
  const processor = (await processorSeconds()) - before.processor;
  await ready(page);
  figure('transferred for the device', `${sent() - before.sent} bytes`);
  figure('first picture after opening', `${took} ms, ${Math.round(processor * 1000)} ms of processor time`);
  // The chip's own time does not depend on how busy this computer is.
  const chip = await page.evaluate(() => globalThis.device.firstPicture / 1e9);
  figure('first picture by the chip’s own clock', `${Math.round(chip * 1000)} ms`);
  assert.ok(chip < 0.3, `${chip} s of the chip’s time for the first picture`);
  await person.leave(address);
});

test('a scenario by keys and clicks, pixel for pixel, and its notes', async () => {
  await withDevice(async (page) => {
    await follow(page, traceOf('try.txt'));
    // The first note of the tune for a move.
    const first = await page.waitForFunction(() => globalThis.device.notes[0]);
    assert.ok(Math.abs((await first.jsonValue()).hertz - 1047) <= 2);
    assert.equal(await page.evaluate(() => globalThis.device.sound.context.state), 'running');
  });
});

test('a game continues after a reload', async () => {
  await withDevice((page) => follow(page, traceOf('repetition.txt'), reload));
});

test('an idle device takes little processor time, and none in a hidden tab', async () => {
  await withDevice(async (page) => {
    await logged(page, /database: verified/);
    const work = async () => ({ ...(await effort(page)), processor: await processorSeconds() });
    // What the computer, the chip and the worker do in a second of the chip's time.
    const load = async (seconds) => {
      const before = await work();
      while ((await chipSeconds(page)) < before.seconds + seconds) await page.waitForTimeout(500);
      const after = await work();
      const perSecond = (what) => (after[what] - before[what]) / (after.seconds - before.seconds);
      return { processor: perSecond('processor'), awake: perSecond('awake'), turns: perSecond('turns') };
    };
    const first = await load(5);
    // In the first half minute the browser still compiles code.
    await load(25);
    const idle = await load(5);
    const percent = (part) => `${(part * 100).toFixed(1)} %`;
    figure('one core when nothing happens, at first / later', `${percent(first.processor)} / ${percent(idle.processor)}`);
    figure('of which the chip is awake, and the worker', `${percent(idle.awake)}, ${idle.turns.toFixed(0)} times a second`);
    // While it waits, the chip runs at 48 MHz instead of 200; at 200 MHz it may be awake for 2 % of its time.
    assert.ok(idle.awake < (0.02 * 200) / 48, `the chip is awake for ${percent(idle.awake)} of its time`);
    assert.ok(idle.turns < 40, `the worker wakes ${idle.turns} times a second of the chip’s time`);
    const hide = (hidden) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    await hide(true);
    const then = await work();
    await page.waitForTimeout(4000);
    const still = await work();
    figure('one core in a hidden tab', percent((still.processor - then.processor) / 4));
    assert.equal(still.seconds, then.seconds, 'the chip runs in a hidden tab');
    assert.equal(still.turns, then.turns, 'the worker runs in a hidden tab');
    await hide(false);
    await press(page, 'A');
    while ((await chipSeconds(page)) === then.seconds) await page.waitForTimeout(100);
  });
});

test('the speed of a move that takes seconds', async () => {
  const lines = traceOf('thinking.txt');
  const last = lines.findLastIndex((line) => line.startsWith('press'));
  await withDevice(async (page) => {
    await logged(page, /database: verified/);
    await follow(page, lines.slice(0, last + 1));
    const before = { chip: await chipSeconds(page), processor: await processorSeconds() };
    await follow(page, lines.slice(last + 1));
    const chip = (await chipSeconds(page)) - before.chip;
    const processor = (await processorSeconds()) - before.processor;
    const ratio = (chip / processor).toFixed(2);
    figure('chip seconds a processor second while thinking', `${ratio} (${chip.toFixed(1)} s)`);
  });
});

test('a missing or damaged database gives a message, and the device plays', async () => {
  for (const [answer, log] of [
    [{ status: 404 }, /database: refused, Missing/],
    [{ body: readFileSync(join(site, 'database.bin')).fill(0, 40, 42) }, /database: refused, Header/],
  ]) {
    const person = await visitor({ expected: [/database\.bin/] });
    await person.context.route('**/database.bin', (route) => route.fulfill(answer));
    const page = await person.open(`${address}?seed=1`);
    await untilPower(page, true);
    await logged(page, log);
    // The device shows a message, which A closes.
    await press(page, 'A');
    const notice = await settled(page);
    await press(page, 'A');
    assert.notEqual(await settled(page), notice);
    if (answer.status) assert.match(await page.locator('#database').innerText(), /could not be loaded/);
    await person.leave(address);
  }
});

test('several fingers, and the keyboard on a focused button', async () => {
  await withDevice(
    async (page) => {
      const pins = () => page.evaluate(() => document.querySelectorAll('[data-button].down').length);
      const touch = await page.context().newCDPSession(page);
      const at = async (button) => {
        const { x, y, width, height } = await page.locator(`[data-button=${button}]`).boundingBox();
        return { x: x + width / 2, y: y + height / 2 };
      };
      const fingers = [await at('Down'), await at('A')];
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers });
      assert.equal(await pins(), 2);
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      assert.equal(await pins(), 0);
      // Enter presses a focused button.
      await page.locator('[data-button=B]').focus();
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => !document.querySelector('[data-button=B]').classList.contains('down'));
      assert.equal(await page.evaluate(() => devicePixelRatio * visualViewport.scale), 3);
    },
    { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 3 },
  );
});

test('a gamepad presses the buttons', async () => {
  await withDevice(async (page) => {
    // There is no gamepad, so what the browser reports is replaced.
    await page.evaluate(() => {
      globalThis.pad = { buttons: Array.from({ length: 17 }, () => ({})), axes: [0, 0, 0, 0] };
      navigator.getGamepads = () => [null, globalThis.pad];
      dispatchEvent(new Event('gamepadconnected'));
    });
    const title = await settled(page);
    const down = (buttons) =>
      page.waitForFunction((buttons) => {
        const elements = [...document.querySelectorAll('[data-button].down')];
        return elements.map((element) => element.dataset.button).join() === buttons;
      }, buttons);
    const press = (at, pressed) =>
      page.evaluate(([at, pressed]) => (globalThis.pad.buttons[at].pressed = pressed), [at, pressed]);
    const tilt = (axis, by) => page.evaluate(([axis, by]) => (globalThis.pad.axes[axis] = by), [axis, by]);
    for (const [at, button] of Object.entries({ 0: 'A', 12: 'Up', 13: 'Down', 14: 'Left', 15: 'Right', 1: 'B' })) {
      await press(at, true);
      await down(button);
      if (button === 'A') assert.notEqual(await settled(page), title);
      await press(at, false);
      await down('');
    }
    for (const [axis, by, button] of [[0, -1, 'Left'], [0, 1, 'Right'], [1, -1, 'Up'], [1, 1, 'Down']]) {
      await tilt(axis, by);
      await down(button);
      await tilt(axis, 0);
      await down('');
    }
    // A gamepad that is disconnected releases its buttons.
    await press(0, true);
    await down('A');
    await page.evaluate(() => (navigator.getGamepads = () => [null, null]));
    await down('');
  });
});

test('one tab at a time is the device, and everything can be erased', async () => {
  const person = await visitor();
  const first = await person.open(`${address}?seed=1`);
  await ready(first);
  const second = await person.open(`${address}?seed=1`);
  await second.waitForFunction(() => globalThis.device.heard.elsewhere);
  assert.match(await second.locator('#notice').innerText(), /another tab/);
  await second.locator('#power').click();
  await untilPower(second, true);
  await untilPower(first, false);
  await first.close();
  await second.getByRole('button', { name: 'Forget everything' }).first().click();
  await second.locator('#really [value=yes]').click();
  await logged(second, /saves: nothing/);
  await person.leave(address);
});
