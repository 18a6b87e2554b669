// Motions on a page are small, and exact enough.
import assert from 'node:assert/strict';
import test from 'node:test';
import {pack, unpack} from '../../results/motion/pack.mjs';
import {fittedBodies} from '../../results/motion/page/subject.mjs';

const line = (points, status = 'ok', title = 'p') => ({
  problem: {name: 'p', title}, view: {}, status, t: points.map((_, n) => n),
  bodies: [{name: 'rod', closed: false, faces: [], lines: [[0, 1]], points}]});
const rod = (shift) => [0, 0, 0, 10, shift, 0];

function largestError(lines, r) {
  const packed = JSON.parse(JSON.stringify(pack(lines)));
  const pictures = unpack(packed.runs[r].points[0], packed.bodies[0]);
  assert.equal(pictures.length, lines[r].t.length);
  return Math.max(...pictures.flatMap((picture, n) => [...picture].map((value, i) =>
    Math.abs(value - lines[r].bodies[0].points[n][i]))));
}

test('places come back to a ten-thousandth of the extent', () => {
  assert.ok(largestError([line([0, 1, 2, 3.3333].map(rod))], 0) <= 0.5e-3 * 1.01);
});

test('places come back to a thousandth of a displacement that is small, whatever failed runs do', () => {
  const lines = [line([0, 1e-3, 2e-3].map(rod)), line([0, 1e-3, 1e9].map(rod), 'diverged')];
  assert.ok(largestError(lines, 0) <= 1e-6 * 1.01);
});

test('a body that stays takes no room', () => {
  assert.deepEqual(pack([line([rod(0), rod(0), rod(0)])]).runs[0].points[0].slice(1), [[], []]);
});

test('motions of two problems are refused', () => {
  assert.throws(() => pack([line([rod(0)]), line([rod(0)], 'ok', 'q')]), /of one problem; got p and q/);
});

test('the first view fits bodies that change their shape, else those that move, else all', () => {
  const still = [rod(0), rod(0)], bent = [rod(0), rod(0.1)], moved = [rod(0), rod(0).map((value) => value + 5)];
  assert.deepEqual(fittedBodies([[still, bent, moved]]), [1]);
  assert.deepEqual(fittedBodies([[still, moved]]), [1]);
  assert.deepEqual(fittedBodies([[still, still]]), [0, 1]);
  assert.deepEqual(fittedBodies([[still, bent], [bent, still]]), [0, 1]);
  assert.deepEqual(fittedBodies([[[rod(0)], [rod(0)]]]), [0, 1]);
});
