// Compresses motions for inclusion in a page.
import {Fault} from '../figures/lib/fault.mjs';

/// Positions are integer multiples of a grid: this fraction of a body's extent, or of its largest
/// displacement if that gives a finer grid.
const ofExtent = 1e-4, ofDisplacement = 1e-3;

const isEqual = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/// Returns the largest difference of a coordinate between the first picture and the others.
function displacementOf([first, ...others]) {
  let largest = 0;
  for (const picture of others)
    picture.forEach((value, i) => (largest = Math.max(largest, Math.abs(value - first[i]))));
  return largest;
}

/// Returns the extent of a picture (x, y, z of all points) along its longest axis.
function extentOf(picture) {
  const low = [Infinity, Infinity, Infinity], high = low.map((value) => -value);
  picture.forEach((value, i) => {
    low[i % 3] = Math.min(low[i % 3], value);
    high[i % 3] = Math.max(high[i % 3], value);
  });
  return Math.max(...high.map((value, axis) => value - low[axis]));
}

/// Returns the grid of body `b`. Failed runs are ignored, because their bodies may be anywhere.
function gridOf(lines, b) {
  const sound = lines.filter((line) => line.status === 'ok');
  const largest = Math.max(0, ...sound.map((line) => displacementOf(line.bodies[b].points)));
  const grid = ofExtent * extentOf(lines[0].bodies[b].points[0]);
  return largest > 0 ? Math.min(grid, ofDisplacement * largest) : grid;
}

/// Converts pictures to integers: the first picture, then the changes from each to the next. A picture
/// without a change is an empty list.
function changes(pictures, grid) {
  const whole = pictures.map((picture) => picture.map((value) => Math.round(value / grid)));
  return whole.map((picture, n) => {
    const list = n === 0 ? picture : picture.map((value, i) => value - whole[n - 1][i]);
    return list.some((value) => value !== 0) ? list : [];
  });
}

/// Packs lines of motion.jsonl (results/schema/internal/motion.schema.json) into one object: common data occur once,
/// and the points of run `r` and body `b` are `runs[r].points[b]`, as changes() on the body's `grid`.
export function pack(lines) {
  const shared = ({problem, view, bodies}) => ({
    problem, view, bodies: bodies.map(({points, ...form}) => ({...form, count: points[0].length / 3}))});
  const all = shared(lines[0]);
  if (!lines.every((line) => isEqual(shared(line), all)))
    throw new Fault('motions that stand side by side are of one problem',
                    [...new Set(lines.map((line) => line.problem.title))].join(' and ') + ' with other data',
                    'make them again with stiffbench frames');
  all.bodies.forEach((body, b) => (body.grid = gridOf(lines, b)));
  const runs = lines.map(({problem, view, bodies, ...run}) => ({
    ...run, points: bodies.map(({points}, b) => changes(points, all.bodies[b].grid))}));
  return {...all, runs};
}

/// Restores the pictures of one run of a body, as coordinates, from the result of pack().
export function unpack(list, {count, grid}) {
  let last = new Float64Array(3 * count);
  return list.map((change) => {
    if (change.length > 0) last = last.map((value, i) => value + change[i]);
    return Float32Array.from(last, (value) => grid * value);
  });
}
