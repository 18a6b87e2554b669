// The page of motions opens from disk, draws, plays, and obeys pointer, fingers and keys.
import assert from 'node:assert/strict';
import test from 'node:test';
import {motionPage} from '../../results/motion/motion.mjs';
import {onPage, pageFile, widths} from './open_page.mjs';

const last = 10, edge = 6;
const grid = Array.from({length: edge * edge}, (_, k) => [k % edge, Math.floor(k / edge)]);
const faces = grid.filter(([i, j]) => i + 1 < edge && j + 1 < edge).map(([i, j]) => {
  const corner = j * edge + i;
  return [corner, corner + 1, corner + edge + 1, corner + edge];
});

/// A cloth that swings and a wire that stays; a line of motion.jsonl.
function line(method, pictures, parts, swing = 3) {
  const cloth = (n) => grid.flatMap(([i, j]) => [i, j, swing * Math.sin(n / 2) * i / edge]);
  const wire = () => [0, 0, 0, 0, edge, 0];
  const of = (points) => Array.from({length: pictures}, (_, n) => points(n));
  return {
    schema: 'stiffbench.motion/1',
    problem: {name: 'flag', title: 'A <made-up> flag', parameters: {rows: edge}, units: {length: 'm', time: 'ms'}},
    method, integrator: method === 'reference' ? null : {name: method, parameters: {}},
    step: {h: method === 'reference' ? null : 0.05, tolerance: null}, status: 'ok', reason: '', reached: 5,
    error: method === 'reference' ? null : Array.from({length: pictures}, (_, n) => n / 1000), digits: null,
    t: Array.from({length: pictures}, (_, n) => 0.5 * n), view: {eye: [0.3, 0.25, 1], up: [0, 1, 0]},
    bodies: [{name: 'cloth', closed: false, faces, lines: [], points: of(cloth)},
             {name: 'pole', closed: false, faces: [], lines: [[0, 1]], points: of(wire)}],
    ...parts};
}

const file = pageFile('motion.html', motionPage([
  line('exprb42', last + 1),
  line('rk4', 4, {status: 'diverged', reason: 'step 31: energy <grew>', reached: 1.55}),
  line('reference', last + 1, {digits: 8.1})]));

const still = {width: 960, reducedMotion: 'reduce'};  // small views are quicker
const clock = (page) => page.textContent('#clock');
const place = (page) => page.locator('#time').evaluate((element) => Number(element.value));

/// What a screen shows of a canvas inside its border, as text that is equal for equal pictures.
async function picture(page, n) {
  const canvas = page.locator('canvas').nth(n);
  await canvas.scrollIntoViewIfNeeded();
  const {x, y, width, height} = await canvas.boundingBox();
  const clip = {x: Math.round(x) + 4, y: Math.round(y) + 4, width: Math.floor(width) - 8, height: Math.floor(height) - 8};
  return (await page.screenshot({clip})).toString('base64');
}

/// The colours [red, green, blue] that a screen shows of a canvas, each once.
async function colours(page, n) {
  const all = await page.evaluate(async (png) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    return [...new Set(new Uint32Array(context.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer))];
  }, await picture(page, n));
  return all.map((value) => [value & 255, value >> 8 & 255, value >> 16 & 255]);
}

async function goTo(page, value) {
  await page.locator('#time').fill(String(value));
}

