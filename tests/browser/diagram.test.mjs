// The interactive diagram of a figure: everything that its reader can do.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {readSpec} from '../../results/figures/lib/figure.mjs';
import {toPage} from '../../results/figures/lib/page.mjs';
import {bunnyRecords} from '../results/fixture.mjs';
import {onPage, pageFile, widths} from './open_page.mjs';

const rows = bunnyRecords().map((row) => ({...row, problem: {...row.problem, omega_max: 5e4}}));
for (const row of rows) if (row.status === 'ok') row.runtime.samples = [1, 1.2, 0.9].map((part) => part * row.runtime.total);
for (const row of rows) row.pareto = row.status === 'ok' && row.method === 'rk4';
const file = pageFile('precision.html', await toPage('precision', readSpec('precision').spec, rows));
const methods = new Set(rows.map((row) => row.method)).size;

const drawn = (page) => page.waitForSelector('.plot .curves [data-method]');
/// Tests the page of a diagram that is drawn, opened with these options.
const onDiagram = (name, options, use) => test(name, () => onPage(file, options, async (page) => {
  await drawn(page);
  await use(page);
}));
const curves = (page) => page.locator('.curves > [data-method]').count();
const axis = (page) => page.locator('.plot > svg').getAttribute('aria-label');
const labels = (page) =>
  page.locator('.plot > svg').evaluate((svg) => [...svg.querySelectorAll('text')].map((one) => one.textContent).join(' '));
const hash = (page) => page.evaluate(() => decodeURIComponent(location.hash));
const record = (page) => page.locator('.run').innerText();
const waitForHash = (page, words) => page.waitForFunction((one) => location.hash.includes(one), words);

/// The place of a run's sign on the page, found by what the diagram itself draws.
async function signOf(page, method) {
  await page.locator('.plot > svg').scrollIntoViewIfNeeded();
  return page.locator(`.curves [data-method="${method}"] .signs`).evaluate((path) => {
    const corners = path.getAttribute('d').split('z')[1].match(/-?[\d.]+,-?[\d.]+/g).map((one) => one.split(',').map(Number));
    const [x, y] = [0, 1].map((k) => corners.reduce((sum, one) => sum + one[k], 0) / corners.length);
    const {x: left, y: top} = new DOMPoint(x, y).matrixTransform(path.getScreenCTM());
    return [left, top];
  });
}

for (const width of widths)
  onDiagram(`it fits ${width} px`, {width}, async (page) => {
    assert.equal(await curves(page), methods);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
  });

onDiagram('problem, error norm and horizontal axis are chosen, and the address keeps them', {}, async (page) => {
  const problems = await page.locator('select[name=problem] option').allTextContents();
  assert.equal(problems.length, 3);
  await page.selectOption('select[name=problem]', problems[1]);
  await page.selectOption('select[name=y]', 'position');
  for (const [name, words] of [['h_omega', 'h ω_max'], ['time', 'run time'], ['work.force', 'calls: force']]) {
    await page.selectOption('select[name=x]', name);
    await page.waitForFunction((one) => document.querySelector('.plot > svg').getAttribute('aria-label').includes(one), words);
  }
  await page.reload();
  await drawn(page);
  assert.match(await axis(page), /kd = 1e10.*relative error, positions against calls: force/);
  assert.equal(await page.locator('select[name=x]').inputValue(), 'work.force');
});

onDiagram('methods and families are switched off and on', {}, async (page) => {
  await page.locator('input[name=method][value=rk4]').click();
  await waitForHash(page, 'hide=rk4');
  assert.equal(await page.locator('.curves [data-method=rk4]').count(), 0);
  assert.equal(await curves(page), methods - 1);
  await page.locator('input[name=family][value=exponential]').click();
  await waitForHash(page, 'hide=exprb2');
  assert.equal(await page.locator('.curves [data-method^=expr], .curves [data-method^=epirk], .curves [data-method^=pexprb]').count(), 0);
  await page.locator('button[name=all]').click();
  await page.waitForFunction(() => !location.hash.includes('hide'));
  assert.equal(await curves(page), methods);
  await page.locator('button[name=none]').click();
  await page.locator('input[name=method][value=rk4]').click();
  await waitForHash(page, 'show=rk4');
  assert.equal(await hash(page), '#?show=rk4');
  assert.equal(await curves(page), 1);
});

