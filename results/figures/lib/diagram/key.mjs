// The names of a panel's lines: at their ends if there is room, else in a key beside the panel.
import {stripHeight} from './failures.mjs';
import {placeOf} from './room.mjs';
import {line, signs, stroke, text} from './shapes.mjs';
import {size, widthOf} from './text.mjs';

const gap = 7, leader = {across: 24, up: 30}, sample = 16;  // px

/// Returns true if the runs of a method are drawn as a line.
export const isLine = ({joined, runs}) => joined && runs.length > 1;

/// Splits a name into its lines: the parameters of a long name go below it.
const linesOfName = (name) => {
  const [, head, parameters] = name.length > 24 ? name.match(/^([^(]*) (\(.*)$/) ?? [] : [];
  return parameters ? [head, parameters] : [name];
};

/// Returns width and height of a name, with the tally of failed runs after it (px).
const namedWidth = ({name, tally}) => {
  const [first, second = ''] = linesOfName(name);
  return Math.max(widthOf(first) + (tally ? widthOf(tally, size.small) + 4 : 0), widthOf(second, size.small));
};
const namedHeight = ({name}) => linesOfName(name).length * 1.2 * size.text;

/// Returns the name of a line at a position, with its tally.
function nameOf({name, tally}, x, y) {
  const [first, second] = linesOfName(name), up = second ? 4.5 : 0;
  return [
    text(first, x, y - up, {name: 'name'}),
    ...(tally ? [text(tally, x + widthOf(first) + 4, y - up, {size: size.small, color: '#777777'})] : []),
    ...(second ? [text(second, x, y + up, {size: size.small})] : [])];
}

/// Returns the sample of a line with its name at a position.
export function entry(one, x, y) {
  const {style: {color, shape, dash}, joined} = one;
  return [...(joined ? [stroke(x, y, x + sample, y, {color, dash, width: 1.3})] : []),
          signs([[x + sample / 2, y]], {color, shape}), ...nameOf(one, x + sample + 3, y)];
}

/// Returns the width of a key of these lines, and the height of an entry (px).
export const keyWidth = (series) => Math.max(0, ...series.map(namedWidth)) + sample + 13;
export const keyHeight = (one) => namedHeight(one) + 1;

/// Returns heights of texts: the given ones, moved apart where they are too close. A text takes `room`, one
/// number or one per text (px).
export function spread(heights, room, lowest, highest) {
  const order = heights.map((_, k) => k).sort((a, b) => heights[a] - heights[b]), places = [];
  const between = (a, b) => (Array.isArray(room) ? (room[a] + room[b]) / 2 : room);
  for (const [n, k] of order.entries())
    places[k] = Math.max(heights[k], n ? places[order[n - 1]] + between(order[n - 1], k) : lowest);
  for (let n = order.length - 1; n >= 0; --n) {
    const above = order[n + 1];
    places[order[n]] = Math.min(places[order[n]], above === undefined ? highest : places[above] - between(order[n], above));
  }
  return places;
}

/// Returns boxes for a text of this length beside an end of a line, best one first.
function besideEnd([px, py], length, half, isLast) {
  const box = (left, middle) => ({left, right: left + length, top: middle - half, bottom: middle + half});
  const right = (down) => box(px + gap, py + down), left = (down) => box(px - gap - length, py + down);
  const above = (shift) => box(px - length / 2 + shift, py - 8 - half), below = (shift) => box(px - length / 2 + shift, py + 8 + half);
  const first = isLast ? [right(0), right(6), left(-9), above(0)] : [right(6), left(0), left(-6), right(10), below(0)];
  const beside = [0, -6, 6, -10, 10].flatMap((down) => [right(down), left(down)]);
  const shifts = [0, length / 2 - 4, 4 - length / 2].flatMap((shift) => [above(shift), below(shift)]);
  return [...first, ...beside, ...shifts].map((place) => ({box: place}));
}

/// Returns boxes farther from an end, each with the leader that connects them.
function awayFromEnd([px, py], length, half) {
  const directions = Array.from({length: 12}, (_, k) => [Math.cos(k * Math.PI / 6), Math.sin(k * Math.PI / 6)]);
  return [20, 30, 42].flatMap((far) => directions.map(([dx, dy]) => {
    const [ax, ay] = [px + far * dx, py + far * dy];
    const left = Math.abs(dx) < 0.3 ? ax - length / 2 : dx > 0 ? ax + 2 : ax - 2 - length;
    const middle = Math.abs(dx) < 0.3 ? ay + Math.sign(dy) * half : ay;
    return {box: {left, right: left + length, top: middle - half, bottom: middle + half},
            leader: [px + 5 * dx, py + 5 * dy, ax, ay]};
  }));
}

/// Returns true if a leader is close only to the end at which it begins.
function isClear([px, py, qx, qy], room) {
  const places = Array.from({length: 8}, (_, k) => [px + (qx - px) * (k + 2) / 9, py + (qy - py) * (k + 2) / 9]);
  return places.every(([left, top]) => room.taken({left, right: left, top, bottom: top}) === 0);
}

/// Places names at the ends of lines, as `named`; `others` are the lines without room at their ends. A name
/// is closer to its line than to any other, or a leader connects them.
export function namesAtEnds(series, panel, room) {
  const isInside = ({left, right, top, bottom}) => left > 2 && right < panel.width - 2 && top >= 0 && bottom <= panel.height;
  const named = [], others = [];
  const choicesOf = (one) => {
    const rest = series.filter((other) => other !== one).flatMap(({runs}) => runs.map((run) => placeOf(run, panel)));
    const isAlone = (least) => ({at: [px, py]}) => rest.every(([qx, qy]) => Math.hypot(px - qx, py - qy) > least);
    const all = [...one.runs].sort((a, b) => b.x - a.x).map((run) => placeOf(run, panel));
    const ends = [{at: all[0], isLast: true}, {at: all[all.length - 1], isLast: false}];
    const length = namedWidth(one), half = namedHeight(one) / 2;
    return [...ends.filter(isAlone(7)).flatMap(({at, isLast}) => besideEnd(at, length, half, isLast)),
            ...ends.filter(isAlone(12)).flatMap(({at}) => awayFromEnd(at, length, half))];
  };
  for (const one of series) {
    const place = isLine(one) && choicesOf(one).find(({box, leader: line}) => isInside(box) && room.taken(box) === 0 &&
      (line ? isClear(line, room) : room.isNearest(box, one)));
    if (place) {
      room.take(place.box);
      named.push({one, left: place.box.left, middle: (place.box.top + place.box.bottom) / 2, leader: place.leader});
    } else {
      others.push(one);
    }
  }
  return {named, others};
}

/// Returns the names at ends with their leaders.
export const namesOf = (named) => named.flatMap(({one, left, middle, leader: ends}) =>
  [...(ends ? [stroke(...ends)] : []), ...nameOf(one, left, middle)]);

/// Returns the key of these lines beside the panel, each at the height of its line's end. Short leaders
/// connect names with ends that are close.
export function keyOf(series, panel) {
  const {width, height, strip, below} = panel;
  const ends = series.map(({runs}) => (runs.length
    ? placeOf(runs.reduce((a, b) => (b.x > a.x ? b : a)), panel) : [0, -stripHeight(strip) / 2]));
  const heights = spread(ends.map(([, py]) => py), series.map(keyHeight), 5 - stripHeight(strip), height + below - 4);
  const leaders = ends.flatMap(([px, py], k) =>
    (width - px < leader.across && Math.abs(py - heights[k]) < leader.up ? [[[px + 5, py], [width + 5, heights[k]]]] : []));
  return [...(leaders.length ? [line(leaders)] : []), ...series.flatMap((one, k) => entry(one, width + 7, heights[k]))];
}