for (const width of widths)
  test(`three views draw and fit ${width} px`, async () => {
    await onPage(file, {...still, width}, async (page) => {
      assert.equal(await page.locator('canvas').count(), 3);
      for (const n of [0, 1, 2]) assert.ok((await colours(page, n)).length > 8, `canvas ${n}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      const tops = await page.locator('canvas').evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect().top));
      assert.equal(new Set(tops).size, width > 600 ? 1 : 3);
      assert.equal(await page.textContent('h1'), 'A <made-up> flag');
    });
  });

test('the motion plays by itself, pauses and goes on', async () => {
  await onPage(file, {width: 960}, async (page) => {
    await page.waitForFunction(() => document.getElementById('time').value > 0.2);
    assert.equal(await page.textContent('#play'), 'Pause');
    await page.click('#play');
    const [stopped, seen] = [await place(page), await picture(page, 0)];
    await page.waitForTimeout(200);
    assert.equal(await place(page), stopped);
    assert.equal(await picture(page, 0), seen);
    await page.keyboard.press('Home');
    await page.keyboard.press('k');  // no key of the page
    await page.locator('#views').focus();
    await page.keyboard.press(' ');
    await page.waitForFunction(() => document.getElementById('time').value > 0.2);
  });
});

test('with reduced motion nothing moves before the reader asks', async () => {
  await onPage(file, still, async (page) => {
    await page.waitForTimeout(300);
    assert.equal(await place(page), 0);
    assert.equal(await page.textContent('#play'), 'Play');
    await page.selectOption('#duration', '5');
    await page.click('#play');
    await page.waitForFunction(() => document.getElementById('time').value > 0.2);
  });
});

test('the slider and the keys set the time, of all views alike', async () => {
  await onPage(file, still, async (page) => {
    const first = [await picture(page, 0), await picture(page, 2)];
    await goTo(page, 3);
    assert.equal(await clock(page), 't = 1.5 ms');
    const later = [await picture(page, 0), await picture(page, 2)];
    assert.notEqual(later[0], first[0]);
    assert.notEqual(later[1], first[1]);
    const keys = {ArrowRight: 't = 2 ms', ArrowLeft: 't = 1.5 ms', End: 't = 5 ms', Home: 't = 0 ms'};
    for (const [key, text] of Object.entries(keys)) {
      await page.keyboard.press(key);
      assert.equal(await clock(page), text);
    }
    assert.equal(await picture(page, 0), first[0]);
  });
});

test('captions tell method, step and error, and where a run failed', async () => {
  await onPage(file, still, async (page) => {
    await goTo(page, 2);
    const captions = () => page.locator('figcaption').allInnerTexts();
    assert.match((await captions())[0], /^exprb42, h = 0\.05 ms\nerror 0\.002 now, 0\.01 at the end/);
    assert.match((await captions())[1], /diverged after t = 1\.55 ms: step 31: energy <grew>\. /);
    assert.match((await captions())[1], /The last picture is of t = 1\.5 ms/);
    assert.match((await captions())[2], /^reference\n.* 8\.1 digits/);
    assert.equal(await page.locator('.ended').count(), 0);
    await goTo(page, 3);
    const stopped = await picture(page, 1);
    await goTo(page, 8);
    assert.equal(await page.locator('figure').nth(1).getAttribute('class'), 'ended');
    assert.equal(await picture(page, 1), stopped);
  });
});

test('a time that the reason has is written once, with its unit', async () => {
  const reason = 'the energy is 3.1e+05 times what start and loads explain at t = 0.25';
  const ended = pageFile('ended.html', motionPage([
    line('rk4', 2, {status: 'diverged', reason, reached: 0.25}), line('reference', last + 1)]));
  await onPage(ended, still, async (page) => {
    assert.match(await page.locator('figcaption').first().innerText(),
                 /\ndiverged: the energy is 3\.1e\+05 times what start and loads explain at t = 0\.25 ms\. The last/);
  });
});

for (const width of widths)
  test(`the controls cover nothing at ${width} px`, async () => {
    await onPage(file, {...still, width, height: width > 600 ? 900 : 800}, async (page) => {
      await goTo(page, 8);
      const bar = await page.locator('#controls').boundingBox();
      assert.ok(bar.y + bar.height <= (width > 600 ? 900 : 800) + 1);
      await page.locator('summary').click();
      for (const one of await page.locator('h1, #drawn, canvas, figcaption, footer > *').all()) {
        await one.evaluate((element) => element.scrollIntoView({block: 'end'}));
        const [x, y] = await one.evaluate((element) => {
          const {left, width: wide, bottom} = element.getBoundingClientRect();
          return [left + wide / 2, bottom - 3];
        });
        const seen = await one.evaluate((element, at) => element.contains(document.elementFromPoint(...at)), [x, y]);
        assert.ok(seen && y < bar.y, `${await one.innerText()}: ${y}, the bar begins at ${bar.y}`);
      }
    });
  });

test('at a desk captions are in sight from the first, below the views', async () => {
  await onPage(file, {...still, width: 1400}, async (page) => {
    const {y: bar} = await page.locator('#controls').boundingBox();
    const [canvas, caption] = [await page.locator('canvas').first().boundingBox(),
                               await page.locator('figcaption').nth(1).boundingBox()];
    assert.ok(canvas.y + canvas.height <= caption.y && caption.y + caption.height <= bar);
    assert.ok(canvas.height > 300);
  });
});

/// The share of a canvas's width and height that pixels of this kind span.
async function spanOf(page, n, isMeant) {
  const [wide, high, pixels] = await page.evaluate(async (png) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    return [bitmap.width, bitmap.height, [...context.getImageData(0, 0, bitmap.width, bitmap.height).data]];
  }, await picture(page, n));
  const places = [];
  for (let k = 0; k < wide * high; ++k)
    if (isMeant(pixels.slice(4 * k, 4 * k + 3))) places.push([k % wide, Math.floor(k / wide)]);
  const span = (axis) => Math.max(...places.map((one) => one[axis])) - Math.min(...places.map((one) => one[axis]));
  return [span(0) / wide, span(1) / high];
}

test('the first view is of what changes its shape, not of what only moves', async () => {
  const rock = {name: 'ground', closed: false, lines: [], faces: [[0, 1, 2, 3]],
                points: Array.from({length: last + 1}, (_, n) => [-200 + n, -90, -60, 200 + n, -90, -60, 200 + n, 90, -60, -200 + n, 90, -60])};
  const withRock = (one) => ({...one, bodies: [...one.bodies, rock]});
  const wide = pageFile('wide.html', motionPage([withRock(line('reference', last + 1))]));
  await onPage(wide, {...still, width: 700, height: 700}, async (page) => {
    const isCloth = ([red, green, blue]) => red > 1.6 * green && red > 1.6 * blue;
    const spans = await spanOf(page, 0, isCloth);
    assert.ok(Math.max(...spans) > 0.4, spans.join(', '));
  });
});

test('pointer, keys and button turn and zoom all views, and go back', async () => {
  await onPage(file, still, async (page) => {
    const first = [await picture(page, 0), await picture(page, 2)];
    let before = first;
    const changed = async (act) => {
      await act();
      const now = [await picture(page, 0), await picture(page, 2)];
      assert.ok(now.every((one, n) => one !== before[n]));
      before = now;
    };
    const box = await page.locator('canvas').first().boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await changed(async () => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 80, y + 20, {steps: 3});
      await page.mouse.up();
    });
    await changed(() => page.mouse.wheel(0, -200));
    for (const key of ['Shift+ArrowLeft', 'Shift+ArrowUp', '+', '-']) await changed(() => page.keyboard.press(key));
    await page.click('#reset');
    assert.deepEqual([await picture(page, 0), await picture(page, 2)], first);
  });
});

test('a finger turns the views', async () => {
  await onPage(file, {...still, width: 400, hasTouch: true, isMobile: true}, async (page) => {
    const before = await picture(page, 0);
    const {x, y} = await page.locator('canvas').first().boundingBox();
    const finger = await page.context().newCDPSession(page);
    const touch = (type, points) => finger.send('Input.dispatchTouchEvent', {type, touchPoints: points});
    await touch('touchStart', [{x: x + 100, y: y + 80}]);
    for (const step of [20, 60, 120]) await touch('touchMove', [{x: x + 100 + step, y: y + 80}]);
    await touch('touchEnd', []);
    assert.notEqual(await picture(page, 0), before);
  });
});

test('displacements from the start can be magnified', async () => {
  await onPage(file, still, async (page) => {
    const first = await picture(page, 0);
    await page.selectOption('#magnify', '10');
    assert.equal(await picture(page, 0), first);
    await goTo(page, 1);
    const large = await picture(page, 0);
    await page.selectOption('#magnify', '1');
    assert.notEqual(await picture(page, 0), large);
  });
});

test('what is off the reference turns yellow', async () => {
  const off = pageFile('off.html', motionPage([
    line('exprb42', last + 1), line('rk4', last + 1, {}, 2.5), line('reference', last + 1)]));
  await onPage(off, still, async (page) => {
    const isYellow = ([red, green, blue]) => red > 120 && green > 0.7 * red && blue < 0.6 * green;
    const yellow = async () => Promise.all([0, 1, 2].map(async (n) => (await colours(page, n)).some(isYellow)));
    assert.deepEqual(await yellow(), [false, false, false]);
    await goTo(page, 3);
    assert.deepEqual(await yellow(), [false, true, false]);
  });
});
