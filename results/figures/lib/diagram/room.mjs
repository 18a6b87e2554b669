// The free room in a panel: texts are placed away from lines, points and other texts.
import {share} from './axis.mjs';

const reach = 5, pitch = 16;  // px, half the size of a sign; width of a column of places

/// Returns the position of a run in its panel (px).
export const placeOf = (run, {x, y, width, height}) =>
  [share(run.x, x.domain) * width, (1 - share(run.y, y.domain)) * height];

/// Returns points from one position to another, spaced closer than the size of a sign.
function between([px, py], [qx, qy]) {
  const pieces = Math.ceil(Math.hypot(qx - px, qy - py) / reach) || 1;
  return Array.from({length: pieces + 1}, (_, n) => [px + (qx - px) * n / pieces, py + (qy - py) * n / pieces]);
}

/// Returns points along a line with its signs, without near duplicates.
function placesOf({runs, joined}, panel) {
  const ends = runs.map((run) => placeOf(run, panel));
  const all = joined ? ends.flatMap((end, k) => between(end, ends[k + 1] ?? end)) : ends;
  return [...new Map(all.map(([px, py]) => [Math.round(px / 2) * 1e5 + Math.round(py / 2), [px, py]])).values()];
}

/// Returns the distance of a position from a box (px); 0 inside.
const distance = ([px, py], {left, right, top, bottom}) =>
  Math.hypot(Math.max(left - px, 0, px - right), Math.max(top - py, 0, py - bottom));

const nearest = (box, places) => places.reduce((least, place) => Math.min(least, distance(place, box)), Infinity);

/// Returns the room of a panel: `taken(box, most)` counts the objects that a box of pixels would cover, grey lines
/// included, and stops at `most`; `take(box)` marks it as taken, and `isNearest(box, one)` tests whether a line is closer to it
/// than any other line.
export function roomIn(panel) {
  const own = new Map([...panel.series, ...panel.context].map((one) => [one, placesOf(one, panel)]));
  const columns = new Map(), columnOf = (px) => Math.floor(px / pitch), boxes = [];
  for (const place of [...own.values()].flat()) {
    const column = columnOf(place[0]);
    if (!columns.has(column)) columns.set(column, []);
    columns.get(column).push(place);
  }
  const isIn = ([px, py], {left, right, top, bottom}) =>
    px > left - reach && px < right + reach && py > top - reach && py < bottom + reach;
  const overlap = (a, b) => a.left - reach < b.right && b.left - reach < a.right && a.top < b.bottom && b.top < a.bottom;
  const places = function* ({left, right}) {
    for (let k = columnOf(left - reach); k <= columnOf(right + reach); ++k) yield* columns.get(k) ?? [];
  };
  return {
    taken(box, most = 1) {
      let count = 5 * boxes.filter((one) => overlap(one, box)).length;
      for (const place of places(box)) {
        if (count >= most) break;
        count += isIn(place, box);
      }
      return count;
    },
    take: (box) => boxes.push(box),
    isNearest(box, one) {
      const limit = nearest(box, own.get(one)) + 1;
      return [...own].every(([other, all]) => other === one || nearest(box, all) > limit);
    },
  };
}

/// Returns the first of the choices whose box covers least.
export function emptiest(choices, boxOf, room) {
  let best = null, least = Infinity;
  for (const choice of choices) {
    const covered = room.taken(boxOf(choice), least);
    if (covered < least) [best, least] = [choice, covered];
  }
  return best;
}

/// Returns `count` equally spaced positions from one to another (px).
export const steps = (from, to, count) => Array.from({length: count}, (_, k) => from + (to - from) * k / (count - 1));
