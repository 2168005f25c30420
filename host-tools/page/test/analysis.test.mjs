// The analysis board in a real browser: exact values, links, games, puzzles, and messages for invalid input.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { close, figure, host, processorSeconds, site, visitor } from './browser.mjs';

// SFEN, value and kind of 3,000 positions.
const ROWS = readFileSync(process.env.PAGE_VALUES, 'utf8').trim().split('\n').map((row) => row.split('\t'));
const START = 'gle/1c1/1C1/ELG b - 1';
// A game of two moves in Shift-JIS, as programs for Windows write it.
const SHIFT_JIS = Buffer.from(
  '8ee890942d2d2d2d8e778ee82d2d2d2d2d2d2d2d2d0d0a2020203120825193f182d082e682b1283233290d0a202020322093' +
  'af81408389834383498393283231290d0a',
  'hex',
);
let address;

before(async () => ({ address } = await host()));
after(close);

async function withBoard(work, { hash = '', ...options } = {}) {
  const person = await visitor(options);
  const page = await person.open(`${address}analysis.html${hash}`);
  await page.waitForFunction(() => globalThis.analysis?.state.image);
  await work(page, person);
  await person.leave(address);
}

const untilMove = (page, at) => page.waitForFunction((at) => globalThis.analysis?.game.at === at, at);
const untilMoves = (page, moves) =>
  page.waitForFunction((moves) => globalThis.analysis.game.moves.join(' ') === moves, moves);
const untilSfen = (page, sfen) => page.waitForFunction((sfen) => globalThis.analysis.game.sfen === sfen, sfen);
const untilNotice = (page) => page.locator('#notice').waitFor({ state: 'visible' });
const exact = (page) => page.waitForFunction(() => globalThis.analysis.state.exact);
const status = (page) => page.locator('#status').innerText();
const sfen = (page) => page.evaluate(() => globalThis.analysis.game.sfen);
const notice = (page) => page.locator('#notice').innerText();
const tab = (page, name) => page.locator(`#tab-${name}`).click();
const cell = (page, name) => page.locator('.cell').filter({ hasText: name });

async function fill(page, selector, value) {
  await tab(page, 'text');
  await page.locator(selector).fill(value);
  await page.locator(`${selector}-go`).click();
}

test('the start is lost in 78 plies, and its best line ends after 78', async () => {
  await withBoard(async (page) => {
    await exact(page);
    assert.equal(await status(page), 'First player to move, loses in 78 plies');
    const values = await page.locator('#moves .value').allInnerTexts();
    assert.deepEqual(values, ['−78', '−78', '−78', '−76']);
    // The line is played on the board; the engine gives all of it.
    await page.locator('#best').click();
    await page.waitForFunction(() => globalThis.analysis.game.at >= 2);
    await page.locator('#best').click();
    const line = await page.evaluate((start) => globalThis.analysis.engine.askFor('line', 'line', start, 180), START);
    assert.equal(line.split(' ').length, 78);
    const over = await page.evaluate(async ([start, line]) => {
      const { game } = globalThis.analysis;
      await game.load(start, line.split(' '));
      return game.over;
    }, [START, line]);
    assert.equal(over.winner, 'w');
  });
});

test('values of 200 positions are those of the file', async () => {
  // From the whole file; positions after the end of a game have no moves.
  const rows = ROWS.filter((_, at) => at % 15 === 0);
  assert.equal(rows.length, 200);
  await withBoard(async (page) => {
    await exact(page);
    const before = await processorSeconds();
    const found = await page.evaluate(async (rows) => {
      const { engine } = globalThis.analysis;
      const exactVerdicts = (sfen) =>
        new Promise((done) => engine.analyse(sfen, (verdicts, exact) => exact && done([...verdicts.values()])));
      const results = [];
      for (const [sfen] of rows) {
        const legal = await engine.askFor('legal', 'game', sfen, '');
        if (!legal) continue;
        const began = performance.now();
        const verdicts = await exactVerdicts(sfen);
        const took = performance.now() - began;
        const value = Number(await engine.askFor('value', 'value', sfen));
        const wins = verdicts.filter((value) => value > 0);
        const best = wins.length > 0 ? Math.min(...wins) : verdicts.includes(0) ? 0 : Math.min(...verdicts);
        results.push({ sfen, value, best, took, all: verdicts.length === legal.split(' ').length });
      }
      return results;
    }, rows);
    const wanted = new Map(rows.map(([sfen, value]) => [sfen, Number(value)]));
    const wrong = found.filter(({ sfen, value, best, all }) => !all || value !== wanted.get(sfen) || best !== value);
    assert.deepEqual(wrong, []);
    assert.ok(found.length > 190, `${found.length} positions`);
    const times = found.map(({ took }) => took).sort((a, b) => a - b);
    const [median, late] = [0.5, 0.99].map((part) => times[Math.floor(part * times.length)]);
    figure('all moves of a position, exact: median / 99th percentile', `${median.toFixed(0)} / ${late.toFixed(0)} ms`);
    const mean = ((await processorSeconds()) - before) / found.length;
    figure('and in processor time, with its value, on average', `${Math.round(mean * 1000)} ms`);
  });
});

