// One quantity on one problem over the commits, as plain shapes.
import {domainOf, share, ticksOf} from '../figures/lib/diagram/axis.mjs';
import {grey, line, signs, stroke, text} from '../figures/lib/diagram/shapes.mjs';
import {power, size, widthOf} from '../figures/lib/diagram/text.mjs';
import {kindOf, stepsOf} from './steps.mjs';

const width = 360, height = 170, left = 40, top = 8, bottom = 20;
export const colors = ['#1b6ca8', '#c1440e', '#2e7d32', '#7b3f9e', '#8a6d00', '#00838f', '#ad1457', '#555555'];
const signOfStep = {true: 'triangle-up', false: 'triangle-down'};

/// Returns the vertical axis: {place, ticks}. Orders have a linear one, other quantities a logarithmic one.
function verticalAxis(quantity, values, extent) {
  if (kindOf(quantity) !== 'order') {
    const domain = domainOf(values.filter((value) => value > 0), 0.06);
    return {place: (value) => top + extent * (1 - share(Math.max(value, domain[0]), domain)), ticks: ticksOf(domain, 6)};
  }
  const low = Math.min(Math.floor(Math.min(...values)), 0), high = Math.ceil(Math.max(...values) + 0.2);
  const ticks = Array.from({length: high - low + 1}, (_, k) => low + k);
  return {place: (value) => top + extent * (1 - (value - low) / (high - low)), ticks};
}

/// Returns the runs of consecutive points that have a value.
function pieces(points) {
  const all = [[]];
  for (const point of points)
    if (point) all.at(-1).push(point);
    else if (all.at(-1).length) all.push([]);
  return all.filter((piece) => piece.length);
}

/// Returns the picture of curves of one quantity: {width, height, label, shapes}. Methods have the colours of `colorOf`.
/// A triangle is a step: it points up where the quantity grows.
export function chartOf(curves, colorOf) {
  const [{problem, quantity, points: {length: count}}] = curves;
  const extent = height - top - bottom, right = width - 10;
  const values = curves.flatMap(({points}) => points.map(({value}) => value)).filter((value) => value !== null);
  const {place, ticks} = verticalAxis(quantity, values, extent);
  const across = (at) => (count === 1 ? (left + right) / 2 : left + 6 + (at * (right - left - 12)) / (count - 1));
  const shapes = ticks.flatMap((tick) => [
    stroke(left, place(tick), right, place(tick), {color: grey.grid, width: 1}),
    text(kindOf(quantity) === 'order' ? String(tick) : power(tick), left - 4, place(tick), {align: 'end'})]);
  for (const curve of curves) {
    const color = colorOf(curve.method);
    const all = curve.points.map(({value}, at) => value !== null && [across(at), place(value)]);
    const sound = pieces(all), alone = sound.filter((piece) => piece.length === 1).flat();
    shapes.push(line(sound.filter((piece) => piece.length > 1), {color, width: 1.3}), signs(alone, {shape: 'circle', color, scale: 0.5}));
    for (const {at, before, after} of stepsOf(curve))
      shapes.push(signs([all[at]], {shape: signOfStep[after > before], color, scale: 1.1}));
  }
  const last = `commit ${count}`;
  shapes.push(text('commit 1', left, height - 8, {size: size.text}),
              ...(count > 1 ? [text(last, right - widthOf(last), height - 8, {size: size.text})] : []));
  return {width, height, label: `${quantity} on ${problem} over ${count} commits`, shapes};
}
