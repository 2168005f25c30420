// The whole site: without a network, in both languages, on small and large screens, light and dark.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { close, figure, host, site, visitor } from './browser.mjs';
import { ready, settled, untilPower } from './handheld.mjs';

const { PAGE_PICTURES: PICTURES } = process.env;
let address;

before(async () => {
  ({ address } = await host());
  mkdirSync(PICTURES, { recursive: true });
});
after(close);

const kept = (page) => page.waitForFunction(() => document.documentElement.dataset.kept === 'yes');
const boardReady = (page) => page.waitForFunction(() => globalThis.analysis?.state.exact);

test('the site opens without a network after one visit', async () => {
  const { address, sent, stop } = await host();
  // Browsers look for a new version at every visit.
  const person = await visitor({ expected: [/service-worker\.js/] });
  const page = await person.open(address);
  await ready(page);
  await kept(page);
  figure('transferred for the whole site, kept for later', `${sent()} bytes`);
  stop();
  await page.reload();
  await ready(page);
  await page.goto(`${address}analysis.html`);
  await boardReady(page);
  await person.leave(address);
});

test('a new version is offered and installed on request', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'dobutsu-site-'));
  cpSync(site, copy, { recursive: true });
  const { address, sent } = await host(copy);
  const person = await visitor();
  const page = await person.open(`${address}analysis.html`);
  await boardReady(page);
  await kept(page);
  await page.reload();
  await boardReady(page);
  const before = sent();
  // A new release: a text differs, and its checksum in the list.
  const changed = 'analysis/page.mjs';
  const text = readFileSync(join(copy, changed), 'utf8').replace('"Dobutsu shogi"', '"Another shogi"');
  writeFileSync(join(copy, changed), text);
  const sum = createHash('sha256').update(text).digest('hex').slice(0, 32);
  const worker = readFileSync(join(copy, 'service-worker.js'), 'utf8');
  writeFileSync(join(copy, 'service-worker.js'), worker.replace(/("analysis\/page\.mjs": ")\w+/, `$1${sum}`));
  await page.reload();
  await page.locator('#update').waitFor({ state: 'visible' });
  assert.equal(await page.locator('h1').innerText(), 'Dobutsu shogi');
  await page.locator('#update button').click();
  await page.waitForFunction(() => document.querySelector('h1')?.innerText.trim() === 'Another shogi');
  await boardReady(page);
  // The database had not changed.
  assert.ok(sent() - before < 100_000, `${sent() - before} bytes for a new text`);
  await person.leave(address);
  rmSync(copy, { recursive: true });
});

const SIZES = {
  phone: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1280, height: 800 } },
};

for (const [size, options] of Object.entries(SIZES)) {
  for (const [locale, scheme] of [['en-US', 'light'], ['ja-JP', 'dark']]) {
    test(`both pages at ${size} size, ${locale}, ${scheme}`, async () => {
      const person = await visitor({ ...options, locale, colorScheme: scheme });
      const page = await person.open(`${address}?seed=1`);
      await ready(page);
      await settled(page);
      await look(page, `device-${size}-${locale}`);
      await page.goto(`${address}analysis.html#sfen=gle/1C1/3/ELG_w_C_2`);
      await boardReady(page);
      await look(page, `analysis-${size}-${locale}`);
      await person.leave(address);
    });
  }
}

// Checks that nothing is wider than the page and that every control has a name; takes a screenshot.
async function look(page, name) {
  await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
  const found = await page.evaluate(() => {
    const { scrollWidth, clientWidth, lang } = document.documentElement;
    const unnamed = [...document.querySelectorAll('button, a, input, select, textarea, summary, [role]')]
      .filter((element) => element.checkVisibility() && !element.closest('[aria-hidden=true]'))
      .filter((element) => !['log', 'status', 'alert', 'tabpanel', 'tablist'].includes(element.role))
      .filter((element) => {
        const labels = [...(element.labels ?? [])].map((label) => label.innerText).join('');
        return !(element.ariaLabel || labels || element.innerText?.trim() || element.getAttribute('alt'));
      })
      .map((element) => element.outerHTML.slice(0, 120));
    return { wide: scrollWidth > clientWidth, unnamed, lang };
  });
  assert.deepEqual(found, { wide: false, unnamed: [], lang: name.slice(-5, -3) }, name);
}

test('the language is changed by a switch and kept', async () => {
  const person = await visitor();
  const page = await person.open(address);
  await untilPower(page, true);
  await page.locator('[data-language=ja]').click();
  assert.equal(await page.locator('#forget').innerText(), 'すべて消去');
  await page.goto(`${address}analysis.html`);
  assert.equal(await page.locator('#tab-play').innerText(), '対局');
  await person.leave(address);
});

test('the manifest makes it installable', async () => {
  const person = await visitor();
  const page = await person.open(address);
  const session = await person.context.newCDPSession(page);
  const { errors } = await session.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
  const manifest = JSON.parse(readFileSync(join(site, 'manifest.webmanifest'), 'utf8'));
  for (const { src } of manifest.icons) assert.ok(readFileSync(join(site, src)).length > 100);
  await untilPower(page, true);
  await person.leave(address);
});