test('taps make moves, moves are taken back, and a link opens the game again', async () => {
  await withBoard(async (page) => {
    await exact(page);
    await cell(page, 'B3').click();
    assert.equal(await cell(page, 'B2').locator('.badge').innerText(), '−76');
    await cell(page, 'B2').click();
    await untilMove(page, 1);
    assert.equal(await sfen(page), 'gle/1C1/3/ELG w C 2');
    assert.match(await status(page), /check/);
    // By keyboard: the lion catches the chick.
    await cell(page, 'B1').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await untilMove(page, 2);
    assert.equal(await sfen(page), 'g1e/1l1/3/ELG b Cc 3');
    await page.locator('#back').click();
    await untilMove(page, 1);
    await page.locator('#forth').click();
    await untilMove(page, 2);
    // A drop from the hand.
    await page.locator('#hand-near button').click();
    await cell(page, 'B3').click();
    await untilMove(page, 3);
    const link = page.url();
    await page.goto('about:blank');
    await page.goto(link);
    await untilMove(page, 3);
    assert.equal(await sfen(page), 'g1e/1l1/1C1/ELG w c 4');
  });
});

test('a link opens its position, and an invalid one gives a message', async () => {
  await withBoard(
    async (page) => {
      await exact(page);
      assert.equal(await sfen(page), 'lg1/3/LcC/E1G b E 1');
      assert.equal(await status(page), 'First player to move, wins in 11 plies');
      // Lishogi's letters are read as well.
      await page.goto(`${address}analysis.html#sfen=rkb/1p1/3/BKR_w_P_2`);
      await untilSfen(page, 'gle/1c1/3/ELG w C 2');
      await page.goto(`${address}analysis.html#sfen=lg1/3/LcC/E1G_b_E_1`);
      await untilSfen(page, 'lg1/3/LcC/E1G b E 1');
      await page.goto(`${address}analysis.html#sfen=gle/1c1/xyz_b_-`);
      await untilNotice(page);
      assert.match(await notice(page), /'x' is no piece/);
      assert.equal(await sfen(page), 'lg1/3/LcC/E1G b E 1');
      await page.goto('about:blank');
      await page.goto(`${address}analysis.html#sfen=%ff%00`);
      await untilNotice(page);
      assert.equal(await sfen(page), START);
      await exact(page);
    },
    { hash: '#sfen=lg1/3/LcC/E1G_b_E_1' },
  );
});

