// Reading aids of a panel: slopes of orders, and the mark of a reference error far below the range.
import {at} from './axis.mjs';
import {layer, text} from './layers.mjs';
import {spread} from './key.mjs';
import {emptiest, steps} from './room.mjs';
import {power, raised, size, widthOf} from './text.mjs';

const isFarBelow = ({floor: value, y}) => value > 0 && value < y.domain[0];

/// Marks the error of the reference at the lower edge, in fewer words if there is little room.
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

/// Returns the positions of guides C h^p for these orders, from one corner with enough room (px): {corner,
/// ends}. They stay `low` px above the lower edge; `scale` is the size of texts relative to print.
export function fanOf({orders, x, y, width, height}, low, room, scale = 1) {
  const ratio = height * Math.log(x.domain[1] / x.domain[0]) / (width * Math.log(y.domain[1] / y.domain[0]));
  const choices = [1, 0.7, 0.5].flatMap((share) => {
    const reach = share * Math.min(40 * scale, 0.3 * width), rise = share * 0.42 * height;
    return steps(height - low, rise + 14, 8).flatMap((bottom) =>
      steps(width - reach - 14 * scale, 8, 12).map((left) => ({left, bottom, reach, rise})));
  });
  const boxOf = ({left, bottom, reach, rise}) =>
    ({left, right: left + reach + 12 * scale, top: bottom - rise - 6, bottom: bottom + 4});
  const best = emptiest(choices, boxOf, room), {left, bottom, reach, rise} = best;
  room.take(boxOf(best));
  const ends = orders.map((order) => {
    const across = Math.min(reach, rise / (order * ratio));
    return {words: `h${order === 1 ? '' : raised(order)}`, order, px: left + across, py: bottom - order * ratio * across};
  });
  const heights = spread(ends.map(({py}) => py - 1), 8 * scale, 4, height - 4);
  return {corner: [left, bottom], ends: ends.map((end, k) => ({...end, middle: heights[k]}))};
}

/// Draws the guides of a panel in print.
export function guides(panel, room) {
  const {orders, x, y, width, height} = panel;
  if (!orders.length) return {};
  const {corner, ends} = fanOf(panel, isFarBelow(panel) ? 14 : 6, room);  // above the reference's mark
  if (ends.some(({py, middle}) => Math.abs(py - 1 - middle) > 10)) return {};  // too flat to be distinguished
  const place = (px, py) => ({x: at(px / width, x.domain), y: at(1 - py / height, y.domain)});
  const data = ends.flatMap(({order, px, py}) => [{guide: order, ...place(...corner)}, {guide: order, ...place(px, py)}]);
  return {
    layers: layer(data, {type: 'line', color: '#888888', strokeWidth: 0.8}, {detail: {field: 'guide'}}),
    texts: ends.map(({words, px, middle}) => text(words, px + 2, middle, {_size: size.small, _color: '#666666'}))};
}
