// The axes of panels: ranges, ticks and titles, derived from their runs.
import {domainOf, ticksOf} from './axis.mjs';
import {titleOf} from './quantities.mjs';
import {size, widthOf, wrap} from './text.mjs';

const valuesOf = (blocks, axis) => blocks.flatMap(({series}) => series.flatMap(({runs, failures}) =>
  (axis === 'x' ? [...runs, ...failures.filter(({x}) => x > 0)] : runs).map((run) => run[axis])));

const floorIn = (blocks) =>
  blocks.reduce((most, {series}) => series.reduce((high, {runs}) => runs.reduce((value, {floor}) => Math.max(value, floor ?? 0), high), most), 0);

/// Returns the largest error of a reference in a block.
export const floorOf = (block) => floorIn([block]);

/// Returns true if the error of the reference is not far below these errors of the runs.
const isNear = (floor, values) => floor > 0 && floor > values.reduce((a, b) => Math.min(a, b), Infinity) / 30;
export const isFloorNear = (blocks) => isNear(floorIn(blocks), valuesOf(blocks, 'y'));

/// Returns the vertical range of these blocks in a panel of this height. It includes the reference's error if
/// that is not far below.
function verticalDomain(blocks, height) {
  const values = valuesOf(blocks, 'y'), floor = floorIn(blocks);
  return domainOf(isNear(floor, values) ? [...values, floor / 1.6] : values, 7 / height);
}

/// Breaks an axis title into lines: at its first comma if that suffices, else at any word.
function lines(title, length) {
  if (widthOf(title) <= length) return [title];
  const [first, rest] = title.split(/(?<=^[^,]*,) /);
  return rest && Math.max(widthOf(first), widthOf(rest)) <= length ? [first, rest] : wrap(title, length, size.text);
}

/// Returns the ranges of a block in a panel of this size; the vertical one is common to the `sharing` blocks.
export const domainsOf = (block, sharing, width, height) =>
  ({x: domainOf(valuesOf([block], 'x'), 8 / width), y: verticalDomain(sharing, height)});

/// Returns the axes of a block in a panel of this size with these ranges.
export function axesOf(block, width, height, {x, y}) {
  return {
    x: {domain: x, ticks: ticksOf(x, Math.max(2, Math.floor(width / 34))), labels: true,
        title: lines(titleOf(block.x, block.rows), width)},
    y: {domain: y, ticks: ticksOf(y, Math.max(2, Math.floor(height / 16))), labels: true,
        title: lines(titleOf(block.y, block.rows), height)},
  };
}

/// Returns the orders of these lines if an error is drawn against a step.
export function guideOrders(block, series) {
  if (!block.y.error || !block.x.isStep) return [];
  return [...new Set(series.map((one) => one.order).filter((order) => order > 0))].sort((a, b) => a - b);
}
