// The axes of panels: ranges, ticks and titles, derived from their runs.
import {domainOf, ticksOf} from './axis.mjs';
import {titleOf} from './quantities.mjs';
import {size, widthOf, wrap} from './text.mjs';

const valuesOf = (blocks, axis) => blocks.flatMap((block) => block.series.flatMap((one) =>
  [...one.runs, ...(axis === 'x' ? one.failures.filter((run) => run.x > 0) : [])].map((run) => run[axis])));

/// Returns the largest error of a reference in a block.
export const floorOf = (block) => Math.max(0, ...block.series.flatMap((one) => one.runs.map((run) => run.floor ?? 0)));

/// Returns true if the error of the reference is not far below the errors of the runs.
export const isFloorNear = (blocks) => {
  const floor = Math.max(...blocks.map(floorOf));
  return floor > 0 && floor > Math.min(...valuesOf(blocks, 'y')) / 30;
};

/// Returns the vertical range of these blocks in a panel of this height. It includes the reference's error if
/// that is not far below.
function verticalDomain(blocks, height) {
  const values = valuesOf(blocks, 'y'), floor = Math.max(...blocks.map(floorOf));
  return domainOf(isFloorNear(blocks) ? [...values, floor / 1.6] : values, 7 / height);
}

/// Breaks an axis title into lines: at its first comma if that suffices, else at any word.
function lines(title, length) {
  if (widthOf(title) <= length) return [title];
  const [first, rest] = title.split(/(?<=^[^,]*,) /);
  return rest && Math.max(widthOf(first), widthOf(rest)) <= length ? [first, rest] : wrap(title, length, size.text);
}

/// Returns the axes of a block in a panel of this size; the vertical range is common to the `sharing` blocks.
export function axesOf(block, sharing, width, height) {
  const x = domainOf(valuesOf([block], 'x'), 8 / width), y = verticalDomain(sharing, height);
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
