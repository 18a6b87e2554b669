// Computes the curves of a diagram from rows and a choice: plain values, not yet drawn.
import {domainOf} from '../lib/diagram/axis.mjs';
import {axes, horizontal, vertical} from '../lib/diagram/quantities.mjs';
import {isShown} from './choice.mjs';

const hasPlace = (x, value) => (x.isStep ? value > 0 : false);

/// Returns one method's runs: {method, points, failures}, points in the order of the rows.
function curveOf(method, rows, x, y) {
  const all = rows.map((row) => ({
    row,
    x: x.of(row),
    y: y.of(row),
    below: y.below?.(row) ?? false,
  }));
  const ok = ({row}) => row.status === 'ok';
  return {
    ...method,
    joined: rows.every((row) => row.step.tolerance === null),
    points: all.filter((one) => ok(one) && one.x > 0 && one.y > 0),
    failures: all.filter((one) => !ok(one) && hasPlace(x, one.x)),
    unplaced: all.filter((one) => ok(one) && !(one.x > 0 && one.y > 0)).length,
    failedUnplaced: all.filter((one) => !ok(one) && !hasPlace(x, one.x)).length,
  };
}

/// Returns the statuses of the curves' failed runs that have a position.
export const statusesOf = (curves) => [
  ...new Set(curves.flatMap(({failures}) => failures.map(({row}) => row.status))),
];

/// Returns the range of these curves, including the floor if it is close.
function domainsOf(curves, floor) {
  const points = curves.flatMap((curve) => curve.points),
    failures = curves.flatMap((curve) => curve.failures);
  const least = points.reduce((low, one) => Math.min(low, one.y), Infinity);
  return {
    x: domainOf(
      [...points, ...failures].map((one) => one.x),
      0.02,
    ),
    y: domainOf(
      [...points.map((one) => one.y), ...(floor > least / 30 ? [floor / 2] : [])],
      0.03,
    ),
  };
}

/// Returns the diagram of one problem's data {methods, rows} for a choice: {x, y, curves, floor, statuses,
/// domain, fitted}. The domain covers all methods, so that it does not change when some are hidden; `fitted`
/// covers only the visible curves.
export function curvesOf({methods, byMethod, rows}, choice) {
  const x = horizontal(choice.x);
  const y = choice.y in axes.y ? vertical(choice.y) : vertical('error', choice.y);
  const all = methods.map((method) => curveOf(method, byMethod.get(method.method), x, y));
  const shown = all.filter((curve) => isShown(choice, curve.method));
  const floor = rows.reduce((largest, row) => Math.max(largest, y.floor?.(row) ?? 0), 0);
  return {
    x,
    y,
    floor,
    curves: shown,
    statuses: statusesOf(all),
    domain: domainsOf(all, floor),
    fitted: domainsOf(shown, floor),
  };
}

/// Returns the axes that have values in these rows, as [name, words].
export function axesOf(rows, problem) {
  const counters = Object.keys(rows[0]?.work ?? {}).map((name) => `work.${name}`);
  const works = (quantity) => rows.some((row) => quantity.of(row) > 0);
  const list = (names, make) =>
    names.map((name) => [name, make(name)]).filter(([, one]) => works(one));
  return {
    x: list([...Object.keys(axes.x), ...counters], horizontal),
    y: [
      ...list(Object.keys(axes.errors), (name) => vertical('error', name)),
      ...list(Object.keys(axes.y), (name) => vertical(name)),
    ],
    units: problem.units,
  };
}

/// Returns the point or failure nearest to a position (px), within `reach` px: {curve, one, distance} or
/// null. `at` returns the position of a run.
export function nearest(curves, [px, py], at, reach) {
  let best = null;
  for (const curve of curves)
    for (const one of [...curve.points, ...curve.failures]) {
      const [x, y] = at(one),
        distance = Math.hypot(x - px, y - py);
      if (distance <= reach && (!best || distance < best.distance)) best = {curve, one, distance};
    }
  return best;
}

/// Returns the run one step further on a curve (along), or the nearest in x on the next curve (across).
export function neighbour(curves, run, along, across) {
  const filled = curves.filter((curve) => curve.points.length + curve.failures.length);
  if (!filled.length) return null;
  const runsOf = (curve) => [...curve.points, ...curve.failures].sort((a, b) => a.x - b.x);
  const place = filled.findIndex((curve) => curve.method === run?.curve.method);
  if (place < 0) return {curve: filled[0], one: runsOf(filled[0])[0]};
  const curve = filled[(place + across + filled.length) % filled.length],
    runs = runsOf(curve);
  if (!across) {
    const here = runs.findIndex((one) => one.row === run.one.row);
    return {curve, one: runs[Math.min(Math.max(here + along, 0), runs.length - 1)]};
  }
  const apart = (one) => Math.abs(Math.log(one.x / run.one.x));
  return {curve, one: runs.reduce((best, one) => (apart(one) < apart(best) ? one : best))};
}