const {id} = rows.find((row) => row.pareto && row.problem.rank === 0);
onDiagram('a pinned run has another mark than one of the Pareto front', {hash: `#?x=time&front=yes&pin=${id}`}, async (page) => {
  const look = (selector) => page.locator(selector).evaluateAll((all) =>
    all.map((one) => [/[ac]/.test(one.getAttribute('d')), one.getAttribute('stroke')]));
  const [[isRound, ring]] = await look('.front'), marks = await look('.overlay .mark');
  assert.ok(isRound);
  assert.equal(await page.locator('.overlay circle').count(), 0);
  assert.ok(marks.length > 0 && marks.every(([round, stroke]) => !round && stroke !== ring));
  assert.match(await record(page), /largest energy drift\s*\S+ J/);
});

/// Width and height of what the curves take, as parts of the plot's.
const shareOfPlot = (page) =>
  page.evaluate(() => {
    const box = document.querySelector('.curves').getBBox(), plot = document.querySelector('.plot .frame').getBBox();
    return [box.width / plot.width, box.height / plot.height];
  });

onDiagram('Fit takes the range of what is shown', {hash: '#?show=newmark'}, async (page) => {
  const [before] = await shareOfPlot(page);
  assert.ok(before < 0.8, `${before}`);
  await page.locator('button[name=fit]').click();
  await waitForHash(page, 'zoom=');
  const [wide, high] = await shareOfPlot(page);
  assert.ok(wide > 0.9 && high > 0.8, `${wide}, ${high}`);
});

onDiagram('pointing highlights a curve and shows the record; a click pins it until Escape', {}, async (page) => {
  const place = await signOf(page, 'exprb42');
  await page.mouse.move(...place);
  await page.waitForSelector('.overlay [data-method=exprb42]');
  assert.match(await record(page), /exprb42, h = .*[\s\S]*status\s*ok[\s\S]*relative error, energy norm[\s\S]*samples/);
  assert.equal(await page.locator('.curves').getAttribute('opacity'), '0.25');
  await page.mouse.click(...place);
  await waitForHash(page, 'pin=');
  await page.mouse.move(2, 2);
  assert.match(await record(page), /exprb42.*pinned/);
  await page.locator('.plot > svg').press('Escape');
  await page.waitForFunction(() => !location.hash.includes('pin'));
  assert.doesNotMatch(await record(page), /exprb42/);
});

onDiagram('a failed run is shown with its reason', {}, async (page) => {
  // hover() takes the sign anew where the picture is drawn again meanwhile.
  await page.locator('.plot .failure').first().hover({force: true});
  await page.waitForFunction(() => /the state is not finite/.test(document.querySelector('.run').textContent));
});

onDiagram('buttons, wheel and dragging zoom and move the picture, and Whole brings it back', {}, async (page) => {
  const whole = await labels(page), zooms = async () => /zoom=([^&]*)/.exec(await hash(page))?.[1].split(',').map(Number);
  await page.locator('button[name=in]').click();
  await waitForHash(page, 'zoom');
  const first = await zooms();
  assert.notEqual(await labels(page), whole);
  const box = await page.locator('.plot > svg').boundingBox(), [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await page.waitForFunction((before) => !location.hash.includes(before), encodeURIComponent(first.join(',')));
  const second = await zooms();
  assert.ok(second[1] / second[0] < first[1] / first[0]);
  await page.mouse.down();
  await page.mouse.move(x - 80, y, {steps: 4});
  await page.mouse.up();
  await page.waitForFunction((before) => !location.hash.includes(before), encodeURIComponent(second.join(',')));
  assert.ok((await zooms())[0] > second[0]);
  assert.doesNotMatch(await hash(page), /pin/);
  await page.locator('button[name=whole]').click();
  await page.waitForFunction(() => !location.hash.includes('zoom'));
  assert.equal(await labels(page), whole);
});

onDiagram('the Pareto front, timing samples and grey signs below the floor are there', {hash: `#?x=time&problem=${encodeURIComponent('kd = 1e12 N/m, T = 0.0002 s')}`}, async (page) => {
  assert.equal(await page.locator('.front, .spread').count(), 0);
  await page.locator('input[name=front]').check();
  await page.waitForSelector('.front', {state: 'attached'});
  assert.match(await page.locator('.front').getAttribute('d'), /^M.*a/);
  await page.locator('input[name=spread]').check();
  await page.waitForSelector('.spread', {state: 'attached'});
  assert.match(await page.locator('.spread').getAttribute('d'), /^M[\d.,]+L/);
  assert.equal(await page.locator('.curves .unknown').first().getAttribute('fill'), '#b0b0b0');
  assert.match(await page.locator('.notes').innerText(), /below the error of the reference/);
});

onDiagram('keys go from run to run, pin, zoom and move', {}, async (page) => {
  const svg = page.locator('.plot > svg');
  await svg.focus();
  const seen = [];
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) {
    await svg.press(key);
    seen.push(await page.locator('.run h3').innerText());
  }
  assert.equal(new Set(seen).size, 3);
  await svg.press('Enter');
  await waitForHash(page, 'pin=');
  await svg.press('+');
  await waitForHash(page, 'zoom=');
  const before = await hash(page);
  await svg.press('Shift+ArrowRight');
  await page.waitForFunction((one) => decodeURIComponent(location.hash) !== one, before);
  await svg.press('0');
  await page.waitForFunction(() => !location.hash.includes('zoom'));
});