test('games are imported and reviewed, and other texts give a message', async () => {
  await withBoard(async (page) => {
    await exact(page);
    const refused = async (text, reason) => {
      await fill(page, '#import', text);
      await page.waitForFunction((reason) => document.querySelector('#notice').innerText.includes(reason), reason);
      assert.equal(await sfen(page), START);
    };
    await refused('手数----指手---------\n   1 ２五ひよこ(23)', 'a square is a file from １ to ３');
    await refused('position startpos moves 2c2b 2a2b 9z9z', 'a square is a file from 1 to 3');
    await refused('Good morning.', 'line 1');
    await fill(page, '#import', '手数----指手---------\n   1 ２二ひよこ(23)\n   2 同　ぞう(11)\n   3 投了');
    await untilMoves(page, '2c2b 1a2b');
    const upload = (name, buffer) =>
      page.locator('#import-file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
    await tab(page, 'text');
    await upload('game.kif', SHIFT_JIS);
    await untilMoves(page, '2c2b 2a2b');
    // A saved file is read again.
    const saving = page.waitForEvent('download');
    await page.locator('#export-kif').click();
    const saved = readFileSync(await (await saving).path());
    assert.match(saved.toString(), /^手合割：どうぶつしょうぎ\n[^]*\n +2 +同　ライオン\(21\)\n$/);
    await tab(page, 'text');
    await upload('letter.kif', Buffer.from([0xff, 0xfe, 0]));
    await page.waitForFunction(() => document.querySelector('#notice').innerText.includes('neither UTF-8 nor Shift-JIS'));
    await fill(page, '#import', 'startpos');
    await page.waitForFunction(() => globalThis.analysis.game.moves.length === 0);
    await tab(page, 'text');
    await upload('dobutsu.kifu', saved);
    await untilMoves(page, '2c2b 2a2b');
    // The second move lets the lion be caught.
    await fill(page, '#import', 'position startpos moves 1d1c 2a1b 2c2b 3a3b 2b2a+');
    await page.waitForFunction(() => globalThis.analysis.game.moves.length === 5);
    await page.locator('#review').click();
    await page.waitForFunction(() => globalThis.analysis.state.values?.length === 6);
    assert.equal(await page.locator('#graph svg').count(), 1);
    assert.ok((await page.locator('#game .thrown').count()) >= 1);
    assert.match(await page.locator('#verdict').innerText(), /\?\?/);
  });
});

test('a position is set up', async () => {
  await withBoard(async (page) => {
    await exact(page);
    await tab(page, 'setup');
    await page.locator('#setup-clear').click();
    await page.locator('#setup-turn').click();
    await page.locator('#hand-near [data-kind=C]').click();
    await cell(page, 'A2').click();
    // A second tap makes a chick a hen.
    await cell(page, 'A2').click();
    await cell(page, 'A2').click();
    await page.locator('#setup-done').click();
    await page.waitForFunction(() => globalThis.analysis.game.sfen.startsWith('1l1/+C2'));
    assert.equal(await sfen(page), '1l1/+C2/3/1L1 w 2G2EC 1');
    await exact(page);
  });
});

test('a puzzle is posed and solved', async () => {
  await withBoard(async (page) => {
    await exact(page);
    await tab(page, 'puzzles');
    await page.locator('#goals [data-plies="3"]').click();
    await page.waitForFunction(() => document.querySelector('#puzzle-status').innerText.includes('3 plies'));
    // The solution is not shown.
    assert.doesNotMatch(await status(page), /wins/);
    for (let move = 0; move < 2; move++) {
      const best = await page.evaluate(async () => {
        const { engine, game } = globalThis.analysis;
        return (await engine.askFor('line', 'line', game.sfen, 1)).split(' ')[0];
      });
      const at = await page.evaluate(() => globalThis.analysis.game.at);
      await tab(page, 'moves');
      await page.locator(`#moves [data-move="${best}"]`).click();
      await page.waitForFunction((at) => globalThis.analysis.game.at > at || globalThis.analysis.game.over, at + (move === 0 ? 1 : 0));
    }
    await tab(page, 'puzzles');
    assert.equal(await page.locator('#puzzle-status').innerText(), 'Solved!');
  });
});

test('every level answers', async () => {
  await withBoard(async (page) => {
    await exact(page);
    await tab(page, 'play');
    for (const level of ['1', '5', '10']) {
      // A game without moves, so that the first move is the reply.
      await page.locator('#first').click({ force: true });
      await untilMove(page, 0);
      await page.locator('#level').selectOption(level);
      await page.locator('#seat').selectOption('w');
      await page.locator('#play-new').click();
      await untilMove(page, 1);
      assert.match(await page.locator('#play-status').innerText(), new RegExp(`level ${level}\\b`));
    }
    await page.locator('#play-stop').click();
    await exact(page);
  });
});

test('a missing or damaged image gives a message, and moves can still be made', async () => {
  const damaged = readFileSync(join(site, 'database.bin'));
  damaged[damaged.length - 1000] ^= 1;
  for (const answer of [{ status: 404 }, { body: damaged }]) {
    const person = await visitor({ expected: [/database\.bin/] });
    await person.context.route('**/database.bin', (route) => route.fulfill(answer));
    const page = await person.open(`${address}analysis.html`);
    await untilNotice(page);
    assert.match(await notice(page), answer.status ? /could not be loaded/ : /is damaged \(/);
    await cell(page, 'B3').click();
    await cell(page, 'B2').click();
    await untilMove(page, 1);
    await person.leave(address);
  }
});
