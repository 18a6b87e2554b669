// The page of a history opens from disk, at a desk and on a telephone, with a picture for each quantity.
import assert from 'node:assert/strict';
import test from 'node:test';
import {pageOf} from '../../results/history/page.mjs';
import {madeUpHistory} from '../results/made_up_history.mjs';
import {onPage, pageFile, widths} from './open_page.mjs';

const entries = madeUpHistory(40, ({run, at}) => {
  if (run.method === 'rk4' && at >= 12) run.work.force *= 2;
  if (run.method === 'exprb42' && at >= 30 && run.error) run.error *= 3;
});
const file = pageFile('history.html', pageOf(entries));

for (const width of widths)
  test(`the page shows steps and pictures at ${width} px`, async () => {
    await onPage(file, {width}, async (page) => {
      assert.equal(await page.locator('tr.worse').count(), 2);
      assert.equal(await page.locator('figure svg').count(), 12);
      const {scroll, client} = await page.evaluate(() =>
        ({scroll: document.documentElement.scrollWidth, client: document.documentElement.clientWidth}));
      assert.ok(scroll <= client, `${scroll} px on ${client} px`);
    });
  });