onDiagram('the page is used without a mouse: all controls have names and take the focus', {}, async (page) => {
  const nameless = await page.locator('button, select, input, svg[tabindex]').evaluateAll((all) => all.filter(
    (one) => (one.ariaLabel || one.labels?.[0]?.textContent || one.textContent).trim().length < 2).length);  // + is no name
  assert.equal(nameless, 0);
  await page.locator('select[name=x]').focus();
  await page.keyboard.press('ArrowDown');
  await waitForHash(page, 'x=');
  assert.equal(await page.evaluate(() => document.activeElement.name), 'x');
  await page.locator('input[name=method][value=rk4]').focus();
  await page.keyboard.press('Space');
  await waitForHash(page, 'hide=rk4');
  assert.equal(await page.evaluate(() => document.activeElement.value), 'rk4');
});

onDiagram('the diagram is saved as SVG and PNG, and its runs as data', {hash: '#?hide=rk4', acceptDownloads: true}, async (page) => {
  const save = async (name) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator(`button[name=${name}]`).click()]);
    return readFileSync(await download.path());
  };
  await page.mouse.click(...(await signOf(page, 'exprb42')));
  await page.waitForSelector('.overlay .mark', {state: 'attached'});
  const svg = (await save('svg')).toString();
  assert.doesNotMatch(svg, /overlay|opacity="0\.25"|class="mark"/);
  const names = [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, words]) => words);
  for (const {method} of rows)
    assert.equal(names.filter((words) => words === method).length, method === 'rk4' ? 0 : 1, method);
  const fault = await page.evaluate(
    (text) => new DOMParser().parseFromString(text, 'image/svg+xml').querySelector('parsererror')?.textContent, svg);
  assert.equal(fault, undefined);
  assert.match(svg, />kd = 1e8 N\/m.*exprb42</s);
  assert.equal((await save('png')).subarray(1, 4).toString(), 'PNG');
  const lines = (await save('csv')).toString().trimEnd().split('\n');
  assert.match(lines[0], /^problem,method,family,h,/);
  const first = rows.filter((row) => row.problem.rank === 0 && row.method !== 'rk4');
  assert.equal(lines.length, 1 + first.length);
});

onDiagram('what an address names and the records lack is said', {hash: '#?x=hour&hide=rk5'}, async (page) => {
  assert.match(await page.locator('.message').innerText(), /the axis "hour", the method "rk5"/);
});

onDiagram('in print the controls go and the methods stay', {hash: '#?hide=rk4'}, async (page) => {
  await page.emulateMedia({media: 'print'});
  assert.equal(await page.locator('.bar').isVisible(), false);
  assert.equal(await page.locator('.plot > svg').isVisible(), true);
  assert.equal(await page.locator('.methods', {hasText: 'exprb42'}).isVisible(), true);
  assert.equal(await page.locator('label:has(input[value=rk4])').isVisible(), false);
});
