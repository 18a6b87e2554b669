// The page of one figure, as 'stiffbench figure' writes it, opens from disk and draws.
import assert from 'node:assert/strict';
import test from 'node:test';
import {readSpec} from '../../results/figures/lib/figure.mjs';
import {toPage} from '../../results/figures/lib/page.mjs';
import {bunnyRecords} from '../results/fixture.mjs';
import {onPage, pageFile, widths} from './open_page.mjs';

const file = pageFile('precision.html', toPage('precision', readSpec('precision').spec, bunnyRecords()));

for (const width of widths)
  test(`a figure draws its runs at ${width} px`, async () => {
    await onPage(file, {width}, async (page) => {
      await page.waitForSelector('#figure svg');
      assert.ok(await page.locator('#figure svg .mark-symbol path').count() > 40);
      assert.equal(await page.title(), 'precision');
    });
  });
