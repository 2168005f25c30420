// The device page in a real browser: the pictures of scenarios, saves, power cuts, and processor time.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { close, figure, host, processorSeconds, site, visitor } from './browser.mjs';
import {
  chipSeconds, drawn, effort, isOn, logged, picture, press, ready, saved, settled, shows, untilPower,
} from './handheld.mjs';

const { PAGE_TRACES: TRACES, PAGE_GOLDEN: GOLDEN } = process.env;
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

async function open(page, seed) {
  await page.goto(`${address}?seed=${seed}&again=${Math.random()}`);
  await ready(page);
}

async function reload(page, seed) {
  await saved(page);
  await open(page, seed);
}

// Follows the lines that `dobutsu play --trace` has written; `switchOn` is called for a restart. Stops before the first
// line at which `enough` is true.
async function follow(page, lines, { switchOn = powerCycle, enough = () => false } = {}) {
  let presses = 0;
  for (const line of lines) {
    if (await enough()) return;
    const [what, value] = line.split(' ');
    if (what === 'on' && presses > 0) await switchOn(page, Number(value));
    else if (what === 'press') await press(page, value, ++presses % 2 ? 'key' : 'click');
    else if (what === 'shows') await shows(page, value, enough);
    else if (what === 'snap') {
      const golden = readFileSync(join(GOLDEN, `${value}.txt`), 'utf8');
      assert.equal(drawn(await picture(page)), golden, value);
    }
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
  // The chip's own time does not depend on how busy this computer is. A picture is noticed after a turn of the worker.
  const chip = await page.evaluate(() => globalThis.device.firstPicture / 1e9);
  figure('first picture by the chip’s own clock', `${Math.round(chip * 1000)} ms`);
  assert.ok(chip < 0.3 + 0.1, `${chip} s of the chip’s time for the first picture`);
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
  await withDevice((page) => follow(page, traceOf('repetition.txt'), { switchOn: reload }));
});

test('a power cut during a save leaves the game before or after it', async () => {
  const lines = traceOf('repetition.txt');
  const restart = lines.findIndex((line, at) => at > 0 && line.startsWith('on '));
  const [game, onward] = [lines.slice(0, restart), lines.slice(restart + 1)];
  // After switching on: the title, A, the menu, A to continue the game, the board; then a move.
  const toBoard = onward.slice(0, onward.findIndex((line, at) => at > 3 && line.startsWith('shows')));
  const board = onward[toBoard.length].split(' ')[1];
  const moves = onward.slice(toBoard.length);
  await withDevice(async (page) => {
    await follow(page, game);
    await saved(page);
    const kept = await page.evaluate(storedRegion, null);
    const playFrom = async (enough, busy) => {
      await page.goto(`${address}analysis.html`);
      await page.evaluate(storedRegion, kept);
      await open(page, 99);
      await follow(page, toBoard);
      await shows(page, board);
      if (busy) await page.evaluate((busy) => globalThis.device.tell({ do: 'cut', busy }), busy);
      await follow(page, moves, { enough });
    };
    // The game that is found after switching on again.
    const found = async () => {
      await reload(page, 99);
      await follow(page, toBoard);
      return settled(page);
    };
    const saves = async () => (await page.locator('#log').textContent()).match(/saved \d+ bytes: true/g)?.length;
    await playFrom(async () => (await saves()) >= 1);
    const whole = await found();
    assert.notEqual(whole, board);
    // A page is programmed in half a millisecond, a save takes a few milliseconds.
    for (const busy of [0.1e6, 0.4e6, 0.6e6, 0.9e6]) {
      await playFrom(async () => !(await isOn(page)), busy);
      assert.equal(await isOn(page), false);
      assert.equal(await picture(page), '00'.repeat(1024));
      const left = await found();
      assert.ok(left === whole || left === board, `cut after ${busy} ns:\n${drawn(left)}`);
    }
  });
});

// Reads the stored save region, or replaces it; runs in the page.
function storedRegion(bytes) {
  return new Promise((done) => {
    indexedDB.open('dobutsu-device', 1).onsuccess = ({ target: { result: database } }) => {
      const transaction = database.transaction('regions', 'readwrite');
      const store = transaction.objectStore('regions');
      const request = bytes ? store.put(Uint8Array.from(bytes), 'saves') : store.get('saves');
      transaction.oncomplete = () => {
        database.close();
        done(bytes ?? [...request.result]);
      };
    };
  });
}

test('an idle device takes little processor time, and none in a hidden tab', async () => {
  await withDevice(async (page) => {
    await logged(page, /database: verified/);
    const load = async (seconds) => {
      const before = { ...(await effort(page)), processor: await processorSeconds() };
      while ((await chipSeconds(page)) < before.seconds + seconds) await page.waitForTimeout(500);
      const after = { ...(await effort(page)), processor: await processorSeconds() };
      const perSecond = (what) => (after[what] - before[what]) / (after.seconds - before.seconds);
      return { processor: perSecond('processor'), awake: perSecond('awake'), turns: perSecond('turns') };
    };
    // In the first half minute the browser still compiles code.
    const first = await load(5);
    let idle = first;
    for (let tries = 0; (idle.processor >= 0.05 || idle.turns >= 40) && tries < 10; tries++) idle = await load(5);
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
    const then = { ...(await effort(page)), processor: await processorSeconds() };
    await page.waitForTimeout(4000);
    const hidden = (await processorSeconds()) - then.processor;
    figure('one core in a hidden tab', percent(hidden / 4));
    const still = await effort(page);
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
    const could = await page.evaluate(() => globalThis.device.heard.could);
    figure('and in real time, in the last second', could?.toFixed(2));
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
      const pad = { buttons: Array.from({ length: 17 }, () => ({ pressed: false })), axes: [0, 0, 0, 0] };
      globalThis.pad = pad;
      Object.defineProperty(navigator, 'getGamepads', { value: () => [null, pad], configurable: true });
      dispatchEvent(new Event('gamepadconnected'));
    });
    const down = (button) => page.locator(`[data-button=${button}].down`).waitFor({ state: 'attached' });
    const free = () => page.waitForFunction(() => document.querySelectorAll('[data-button].down').length === 0);
    const title = await settled(page);
    const set = (number, pressed) =>
      page.evaluate(([number, pressed]) => (globalThis.pad.buttons[number].pressed = pressed), [number, pressed]);
    for (const [number, button] of Object.entries({ 0: 'A', 12: 'Up', 13: 'Down', 14: 'Left', 15: 'Right', 1: 'B' })) {
      await set(number, true);
      await down(button);
      if (button === 'A') assert.notEqual(await settled(page), title);
      await set(number, false);
      await free();
    }
    for (const [axis, tilt, button] of [[0, -1, 'Left'], [0, 1, 'Right'], [1, -1, 'Up'], [1, 1, 'Down']]) {
      await page.evaluate(([axis, tilt]) => (globalThis.pad.axes[axis] = tilt), [axis, tilt]);
      await down(button);
      await page.evaluate((axis) => (globalThis.pad.axes[axis] = 0), axis);
      await free();
    }
    // A gamepad that is disconnected releases its buttons.
    await set(0, true);
    await down('A');
    await page.evaluate(() => Object.defineProperty(navigator, 'getGamepads', { value: () => [null, null] }));
    await free();
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
