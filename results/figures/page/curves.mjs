// The lines of a diagram for a reader's choice, and the runs among them that pointer and keys reach.
import {horizontal, ordinate} from '../lib/diagram/quantities.mjs';
import {seriesOf} from '../lib/diagram/series.mjs';
import {isShown} from './choice.mjs';

/// Returns the lines of all methods on these axes, kept for the next choice with the same axes.
function linesOf({label, methods, rows, lines}, x, y) {
  const key = `${x.name} ${y.name}`, styles = new Map(methods.map(({method, style}) => [method, style]));
  if (!lines.has(key)) lines.set(key, seriesOf(rows, label, x, y, 'method').map((one) => ({...one, style: styles.get(one.key)})));
  return lines.get(key);
}

/// Returns the block of one problem's data for a choice, as a page of a file has it, with the lines of `all` methods; of
/// those that are shown the ones without `emphasis` are its context.
export function blockOf(data, choice, emphasis) {
  const x = horizontal(choice.x), y = ordinate(choice.y), all = linesOf(data, x, y);
  const shown = all.filter(({key}) => isShown(choice, key)), isBehind = ({key}) => emphasis !== undefined && !emphasis.includes(key);
  return {label: data.label, rows: data.rows, x, y, all, series: shown.filter((one) => !isBehind(one)), context: shown.filter(isBehind)};
}

const runsOf = ({runs, failures}) => [...runs, ...failures];

/// Returns the run nearest to a position (px), within `reach` px: {curve, run, distance} or null. `at` returns the
/// position of a run.
export function nearest(curves, [px, py], at, reach) {
  let best = null;
  for (const curve of curves)
    for (const run of runsOf(curve)) {
      const [x, y] = at(run), distance = Math.hypot(x - px, y - py);
      if (distance <= reach && (!best || distance < best.distance)) best = {curve, run, distance};
    }
  return best;
}

/// Returns the run one step further on a curve (along), or the nearest in x on the next curve (across).
export function neighbour(curves, found, along, across) {
  const filled = curves.filter((curve) => runsOf(curve).length);
  if (!filled.length) return null;
  const place = filled.findIndex(({key}) => key === found?.curve.key), ordered = (curve) => runsOf(curve).sort((a, b) => a.x - b.x);
  if (place < 0) return {curve: filled[0], run: ordered(filled[0])[0]};
  const curve = filled[(place + across + filled.length) % filled.length], runs = ordered(curve);
  if (!across) {
    const here = runs.findIndex(({row}) => row === found.run.row);
    return {curve, run: runs[Math.min(Math.max(here + along, 0), runs.length - 1)]};
  }
  const apart = (run) => Math.abs(Math.log(run.x / found.run.x));
  return {curve, run: runs.reduce((best, run) => (apart(run) < apart(best) ? run : best))};
}
