// A real browser for the tests, and a page in it that is watched: every error in its console and every
// request to another host is a failure.

import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';
import { serve } from '../serve.mjs';

const { PAGE_SITE: SITE, PAGE_CHROMIUM: CHROMIUM } = process.env;

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
// Ends a hang, in milliseconds; a busy machine never takes this long.
const PATIENCE = 600_000;

// Milliseconds of work that show which process is whose.
const BUSY = 300;

export const site = SITE;
const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS, timeout: PATIENCE });
const servers = [];

export async function close() {
  await browser.close();
  for (const server of servers) server.close();
}

// A folder of the host, as on many a static host: the site does not lie at its root. `sent` counts the
// bytes that have left it.
export async function host(folder = SITE) {
  const { server, address } = await serve(folder, { below: '/some/folder/' });
  const sockets = [];
  server.on('connection', (socket) => sockets.push(socket));
  servers.push(server);
  const sent = () => sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address, sent, stop };
}

// A new person's browser, with nothing kept. `expected` are errors that belong to the test.
export async function visitor({ expected = [], ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US', ...options });
  context.setDefaultTimeout(PATIENCE);
  const troubles = [];
  const requests = [];
  const own = [/willReadFrequently/]; // the tests look at the display, again and again
  const note = (trouble) => {
    if ([...own, ...expected].some((pattern) => pattern.test(trouble))) return;
    troubles.push(trouble);
    // What a test waits for may never come now.
    console.log(`trouble: ${trouble}`);
    context.close();
  };
  const watch = (page) => {
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) note(`console: ${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => note(`error: ${error.stack}`));
  };
  context.on('page', watch);
  context.on('request', (request) => requests.push(request.url()));
  return {
    context,
    requests,
    async open(address) {
      const page = await context.newPage();
      await page.goto(address);
      return page;
    },
    // The end of a visit: nothing went wrong, and nothing was asked of anybody else.
    async leave(address) {
      await context.close();
      assert.deepEqual(troubles, []);
      const { origin } = new URL(address);
      const elsewhere = requests.filter((url) => /^(https?|wss?):/.test(url) && new URL(url).origin !== origin);
      assert.deepEqual(elsewhere, [], 'a request left the page’s own origin');
      assert.ok(requests.length > 0);
    },
  };
}

// Seconds of processor time that every process with pages has taken so far, by its number.
export async function processorTimes() {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  return new Map(renderers.map(({ id, cpuTime }) => [id, cpuTime]));
}

// The process of a page and its workers: the one that works when the page does. The browser has others, for
// pages of its own.
export async function processOf(page) {
  const before = await processorTimes();
  await page.evaluate((enough) => {
    for (const end = performance.now() + enough; performance.now() < end; );
  }, BUSY);
  const after = await processorTimes();
  const took = ([id, seconds]) => seconds - (before.get(id) ?? 0);
  const [[id]] = [...after].sort((one, other) => took(other) - took(one));
  return id;
}

// Seconds of processor time that a process has taken so far.
export async function processorSeconds(id) {
  return (await processorTimes()).get(id) ?? 0;
}

// A figure for the README.
export function figure(name, value) {
  console.log(`figure: ${name}: ${value}`);
}
