// The fields above a report's list of all methods, which keep some of its lines.
import assert from 'node:assert/strict';
import test from 'node:test';
import {onPage} from './open_page.mjs';
import {in_site, ready} from './report_site.mjs';

test('a field above the list of all methods keeps the lines with all of its words', async () => {
  await onPage(in_site('methods.html'), {}, async (page) => {
    await ready(page);
    const visible = page.locator('tbody tr:visible'),
      all = await visible.count();
    assert.ok(all > 95);
    await page.locator('.filter input').fill('IMPLICIT l-stable');
    const names = await visible.locator('th').allInnerTexts();
    assert.ok(names.includes('radau_iia5') && !names.includes('gauss4') && !names.includes('rk4'));
    assert.equal(await page.locator('.filter output').innerText(), `${names.length} of ${all}`);
    await page.locator('.filter input').fill('');
    assert.equal(await visible.count(), all);
  });
});

test('choices above the list of all methods keep the lines with a value of a column', async () => {
  await onPage(in_site('methods.html'), {}, async (page) => {
    await ready(page);
    const choose = (title, option) => page.locator('.filter').getByLabel(title).selectOption(option);
    const visible = page.locator('tbody tr:visible'),
      names = () => visible.locator('th').allInnerTexts();
    await choose('symplectic', 'yes');
    assert.ok((await names()).includes('gauss4'));
    await choose('order', '≥ 6');
    const kept = await names();
    assert.ok(kept.includes('gauss6') && !kept.includes('gauss4') && !kept.includes('radau_iia9'));
    assert.match(await page.locator('.filter output').innerText(), new RegExp(`^${kept.length} of `));
    await choose('order', 'any');
    await choose('symplectic', 'any');
    assert.equal(await page.locator('.filter output').innerText(), '');
  });
});
