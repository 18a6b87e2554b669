// The pages of a report, as a folder and as one file: every page opens, links resolve, tables sort,
// search finds, and diagrams share the choice.
import assert from 'node:assert/strict';
import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import {onPage, pageFile, widths} from './open_page.mjs';
import {column, drawn, experiment, folder, in_site, linesOf, pages, ready, report, rows, single} from './report_site.mjs';

/// One page of each kind: pages of problems differ in nothing else, nor do pages of methods.
const kinds = [...new Map(pages.map((name) => [name.replace(/-.*/, ''), name])).values()];

for (const width of widths)
  test(`every kind of page opens and fits ${width} px`, async () => {
    assert.ok(kinds.length > 8);
    for (const name of kinds)
      await onPage(in_site(name), {width}, async (page) => {
        await ready(page);
        if (await page.locator('.explorer').count()) await drawn(page);
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, name);
      });
  });

test('every link leads to a page, and to a place that is on it', () => {
  const text = new Map(pages.map((name) => [name, readFileSync(in_site(name), 'utf8')]));
  const ids = new Map(
    [...text].map(([name, html]) => [
      name,
      new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)),
    ]),
  );
  let count = 0;
  for (const [name, html] of text)
    for (const [, href] of html.matchAll(/<(?:a|link|script|img)[^>]* (?:href|src)="([^"]*)"/g)) {
      if (/^https:\/\/doi\.org\//.test(href)) continue;
      const [file, place] = href.split('#');
      assert.ok(existsSync(in_site(file || name)), `${href} in ${name}`);
      if (place) assert.ok(ids.get(file || name).has(place), `${href} in ${name}`);
      ++count;
    }
  assert.ok(count > 300);
});

for (const width of [1400, 390])
  test(`coefficients stand in Butcher's layout, and scroll inside their frame, at ${width} px`, async () => {
    await onPage(in_site('method-rk4.html'), {width}, async (page) => {
      const table = page.locator('#method-rk4\\/coefficients table.tableau');
      assert.deepEqual(await table.locator('tfoot tr > *').allInnerTexts(), ['b', '1/6', '1/3', '1/3', '1/6']);
      const [line, entry] = await Promise.all([table.locator('tbody .edge').nth(1), table.locator('tbody td').first()].map((one) => one.boundingBox()));
      assert.ok(line.x + line.width <= entry.x + 1 && line.y > entry.y);
    });
    await onPage(in_site('coefficients.html'), {width}, async (page) => {
      await ready(page);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
      const wide = page.locator('#coefficients\\/dop853 .wide'), head = wide.locator('tfoot th').first();
      await page.waitForFunction(() => document.getElementById('coefficients/dop853').querySelector('.scrolls'));
      const {x} = await head.boundingBox();
      await wide.evaluate((one) => one.scrollTo(300, 0));
      assert.equal(await wide.evaluate((one) => one.scrollLeft), 300);
      assert.ok(Math.abs((await head.boundingBox()).x - x) < 1);
    });
  });

