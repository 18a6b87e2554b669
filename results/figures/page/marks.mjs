// Marks of a panel that only pages have: the front's rings, the samples of times, the run that is shown in full.
import {share} from '../lib/diagram/axis.mjs';
import {placeOfFailure} from '../lib/diagram/failures.mjs';
import {stairs} from '../lib/diagram/front.mjs';
import {curve as curveOf} from '../lib/diagram/panel.mjs';
import {placeOf} from '../lib/diagram/room.mjs';
import {box, group, line, signs, text} from '../lib/diagram/shapes.mjs';
import {size, widthOf} from '../lib/diagram/text.mjs';

const accent = '#005a9c', white = '#ffffff';

/// Returns the position of a run in its panel; a failed run is in the strip.
export const placeIn = (run, panel) => (run.status === 'ok' ? placeOf : placeOfFailure)(run, panel);

const drawn = ({series, context}) => [...series, ...context].flatMap(({runs}) => runs);

/// Returns rings around the runs on the Pareto front and, if time and error are the axes, its steps.
export function rings(panel) {
  const runs = drawn(panel).filter(({row}) => row.pareto);
  if (!runs.length) return [];
  const isFront = runs[0].x_axis === 'time' && runs[0].y_axis === 'energy_norm';
  return [signs(runs.map((run) => placeOf(run, panel)), {name: 'front', shape: 'circle', color: '#000000', scale: 1.7, hollow: 1.2}),
          ...(isFront ? [stairs(runs, panel, {width: 1.2})] : [])];
}

/// Returns the range from the fastest to the slowest sample of each run, with a tick at each sample.
export function samples(panel) {
  const {x, y, width, height} = panel;
  const paths = drawn(panel).flatMap((run) => {
    const {setup, samples: steps} = run.row.runtime, all = (steps ?? []).map((time) => setup + time), [px, py] = placeOf(run, panel), isAcross = run.x_axis === 'time';
    if (all.length < 2 || !(isAcross || run.y_axis === 'time')) return [];
    const places = all.map((time) => (isAcross ? share(time, x.domain) * width : (1 - share(time, y.domain)) * height));
    const bar = (a, b, across) => (isAcross ? [[a, py - across], [b, py + across]] : [[px - across, a], [px + across, b]]);
    return [bar(Math.min(...places), Math.max(...places), 0), ...places.map((place) => bar(place, place, 4))];
  });
  return [line(paths, {name: 'spread', color: '#444444'})];
}

/// Returns a curve that stands out, with corners around one of its runs and its name.
export function highlight({curve, run}, panel) {
  const [px, py] = placeIn(run, panel), wide = widthOf(curve.name) * 1.05 + 6, half = 8, arm = 4;
  const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([i, j]) => {
    const [x, y] = [px + i * half, py + j * half];
    return [[x, y - j * arm], [x, y], [x - i * arm, y]];
  });
  const left = Math.min(Math.max(px + 8, 2), panel.width - wide), top = Math.max(py - 20, -12);
  return [
    group(0, 0, [curveOf(curve, panel, 1.3)], {clip: [panel.width, panel.height]}),
    line(corners, {color: white, width: 3.6}), line(corners, {name: 'mark', color: accent, width: 1.6}),
    box(left, top, wide, 1.6 * size.text, {fill: white, color: '#767676'}), text(curve.name, left + 3, top + 0.8 * size.text, {color: '#222222'})];
}
