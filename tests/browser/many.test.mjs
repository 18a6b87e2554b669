// A report of 20 000 runs stays below 25 MB, and its diagram reacts to a switch. Times are printed.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {readdirSync, statSync} from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import {fileURLToPath} from 'node:url';
import {factsOf, manyRows} from '../results/many_rows.mjs';
import {onPage, pageFile} from './open_page.mjs';

const program = fileURLToPath(new URL('../../results/report/report.mjs', import.meta.url));
const limit = 25e6,
  count = 20_000;
const sizeOf = (place) =>
  statSync(place).isDirectory()
    ? readdirSync(place).reduce((sum, name) => sum + sizeOf(path.join(place, name)), 0)
    : statSync(place).size;

for (const problems of [1, 40])
  test(`${count} runs on ${problems} problems`, async (context) => {
    const rows = manyRows(count, problems);
    assert.equal(rows.length, count);
    const file = pageFile('rows.jsonl', rows.map((row) => JSON.stringify(row)).join('\n')),
      folder = path.dirname(file);
    const facts = pageFile('facts.json', JSON.stringify(factsOf(rows)));
    const make = (...words) => spawnSync(process.execPath, [program, folder, '--facts', facts, ...words], {encoding: 'utf8'});
    const begin = performance.now();
    const [site, single] = [make(), make('--single-file')].map(({status, stdout, stderr}) => {
      assert.equal(status, 0, stderr);
      return stdout.trim();
    });
    context.diagnostic(`both reports written in ${Math.round(performance.now() - begin)} ms`);
    assert.ok(sizeOf(path.dirname(site)) < limit && sizeOf(single) < limit, `${sizeOf(path.dirname(site))}, ${sizeOf(single)}`);
    await onPage(path.join(path.dirname(site), 'problem-1.html'), {}, async (page) => {
      await page.waitForSelector('.explorer .curves [data-method]');
      const shown = () => page.locator('.explorer .curves > [data-method]').count(), before = await shown();
      const time = await page.evaluate(() => new Promise((resolve) => {
        const begin = performance.now(), painted = () => requestAnimationFrame(() => resolve(performance.now() - begin));
        document.querySelector('.explorer').addEventListener('drawn', () => requestAnimationFrame(painted), {once: true});
        document.querySelector('input[name=method]').click();
      }));
      context.diagnostic(`a switch took ${Math.round(time)} ms`);
      assert.equal(await shown(), before - 1);
    });
  });