test('the list of all methods leads to their coefficients', async () => {
  await onPage(in_site('methods.html'), {}, async (page) => {
    await ready(page);
    await page.locator('tbody tr', {has: page.locator('th', {hasText: /^radau_iia5$/})}).locator('a', {hasText: 'table'}).click();
    await page.waitForURL(/coefficients\.html#coefficients\/radauiia5$/);
    assert.equal(await page.locator('#coefficients\\/radauiia5 h2').innerText(), 'radau_iia5');
  });
});

const methods = new Set(rows.map((row) => row.integrator.name)).size,
  contestants = experiment.integrators.length; // each with its settings

test('the overview has a cell for each problem and method, and the experiment in words', async () => {
  const failed = rows.filter((row) => row.status !== 'ok').length;
  assert.ok(contestants > methods && failed > 0);
  await onPage(in_site('index.html'), {}, async (page) => {
    const text = await page.locator('article').innerText();
    const counts = `${methods} methods (${contestants} with their settings) on 3 problems; ${failed} runs failed. ${rows.length} runs`;
    assert.ok(text.includes(`\n${counts}`), text.slice(0, 200));
    assert.match(text, /The experiment is bunny_as_published_1k[\s\S]*A remark\./);
    const ends = page.locator('#overview\\/how-the-runs-ended');
    assert.match(await ends.innerText(), /How others ended: × diverged[\s\S]*rk4\s+5\/6 ×/);
    assert.equal(await ends.locator('tbody tr').count(), contestants);
    assert.equal(await ends.locator('tbody td:is(.all, .some, .no)').count(), contestants * 3);
  });
});

test('a problem has its equation, times, slopes, failures and runs', async () => {
  await onPage(in_site('problem-1.html'), {}, async (page) => {
    await drawn(page);
    const text = await page.locator('article').evaluate((one) => one.textContent);
    for (const words of ["M u'' = s(u)", 'the reference', 'Times to a', 'slope', 'diverged (h = ', 'what start and loads explain'])
      assert.ok(text.includes(words), words);
    const own = rows.filter((row) => row.problem.parameters.kd === 1e8);
    assert.equal(await page.locator('.runs tbody tr').count(), own.length);
  });
});

test('a method has where it fails, its region, and its curve in colour before the others in grey', async () => {
  await onPage(in_site('method-rk4.html'), {}, async (page) => {
    await drawn(page);
    assert.match(await page.locator('#method-rk4\\/where-it-fails-and-its-orders').innerText(), /1 diverged \(h = .* s\): the energy/);
    assert.ok(await page.locator('#method-rk4\\/stability svg.region').isVisible());
    const methods = await page.locator('.curves > [data-method]').evaluateAll((all) => all.map((one) => one.dataset.method));
    assert.deepEqual(methods, ['rk4']);
    assert.match(await page.locator('.context path').first().getAttribute('d'), /^M.*L/);
  });
});

test('a paper has its claims with verdicts', async () => {
  await onPage(in_site('paper-1.html'), {}, async (page) => {
    assert.match(await page.locator('article').innerText(), /Somebody 2020[\s\S]*Table 1: Errors/);
    assert.equal(await page.locator('td[data-word="holds"]').innerText(), 'holds');
    assert.match(await page.locator('article').textContent(), /page 3: It is 2 there\.\s+Rule: In/);
  });
});

test('tables are sorted by a click on a title, both ways', async () => {
  await onPage(in_site('problem-1.html'), {}, async (page) => {
    await drawn(page);
    for (const [fold, table, k] of [
      ['Orders, and runs', 'details[open] table.sortable', 5],
      [/^\d+ runs/, '.runs table', 9],
    ]) {
      await page.locator('main summary', {hasText: fold}).click();
      await page.locator(`${table} thead button`).nth(k).click();
      const up = (await column(page, table, k)).filter((cell) => !/^–?$/.test(cell)).map(Number);
      assert.deepEqual(
        up,
        [...up].sort((a, b) => a - b),
        table,
      );
      await page.locator(`${table} thead button`).nth(k).click();
      assert.equal(
        await page.locator(`${table} thead th`).nth(k).getAttribute('aria-sort'),
        'descending',
      );
      assert.equal(Number((await column(page, table, k))[0]), up.at(-1));
    }
  });
});

for (const width of widths)
  test(`search finds words of the text, with their sentence, at ${width} px`, async () => {
    await onPage(in_site('index.html'), {width}, async (page) => {
      const results = page.locator('#results');
      await page.locator('#search').fill('floor');
      await results.locator('mark').first().waitFor();
      assert.match(await results.innerText(), /floor[\s\S]*errors below it say nothing/);
      const box = await results.boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= width, `${box.x}, ${box.width}`);
      await page.keyboard.press('Escape');
      assert.equal(await results.isVisible(), false);
      await page.locator('#search').fill('rk4');
      await results.locator('a').first().click();
      await page.waitForURL(/method-rk4\.html/);
      await page.locator('#search').fill('qwertz');
      await page.waitForFunction(() => /Nothing/.test(document.getElementById('results').textContent));
    });
  });

