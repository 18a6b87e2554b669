// Reading aids of a panel: slopes of orders, and the mark of a reference error far below the range.
import {at} from './axis.mjs';
import {spread} from './key.mjs';
import {emptiest, steps} from './room.mjs';
import {stroke, text} from './shapes.mjs';
import {power, raised, size, widthOf} from './text.mjs';

const isFarBelow = ({floor: value, y}) => value > 0 && value < y.domain[0];

/// Marks the error of the reference at the lower edge, in fewer words if there is little room.
export function floorMark(panel, room) {
  if (!isFarBelow(panel)) return [];
  const {floor: value, width, height} = panel;
  const number = power(Number(`1e${Math.round(Math.log10(value))}`));
  const choices = [`▾ reference ${number}`, `▾ ${number}`].flatMap((words) => {
    const length = widthOf(words, size.small);
    return steps(width - length - 3, 3, 24).map((left) => ({words, left, right: left + length}));
  });
  const boxOf = ({left, right}) => ({left, right, top: height - 12, bottom: height});
  const best = emptiest(choices, boxOf, room);
  room.take(boxOf(best));
  return [text(best.words, best.left, height - 6, {size: size.small, data: {floor: value}})];
}

/// Returns guides C h^p for the orders of a panel, from one corner with enough room; none if they are too flat to be
/// distinguished.
export function guides(panel, room) {
  const {orders, x, y, width, height} = panel, low = isFarBelow(panel) ? 14 : 6;  // above the reference's mark
  if (!orders.length) return [];
  const ratio = height * Math.log(x.domain[1] / x.domain[0]) / (width * Math.log(y.domain[1] / y.domain[0]));
  const choices = [1, 0.7, 0.5].flatMap((share) => {
    const reach = share * Math.min(40, 0.3 * width), rise = share * 0.42 * height;
    return steps(height - low, rise + 14, 8).flatMap((bottom) =>
      steps(width - reach - 14, 8, 12).map((left) => ({left, bottom, reach, rise})));
  });
  const boxOf = ({left, bottom, reach, rise}) => ({left, right: left + reach + 12, top: bottom - rise - 6, bottom: bottom + 4});
  const best = emptiest(choices, boxOf, room), {left, bottom, reach, rise} = best;
  const ends = orders.map((order) => {
    const across = Math.min(reach, rise / (order * ratio));
    return [left + across, bottom - order * ratio * across];
  });
  const heights = spread(ends.map(([, py]) => py - 1), 8, 4, height - 4);
  if (ends.some(([, py], k) => Math.abs(py - 1 - heights[k]) > 10)) return [];
  room.take(boxOf(best));
  const place = ([px, py]) => ({x: at(px / width, x.domain), y: at(1 - py / height, y.domain)});
  return orders.flatMap((order, k) => [
    stroke(left, bottom, ...ends[k], {name: 'guide', color: '#888888', width: 0.8,
                                      data: [[left, bottom], ends[k]].map((end) => ({guide: order, ...place(end)}))}),
    text(`h${order === 1 ? '' : raised(order)}`, ends[k][0] + 2, heights[k], {size: size.small, color: '#666666'})]);
}
