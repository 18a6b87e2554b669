// The names of a panel's lines: at their ends where there is room, else in a key beside the panel.
import {entry, isLine, stripHeight, stroke, text, together} from './layers.mjs';
import {placeOf} from './room.mjs';
import {size, widthOf} from './text.mjs';

const lineHeight = 11, gap = 7, leader = {across: 24, up: 30};  // px

/// Heights for texts that belong to these: the same, but moved apart where they are too near.
export function spread(heights, distance, lowest, highest) {
  const order = heights.map((_, k) => k).sort((a, b) => heights[a] - heights[b]);
  const places = [];
  for (const [n, k] of order.entries())
    places[k] = Math.max(heights[k], n ? places[order[n - 1]] + distance : lowest);
  let limit = highest;
  for (const k of order.toReversed()) {
    places[k] = Math.min(places[k], limit);
    limit = places[k] - distance;
  }
  return places;
}

/// Places for a name at the ends of a line, the best one first. An end that other lines come near has none.
function placesAtEnds({runs, name}, fontSize, isAlone, panel) {
  const length = widthOf(name, fontSize), half = 0.6 * fontSize;
  const ends = runs.toSorted((a, b) => b.x - a.x).map((run) => placeOf(run, panel));
  const box = (left, middle) => ({left, right: left + length, top: middle - half, bottom: middle + half});
  const right = ([px, py], up) => box(px + gap, py - up), left = ([px, py], up) => box(px - gap - length, py - up);
  const above = ([px, py]) => box(px - length / 2, py - 13), below = ([px, py]) => box(px - length / 2, py + 13);
  const places = {
    last: (end) => [right(end, 0), right(end, -6), left(end, 9), above(end)],
    first: (end) => [right(end, -6), left(end, 0), left(end, 6), right(end, -10), below(end)]};
  return [...(isAlone(ends[0]) ? places.last(ends[0]) : []), ...(isAlone(ends.at(-1)) ? places.first(ends.at(-1)) : [])];
}

/// Places for names at the ends of lines, as `named`, and the lines, `others`, at whose ends there is no
/// room.
export function namesAtEnds(series, panel, room, fontSize = size.text) {
  const isInside = ({left, right, top, bottom}) => left > 2 && right < panel.width - 2 && top >= 0 && bottom <= panel.height;
  const named = [], others = [];
  for (const one of series) {
    const rest = series.filter((other) => other !== one).flatMap(({runs}) => runs.map((run) => placeOf(run, panel)));
    const isAlone = ([px, py]) => rest.every(([qx, qy]) => Math.hypot(px - qx, py - qy) > 7);
    const choices = isLine(one) ? placesAtEnds(one, fontSize, isAlone, panel).filter(isInside) : [];
    const place = choices.find((box) => room.taken(box) === 0);
    if (place) {
      room.take(place);
      named.push({one, left: place.left, middle: (place.top + place.bottom) / 2});
    } else {
      others.push(one);
    }
  }
  return {named, others};
}

/// The key of these lines beside the panel, each at the height of its line's end. Short leaders join
/// names and ends that are near.
export function keyOf(series, panel) {
  const {width, height, statuses} = panel;
  const ends = series.map(({runs}) => (runs.length
    ? placeOf(runs.reduce((a, b) => (b.x > a.x ? b : a)), panel) : [0, -stripHeight(statuses) / 2]));
  const heights = spread(ends.map(([, py]) => py), lineHeight, 5 - stripHeight(statuses), height - 4);
  const leaders = ends.flatMap(([px, py], k) =>
    (width - px < leader.across && Math.abs(py - heights[k]) < leader.up ? [stroke(px + 5, py, width + 5, heights[k])] : []));
  return together([{strokes: leaders}, ...series.map((one, k) => entry(one, width + 7, heights[k]))]);
}
