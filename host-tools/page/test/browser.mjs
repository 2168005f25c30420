// A real browser for the tests. Every error in a page's console and every request to another host is a failure.

import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';
import { serve } from '../serve.mjs';
import { recordPictures } from './handheld.mjs';

// Milliseconds after which a test has hung. A busy machine does not take this long.
const PATIENCE = 600_000;

export const { PAGE_SITE: site } = process.env;
const browser = await chromium.launch({ executablePath: process.env.PAGE_CHROMIUM, timeout: PATIENCE });
const stops = [];

export async function close() {
  await browser.close();
  for (const stop of stops) stop();
}

// Serves the site below a folder, as many static hosts do. `sent()` is the number of bytes sent so far.
export async function host(folder = site) {
  const { server, address } = await serve(folder, { below: '/some/folder/' });
  const sockets = [];
  server.on('connection', (socket) => sockets.push(socket));
  const sent = () => sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  stops.push(stop);
  return { address, sent, stop };
}

// A browser without stored data. `expected` are errors that a test causes.
export async function visitor({ expected = [], ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US', ...options });
  context.setDefaultTimeout(PATIENCE);
  await context.addInitScript(recordPictures);
  const troubles = [];
  const requests = [];
  const note = (trouble) => {
    if (expected.some((pattern) => pattern.test(trouble))) return;
    troubles.push(trouble);
    console.log(`trouble: ${trouble}`);
    // The test might wait forever now.
    context.close();
  };
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) note(`console: ${message.text()} ${message.location().url}`);
  });
  context.on('weberror', (error) => note(`error: ${error.error().stack}`));
  context.on('request', (request) => requests.push(request.url()));
  return {
    context,
    requests,
    async open(address) {
      const page = await context.newPage();
      await page.goto(address);
      return page;
    },
    // Ends the visit. There must have been no errors and no requests to other hosts.
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

// Seconds of processor time of all pages and their workers so far. Only one page works at a time.
export async function processorSeconds() {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  return renderers.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

// Prints a figure for MEASUREMENTS.md.
export function figure(name, value) {
  console.log(`figure: ${name}: ${value}`);
}