test('search leads to a section that is folded, and unfolds it; so does its link', async () => {
  await onPage(in_site('index.html'), {}, async (page) => {
    await page.locator('#search').fill('peak memory');
    await page.locator('#results a[href^="problem-1"]').first().click();
    await page.waitForURL(/problem-1\.html#problem-1\/all-runs/);
    await drawn(page);
    await page.locator('.runs table').waitFor();
    assert.equal(await page.locator('.further').first().isVisible(), false);
    await page.locator('.sections a', {hasText: 'Energy'}).click();
    await page.locator('.further svg').first().waitFor();
    assert.match(await page.evaluate(() => location.hash), /energy$/);
  });
  await onPage(single, {}, async (page) => {
    await ready(page);
    await page.locator('#search').fill('peak memory');
    await page.locator('#results a[href^="#problem-1"]').first().click();
    await page.locator('.runs:visible table').waitFor();
    assert.match(await page.title(), /^literal, kd = 1e8 N\/m, T = 0\.02 s – Bunnies/);
  });
});

test('no page has its title twice, nor the same title as another', async () => {
  const titles = pages.map((name) => /<title>(.*)<\/title>/.exec(readFileSync(in_site(name), 'utf8'))[1]);
  for (const title of titles) assert.equal(new Set(title.split(' – ')).size, title.split(' – ').length, title);
  assert.equal(new Set(titles).size, pages.length);
});

test('the overview begins with the winners, and explains signs before their table', async () => {
  await onPage(in_site('index.html'), {}, async (page) => {
    const winners = page.locator('#overview\\/which-method-wins-where table').first(),
      fastest = (await winners.locator('tbody tr').first().innerText()).trim();
    assert.match(fastest, /^literal, kd = 1e8 N\/m, T = 0\.02 s\t\w+/);
    const text = await page.locator('article').innerText(),
      order = ['in the least time', 'terms explains signs', fastest, '5 of 8 runs ended well', 'How others ended: × diverged', '5/6 ×',
               'code by', 'the distance of a run'].map((words) => text.indexOf(words));
    assert.ok(order[0] >= 0);
    assert.deepEqual(order, [...order].sort((a, b) => a - b));
    assert.match(await winners.locator('thead').innerText(), /^problem\s+10%\s+1%[\s\S]*methods\s*$/);
    assert.equal(await winners.locator('tbody tr').count(), 3);
    await page.locator('#overview\\/which-method-wins-where a', {hasText: 'terms'}).click();
    assert.match(await page.evaluate(() => location.hash), /#overview\/terms/);
  });
});

for (const width of widths)
  test(`what scrolls sideways says so, and keeps the column that matters in sight, at ${width} px`, async () => {
    for (const name of ['index.html', 'problem-1.html', 'method-rk4.html', 'figures.html'])
      await onPage(in_site(name), {width}, async (page) => {
        await ready(page);
        if (await page.locator('.explorer').count()) await drawn(page);
        await page.evaluate(() => {
          for (const one of document.querySelectorAll('main details')) one.open = true;
        });
        await page.waitForFunction(() =>
          [...document.querySelectorAll('.wide')].every(
            (one) => one.clientWidth > 0 && one.parentElement.classList.contains('scrolls') === one.scrollWidth > one.clientWidth + 1,
          ),
        );
        const all = await page.locator('.wide').evaluateAll((list) =>
          list.map((one) => ({
            name: one.ariaLabel,
            is: one.scrollWidth > one.clientWidth + 1,
            said: getComputedStyle(one.parentElement, '::before').content.includes('scrolls'),
            edge: getComputedStyle(one.parentElement, '::after').content !== 'none',
            second: one.querySelector('tr')?.cells[1]?.getBoundingClientRect().right ?? 0,
            right: one.getBoundingClientRect().right,
          })),
        );
        assert.ok(all.length > 0, name);
        for (const {name: table, is, said, edge, second, right} of all) {
          assert.deepEqual([said, edge], [is, is], `${name}, ${table}`);
          assert.ok(second <= right + 1, `${name}, ${table}: ${second} of ${right}`);
        }
        const scrolling = page.locator('.more > .wide').first();
        if (await scrolling.count()) {
          await scrolling.evaluate((one) => one.scrollTo(1e5, 0));
          await page.waitForFunction(() => document.querySelectorAll('.scrolls:not(.more)').length > 0);
        }
      });
  });

for (const width of widths)
  test(`the smallest text of a figure has nine pixels at ${width} px`, async () => {
    await onPage(in_site('figures.html'), {width}, async (page) => {
      const [shown, picture] = await page.locator('figure img').first().evaluate(async (img) => {
        await img.decode();
        return [img.clientWidth, img.naturalWidth];
      });
      assert.ok(picture > 0);
      const svg = readFileSync(in_site('figures/precision_measures.svg'), 'utf8');
      const [, own] = /viewBox="[-\d.]+ [-\d.]+ ([\d.]+)/.exec(svg);
      const smallest = Math.min(...[...svg.matchAll(/font-size[=:]"?([\d.]+)/g)].map(([, one]) => Number(one)));
      assert.ok(smallest * shown / own >= 8.99, `${smallest} px of ${own}, shown ${shown}`);
    });
  });

test('the page of a problem is short, and unfolds what is asked for', async () => {
  await onPage(in_site('problem-1.html'), {}, async (page) => {
    await drawn(page);
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    const folded = await height();
    assert.equal(await page.locator('main details[open]:not(.explorer details)').count(), 0);
    await page.evaluate(() => {
      for (const one of document.querySelectorAll('main details')) one.open = true;
    });
    assert.ok((await height()) > 2 * folded, `${folded}, ${await height()}`);
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.further .plot > svg')].every((svg) => svg.clientWidth > 300));
  });
});

test('the diagrams of a page share which methods are shown', async () => {
  await onPage(in_site('problem-1.html'), {}, async (page) => {
    await drawn(page);
    const count = () => page.locator('.further .curves [data-method=rk4]').count();
    assert.ok((await count()) > 0);
    await page.locator('input[name=method][value=rk4]').click();
    await page.waitForFunction(() => location.hash.includes('hide'));
    assert.equal(await count(), 0);
  });
});

test('the diagram of all problems reads the data of the one that is chosen', async () => {
  await onPage(in_site('diagram.html'), {}, async (page) => {
    await drawn(page);
    assert.equal(await page.locator('head script').count(), 1);
    await page.selectOption('select[name=problem]', {index: 2});
    await page.waitForFunction(() =>
      document.querySelector('.explorer svg').getAttribute('aria-label').startsWith('literal, kd = 1e12'),
    );
    assert.equal(await page.locator('head script').count(), 2);
  });
});

test('one file shows one page at a time, at its address', async () => {
  await onPage(single, {}, async (page) => {
    await ready(page);
    const shown = () =>
      page.locator('article:visible').evaluateAll((all) => all.map((one) => one.id));
    assert.deepEqual(await shown(), ['overview']);
    await page.locator('.contents a', {hasText: 'kd = 1e10'}).click();
    await drawn(page);
    assert.deepEqual(await shown(), ['problem-2']);
    await page.locator('.explorer:visible select[name=x]').selectOption('time');
    await page.waitForFunction(() => location.hash === '#problem-2?x=time');
    await page.locator('article:visible .sections a', {hasText: 'Work'}).click();
    await page.waitForFunction(() => location.hash === '#problem-2/work');
    assert.deepEqual(await shown(), ['problem-2']);
    await page.goBack();
    await page.goBack();
    assert.deepEqual(await shown(), ['overview']);
  });
  await onPage(single, {hash: '#method-rk4?y=drift', width: 400}, async (page) => {
    await drawn(page);
    assert.equal(await page.locator('.explorer:visible select[name=y]').inputValue(), 'drift');
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 400);
  });
});

test('what is not in the records is not in the pages', () => {
  const gone = rows.find((row) => row.integrator.name === 'rk4' && row.status === 'ok');
  pageFile('less/records.jsonl', linesOf(rows.filter((row) => row !== gone)));
  const file = report(path.join(folder, 'less'), '--single-file', '--out', path.join(folder, 'less.html'));
  assert.ok(readFileSync(single, 'utf8').includes(`"${gone.id}"`));
  assert.ok(!readFileSync(file, 'utf8').includes(`"${gone.id}"`));
});

test('in print the contents go and the tables stay', async () => {
  await onPage(in_site('problem-1.html'), {}, async (page) => {
    await drawn(page);
    await page.emulateMedia({media: 'print'});
    assert.equal(await page.locator('.contents').isVisible(), false);
    await page.locator('.runs table').waitFor(); // unfolded
    assert.equal(await page.locator('.explorer .plot').isVisible(), true);
  });
});

test('texts stand out from what is behind them', async () => {
  for (const name of ['index.html', 'problem-1.html', 'paper-1.html'])
    await onPage(in_site(name), {}, async (page) => {
      await ready(page);
      const faint = await page.evaluate(() => {
        const rgb = (text) => text.match(/[\d.]+/g).map(Number);
        const light = ([r, g, b]) =>
          [r, g, b]
            .map((c) => (c / 255 <= 0.04045 ? c / 3294.6 : ((c / 255 + 0.055) / 1.055) ** 2.4))
            .reduce((sum, c, k) => sum + c * [0.2126, 0.7152, 0.0722][k], 0);
        const behind = (one) => {
          for (; one; one = one.parentElement) {
            const c = rgb(getComputedStyle(one).backgroundColor);
            if (c.length < 4 || c[3]) return c;
          }
          return [255, 255, 255];
        };
        return [...document.querySelectorAll('body *')]
          .filter(
            (one) =>
              [...one.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) &&
              one.checkVisibility() &&
              !one.closest('svg'),
          )
          .filter((one) => {
            const [a, b] = [light(rgb(getComputedStyle(one).color)), light(behind(one))].sort(
              (x, y) => y - x,
            );
            return (a + 0.05) / (b + 0.05) < 4.5;
          })
          .map((one) => `${one.tagName} ${one.className} ${one.textContent.slice(0, 30)}`);
      });
      assert.deepEqual(faint, [], name);
    });
});
