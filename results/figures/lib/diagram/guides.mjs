// What helps to read a panel: slopes of orders, and the mark of a reference that is far below.
import {at} from './axis.mjs';
import {layer, text} from './layers.mjs';
import {spread} from './key.mjs';
import {emptiest, steps} from './room.mjs';
import {power, raised, size, widthOf} from './text.mjs';

const isFarBelow = ({floor: value, y}) => value > 0 && value < y.domain[0];

/// The error of the reference as a mark at the lower edge; in fewer words where there is little room.
export function floorMark(panel, room) {
  if (!isFarBelow(panel)) return {};
  const {floor: value, width, height} = panel;
  const number = power(Number(`1e${Math.round(Math.log10(value))}`));
  const choices = [`▾ reference ${number}`, `▾ ${number}`].flatMap((words) => {
    const length = widthOf(words, size.small);
    return steps(width - length - 3, 3, 24).map((left) => ({words, left, right: left + length}));
  });
  const boxOf = ({left, right}) => ({left, right, top: height - 12, bottom: height});
  const best = emptiest(choices, boxOf, room);
  room.take(boxOf(best));
  return {texts: [text(best.words, best.left, height - 6, {floor: value, _size: size.small})]};
}

/// Guides C h^p for each order, from one point where there is room.
export function guides(panel, room) {
  const {orders, x, y, width, height} = panel;
  if (!orders.length) return {};
  const ratio = height * Math.log(x.domain[1] / x.domain[0]) / (width * Math.log(y.domain[1] / y.domain[0]));
  const low = isFarBelow(panel) ? 14 : 6;  // above the mark of the reference
  const choices = [1, 0.7, 0.5].flatMap((scale) => {
    const reach = scale * Math.min(40, 0.3 * width), rise = scale * 0.42 * height;
    return steps(height - low, rise + 14, 8).flatMap((bottom) =>
      steps(width - reach - 14, 8, 12).map((left) => ({left, bottom, reach, rise})));
  });
  const boxOf = ({left, bottom, reach, rise}) =>
    ({left, right: left + reach + 12, top: bottom - rise - 6, bottom: bottom + 4});
  const best = emptiest(choices, boxOf, room), {left, bottom, reach, rise} = best;
  room.take(boxOf(best));
  const place = (px, py) => ({x: at(px / width, x.domain), y: at(1 - py / height, y.domain)});
  const ends = orders.map((order) => {
    const across = Math.min(reach, rise / (order * ratio));
    return {order, px: left + across, py: bottom - order * ratio * across};
  });
  const data = ends.flatMap(({order, px, py}) => [{guide: order, ...place(left, bottom)}, {guide: order, ...place(px, py)}]);
  const heights = spread(ends.map(({py}) => py - 1), 8, 4, height - 4);
  return {
    layers: layer(data, {type: 'line', color: '#888888', strokeWidth: 0.8}, {detail: {field: 'guide'}}),
    texts: ends.map(({order, px}, k) => text(
      `h${order === 1 ? '' : raised(order)}`, px + 2, heights[k], {_size: size.small, _color: '#666666'}))};
}
