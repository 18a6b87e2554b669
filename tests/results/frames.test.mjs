// Bodies in space become outlines on a strip.
import assert from 'node:assert/strict';
import test from 'node:test';
import {readSpec, toSvg} from '../../results/figures/lib/figure.mjs';
import {strip} from '../../results/figures/lib/frames.mjs';

const view = {eye: [0, 0, 1], up: [0, 1, 0]};
const line = (pictures, method = 'rk4', eye = view) => ({
  schema: 'stiffbench.motion/1', problem: {name: 'p', units: {length: 'm', time: 's'}}, method, view: eye,
  t: pictures.map((_, n) => 0.5 * n),
  bodies: pictures[0].map(({points, ...form}, b) => ({...form, points: pictures.map((bodies) => bodies[b].points.flat())}))});
const square = (z, shift = 0) => [[shift, 0, z], [shift + 1, 0, z], [shift + 1, 1, z], [shift, 1, z]];
const cloth = (shift) => ({name: 'cloth', closed: false, points: square(0, shift), faces: [[0, 1, 2, 3]], lines: []});

test('pictures stand side by side on a strip, from the start to the end', () => {
  const pictures = strip([line([0, 1, 2].map((number) => [cloth(0.1 * number)]))]);
  let last = -1;
  for (const picture of pictures) {
    const ring = picture.shapes[0].outline.coordinates[0];
    assert.equal(ring.length, 5);
    assert.deepEqual(ring[0], ring[4]);
    for (const [, y] of ring) assert.ok(y >= 30 && y <= picture.height);
    const across = ring.map(([x]) => x);
    assert.ok(Math.min(...across) > last);
    last = Math.max(...across);
    assert.equal(picture.method, 'rk4');
    assert.ok(picture.shapes[0].shade > 0 && picture.shapes[0].shade <= 1);
  }
  assert.equal(last, 1600);
});

test('the camera looks along the view: what is up stands up, what is right lies right', () => {
  const points = [[0, 0, 0], [0, 1, 0], [0, 0, 1]];  // seen from +x with z up: y to the right
  const [picture] = strip([line([[{name: 'line', closed: false, points, faces: [], lines: [[0, 1], [0, 2]]}]], 'rk4',
                                 {eye: [3, 0, 0], up: [0, 0, 1]})]);
  const [right, up] = picture.shapes.map((shape) => shape.outline.coordinates);
  assert.deepEqual(right, [[0, 1630], [1600, 1630]]);
  assert.deepEqual(up, [[0, 1630], [0, 30]]);
});

test('faces that look away are hidden, and what is near hides what is far', () => {
  const box = {name: 'box', closed: true, points: [...square(1), ...square(0)], lines: [],
               faces: [[0, 1, 2, 3], [4, 7, 6, 5]]};
  const lines = {name: 'lines', closed: false, faces: [], lines: [[0, 1], [4, 5], [2, 6]],
                 points: [...square(2), ...square(-1)]};
  const [picture] = strip([line([[lines, box]])]);
  assert.deepEqual(picture.shapes.map(({body}) => body), ['lines', 'lines', 'box', 'lines']);
  assert.deepEqual(picture.shapes.map(({shade}) => shade), [0, 0.5, 0.788, 1]);
});

test('each run has a strip below the other, of at most six pictures', () => {
  const pictures = strip([line(Array.from({length: 11}, (_, n) => [cloth(n / 10)]), 'rk4'), line([[cloth(0)], [cloth(0)]], 'bdf2')]);
  assert.deepEqual(pictures.map(({label}) => label), ['rk4: t = 0 s', 't = 1 s', 't = 2 s', 't = 3 s', 't = 4 s', 't = 5 s', 'bdf2: t = 0 s']);
  const bottom = (picture) => Math.max(...picture.shapes[0].outline.coordinates[0].map(([, y]) => y));
  const top = (picture) => Math.min(...picture.shapes[0].outline.coordinates[0].map(([, y]) => y));
  assert.ok(top(pictures[6]) > bottom(pictures[0]));
  assert.equal(pictures[0].height, bottom(pictures[6]));
});

test('the figure of frames draws every outline and tells the times', async () => {
  const motion = line([0, 1].map(() => [cloth(0), {...cloth(0.2), name: 'sphere'}]));
  const svg = await toSvg('frames', readSpec('frames').spec, [motion]);
  assert.equal([...svg.matchAll(/aria-roledescription="geoshape"/g)].length, 4);
  assert.match(svg, />t = 0\.5 s</);
});
