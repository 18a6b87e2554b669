// Names of methods in diagrams: each stands at its own line, with a leader, or in the key.
import assert from 'node:assert/strict';
import test from 'node:test';
import {size, widthOf} from '../../results/figures/lib/diagram/text.mjs';
import {fputRecords, record} from './fixture.mjs';
import {allMethodRows, manyRows} from './many_rows.mjs';
import {figure, framesOf, leadersOf, linesOf, pointsOf, textsOf} from './marks.mjs';

test('each line is named once: at an end where nothing else is, or in the key', async () => {
  for (const width of [85, 178]) {
    const picture = await figure('precision', fputRecords(), {width});
    const names = textsOf(picture).filter(({text}) => /^(velocity_verlet|rk4|v_imex|exprb2|exprb42|pexprb43)$/.test(text));
    assert.equal(names.length, 6);
    for (const [k, name] of names.entries()) {
      for (const other of names.slice(0, k))
        assert.ok(Math.abs(name.top - other.top) > 9 || name.left > other.left + 20 || other.left > name.left + 20, `${name.text} ${other.text}`);
      for (const {left, top} of width > 85 ? pointsOf(picture) : [])  // below a panel, a key has places of its own
        assert.ok(Math.abs(top - name.top) > 8 || left + 4 < name.left || left - 4 > name.left + widthOf(name.text), `${name.text} on a point`);
    }
  }
});

test('a name stands at an end of its own line, and lines whose ends coincide are in the key', async () => {
  const line = (integrator, size, first) =>
    [1, 2, 4].map((n) => record({integrator, h: first / n, error: size * (first / n) ** 4}));
  const picture = await figure('precision', [...line('rk4', 100, 0.01), ...line('exprb42', 1, 0.1), ...line('pexprb43', 1.1, 0.1)]);
  const ends = pointsOf(picture).filter(({method, x}) => method === 'rk4' && x !== 0.005);
  const placed = (name) => textsOf(picture).find(({text}) => text === name);
  assert.ok(ends.some(({left, top}) => Math.hypot(left - placed('rk4').left, top - placed('rk4').top) < 30));
  const edge = Math.max(...pointsOf(picture).map(({left}) => left));
  for (const name of ['exprb42', 'pexprb43']) assert.ok(placed(name).left > edge + 20, name);
});

/// Distance of a place from a box, and of a box from a line through these places.
const apart = ([px, py], {left, right, top, bottom}) =>
  Math.hypot(Math.max(left - px, 0, px - right), Math.max(top - py, 0, py - bottom));
function distanceTo(places, box) {
  const all = places.flatMap(([ax, ay], k) => {
    const [bx, by] = places[k + 1] ?? [ax, ay];
    return Array.from({length: 50}, (_, n) => [ax + (bx - ax) * n / 50, ay + (by - ay) * n / 50]);
  });
  return Math.min(...all.map((place) => apart(place, box)));
}

/// Tests the names inside the panels of a picture: each is nearer to its own line than to any other mark, or a
/// leader goes from it to an end of its line and to no other. Returns how many there are.
function testNames(picture, what) {
  const points = pointsOf(picture), lines = linesOf(picture), leaders = leadersOf(picture);
  let inside = 0;
  for (const {view, width, height} of framesOf(picture)) {
    const own = lines.filter((one) => one.view === view);
    for (const {text, left, top} of textsOf(picture).filter((one) => one.view === view && one.left > 0 && one.left < width && one.top > 0 && one.top < height)) {
      const line = own.find(({method}) => method === text);
      if (!line) continue;
      const tally = textsOf(picture).find((one) => one.view === view && Math.abs(one.top - top) < 2 && one.left > left && one.left < left + widthOf(text) + 8);
      const right = tally ? tally.left + widthOf(tally.text, size.small) : left + widthOf(text);
      const box = {left, right, top: top - 8, bottom: top + 2}, ends = [line.places[0], line.places[line.places.length - 1]];
      assert.ok(box.right < width + 1, `${what}: ${text} is cut`);
      const others = points.filter((one) => one.view === view && one.method !== text).map((one) => [[one.left, one.top]]);
      const rest = Math.min(...[...own.filter((one) => one !== line).map(({places}) => places), ...others].map((places) => distanceTo(places, box)));
      const near = (place, [px, py]) => Math.hypot(place[0] - px, place[1] - py) < 6;
      const hasLeader = leaders.some(([ax, ay, bx, by]) => apart([bx, by], box) < 6 && ends.some((end) => near(end, [ax, ay])) &&
        others.every(([place]) => !near(place, [ax, ay])));
      assert.ok(rest > 3 && (hasLeader || distanceTo(line.places, box) < rest), `${what}: ${text}, ${distanceTo(line.places, box)} and ${rest}`);
      inside += 1;
    }
  }
  return inside;
}

test('a name is nearer to its own line than to any other mark, or has a leader', async () => {
  const all = allMethodRows(), only = (pattern) => all.filter(({method}) => pattern.test(method));
  for (const width of [85, 178]) {
    assert.ok(testNames(await figure('precision', fputRecords(), {width}), 'fput') > 3);
    assert.ok(testNames(await figure('work_precision', fputRecords(), {width}), 'work') > 3);
    for (const pattern of [/^exprb|^pexprb|^epirk|^rk4|^bdf2/, /^sdirk/, /^trig/, /^(bdf2|newmark|gauss|hht)/, /verlet|euler/])
      testNames(await figure('precision', only(pattern), {width}), String(pattern));
  }
  testNames(await figure('precision', manyRows(200, 1)), 'many');
  testNames(await figure('precision', all), 'all');
});

test('lines whose ends coincide, or are near those of others, have no name at the wrong one', async () => {
  let state = 7, inside = 0;
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
  for (let sample = 0; sample < 12; ++sample) {
    const names = ['rk4', 'bdf2', 'exprb2', 'exprb42', 'epirk4s3', 'velocity_verlet'];
    const rows = names.flatMap((integrator) => {
      const first = 0.1 / 2 ** Math.floor(4 * random()), scale = 10 ** (2 * random()), order = 1 + Math.floor(3 * random());
      return [1, 2, 4].map((n) => record({integrator, order, h: first / n, error: scale * (first / n) ** order}));
    });
    inside += testNames(await figure('precision', rows, {width: 85}), `sample ${sample}`);
  }
  assert.ok(inside > 20, `${inside}`);
});

test('names go to the ends that are free, with a leader where there is no room beside them', async () => {
  const line = (integrator, size, first) => [1, 2, 4].map((n) => record({integrator, h: first / n, error: size * (first / n) ** 4}));
  const picture = await figure('precision', [...line('velocity_verlet', 1, 0.1), ...line('v_imex', 30, 0.1), ...line('rk4', 900, 0.1)], {width: 85});
  const [{view, width}] = framesOf(picture);
  for (const name of ['velocity_verlet', 'v_imex', 'rk4'])
    assert.ok(textsOf(picture).some((one) => one.text === name && one.view === view && one.left < width), name);
});
