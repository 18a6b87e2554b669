// The page of a figure that is no diagram, as 'stiffbench figure' writes it, opens from disk and draws.
import assert from 'node:assert/strict';
import test from 'node:test';
import {readSpec} from '../../results/figures/lib/figure.mjs';
import {toPage} from '../../results/figures/lib/page.mjs';
import {energyRecords} from '../results/fixture.mjs';
import {onPage, pageFile, widths} from './open_page.mjs';

const file = pageFile('energy.html', await toPage('fput_energy_methods', readSpec('fput_energy_methods').spec, energyRecords()));

for (const width of widths)
  test(`a figure draws its runs at ${width} px`, async () => {
    await onPage(file, {width}, async (page) => {
      await page.waitForSelector('#figure svg');
      assert.ok(await page.locator('#figure svg .mark-line path').count() > 5);
      assert.equal(await page.title(), 'fput_energy_methods');
    });
  });
