// A page that does what no page may do fails, and for that reason.
import assert from 'node:assert/strict';
import test from 'node:test';
import {onPage, pageFile} from './open_page.mjs';

const faults = {
  warning: ['<script>console.warn("old")</script>', /warning: old/],
  exception: ['<script>throw Error("broken")</script>', /exception: broken/],
  request: ['<img src="https://example.org/a.png">', /request: https:\/\/example\.org\/a\.png/],
  missing: ['<script src="absent.js"></script>', /missing: file:.*absent\.js/],
  'module from disk': ['<script type="module" src="absent.mjs"></script>', /error: .*CORS/],
};

for (const [name, [body, complaint]] of Object.entries(faults))
  test(`a page fails for its ${name}`, async () => {
    const file = pageFile('fault.html', `<!DOCTYPE html><title>fault</title>${body}`);
    await assert.rejects(onPage(file, {}, async () => {}), complaint);
  });

test('a page without faults passes, at the address in it', async () => {
  const file = pageFile('good.html', '<!DOCTYPE html><title>good</title>');
  await onPage(file, {width: 400, hash: '#here'}, async (page) => {
    assert.equal(await page.evaluate(() => `${location.hash} ${innerWidth}`), '#here 400');
  });
});
