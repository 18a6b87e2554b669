// The names of a figure's lines: at the lines if there is room in every panel, else in a key below.
import {groups, naturally} from '../diagram/groups.mjs';
import {roomIn, steps} from '../diagram/room.mjs';
import {signs, stroke, text} from '../diagram/shapes.mjs';
import {size, widthOf} from '../diagram/text.mjs';
import {seriesIn} from './panels.mjs';
import {inWords} from './ticks.mjs';

const shifts = [-11, 11, -16, 16, -21, 21];  // px from a line to the middle of its name, above or below
const apart = 8, tries = 48;                 // minimum distance of other lines (px); positions tried along a line
const row = 12, sample = 16;                 // px of the key

const written = (name) => (typeof name === 'number' ? inWords(name) : String(name));

/// Returns names and key as shapes in the panels and below them, in pixels of the figure.
/// `fields` are those that distinguish lines; `styles` are the maps of styles by name, in the order of keys,
/// for the fields that concern methods. `headings` are maps of headings by name, which divide the key of a field into
/// groups.
export function namesOf(panels, fields, styles, {left, bottom, width}, headings = new Map()) {
  const parts = [];
  let below = bottom + 8;
  for (const [field, title] of fields) {
    const all = panels.map((panel) => ({panel, ...split(seriesIn(panel, field))})).filter(({series}) => series.length);
    const order = [...styles.get(field)?.keys() ?? []];
    const entries = withStyles(all.flatMap(({series}) => series)).sort(
      (a, b) => order.indexOf(a.name) - order.indexOf(b.name) || compare(a.name, b.name));
    const named = entries.every(({name}) => typeof name === 'string') ? namedIn(all) : [];  // numbers need a key
    const others = entries.filter(({name}) => !named.some((one) => one.name === name));
    parts.push(...named.map(({name, x, y}) => text(written(name), x, y)));
    if (!others.length) continue;
    const key = keyInGroups(others, headings.get(field) ?? new Map(), styles.has(field) ? '' : title, {left, top: below, width});
    parts.push(...key.shapes);
    below += key.height + 6;
  }
  return parts;
}

/// Separates the lines with names from the guides, which have none.
const split = (all) => ({series: all.filter(({name}) => name !== undefined), guides: all.filter(({name}) => name === undefined)});

/// Returns the lines of all panels, each once, with all styles from any panel.
function withStyles(series) {
  const styles = new Map();
  for (const {name, style} of series) styles.set(name, {...styles.get(name), ...style});
  return [...styles].map(([name, style]) => ({name, style}));
}

const compare = (a, b) => (typeof a === 'number' ? b - a : naturally(String(a), String(b)));

/// Returns positions for the names of the lines that find one in every panel in which they occur.
function namedIn(all) {
  const crowded = all.length > 1 ? all.filter(({series}) => series.length > 1) : all;  // a single line has its panel's title
  const found = crowded.flatMap(({panel, series, guides}) => placesIn(panel, series, guides));
  const missing = new Set(found.filter(({place}) => !place).map(({name}) => name));
  return found.filter(({name}) => !missing.has(name)).map(({name, place}) => ({name, ...place}));
}

function placesIn(panel, series, guides) {
  const {width, height, left, top} = panel, everything = [...series, ...guides];
  const room = roomOf(panel, everything);
  return series.map((one) => {
    const length = widthOf(written(one.name)), half = 0.6 * size.text;
    const isInside = (box) => box.left > 3 && box.right < width - 3 && box.top > 2 && box.bottom < height - 2;
    const boxes = along(one).flatMap(([x, y]) => shifts.map((shift) => (
      {left: x - length / 2, right: x + length / 2, top: y + shift - half, bottom: y + shift + half})));
    const box = boxes.find((choice) => isInside(choice) && room.taken(choice) === 0 && isNearest(choice, one, everything));
    if (!box) return {name: one.name, place: null};
    room.take(box);
    return {name: one.name, place: {x: left + box.left, y: top + (box.top + box.bottom) / 2}};
  });
}

/// Returns the room of a panel as in diagrams, whose axes are logarithmic: positions in pixels become powers
/// of e.
function roomOf({width, height}, series) {
  const runs = (path) => path.map(([x, y]) => ({x: Math.exp(x / width), y: Math.exp(1 - y / height)}));
  return roomIn({width, height, x: {domain: [1, Math.E]}, y: {domain: [1, Math.E]}, context: [],
                 series: series.flatMap(({paths}) => paths.map((path) => ({joined: path.length > 1, runs: runs(path)})))});
}

/// Returns positions along a line, from its right end to its left end.
function along({paths}) {
  const longest = paths.reduce((a, b) => (b.length > a.length ? b : a), []);
  const ordered = [...longest].sort((a, b) => b[0] - a[0]);
  if (ordered.length < 2) return ordered;
  return steps(ordered[0][0], ordered.at(-1)[0], tries).map((x) => [x, heightAt(x, ordered)]);
}

/// Interpolates the height of a line between its points, which are ordered from right to left.
function heightAt(x, places) {
  const k = Math.max(1, places.findIndex(([px]) => px <= x)), [[x1, y1], [x2, y2]] = [places[k - 1], places[k]];
  return x1 === x2 ? y1 : y1 + (y2 - y1) * (x - x1) / (x2 - x1);
}

/// Returns true if a box is closer to its own line than to any other by a clear margin.
function isNearest(box, own, series) {
  const distance = (one) => Math.min(...[...one.paths.flat(), ...along(one)].map(([x, y]) => Math.hypot(
    Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom))));
  const least = distance(own) + apart;
  return series.every((one) => one === own || distance(one) > least);
}

/// Returns the key with a heading for each group of names, whose columns align; with `title` for names without one.
function keyInGroups(entries, headings, title, {left, top, width}) {
  const all = groups(entries.map((one) => ({...one, heading: headings.get(one.name) ?? title})), 'heading');
  const indent = Math.max(...[...all.keys()].map((heading) => (heading ? widthOf(`${heading}:`) + 8 : 0)));
  const column = Math.max(...entries.map(({name}) => widthOf(written(name)))) + sample + 19;
  const shapes = [];
  let below = top;
  for (const [heading, own] of all) {
    const key = keyOf(own, heading && `${heading}:`, {left, top: below, width, indent, column});
    shapes.push(...key.shapes);
    below += key.height + (all.size > 1 ? 4 : 0);
  }
  return {shapes, height: below - top};
}

/// Returns the names of lines with their samples, in columns behind a heading.
function keyOf(entries, heading, {left, top, width, indent, column}) {
  const columns = Math.max(1, Math.floor((width - indent) / column)), rows = Math.ceil(entries.length / columns);
  const list = entries.flatMap((one, k) => entry(one, left + indent + Math.floor(k / rows) * column, top + (k % rows + 0.5) * row));
  return {shapes: [...(heading ? [text(heading, left, top + row / 2)] : []), ...list], height: rows * row};
}

/// Returns the sample of a line, of a point or of both, with its name.
function entry({name, style: {color, dash, width, shape}}, x, y) {
  return [...(dash ? [stroke(x, y, x + sample, y, {color, dash, width: width ?? 1.3})] : []),
          ...(shape ? [signs([[x + sample / 2, y]], {color, shape})] : []), text(written(name), x + sample + 3, y)];
}

/// Converts straight lines, single signs and texts to Vega marks with their data.
export function overlay(shapes) {
  const field = (name) => ({field: name}), all = (kind) => shapes.filter((one) => one.kind === kind);
  const mark = (name, type, fields, values, update) => ({
    data: {name, values}, mark: {type, from: {data: name}, interactive: false, aria: false,
                                 encode: {update: {...Object.fromEntries(fields.map(([channel, from]) => [channel, field(from)])), ...update}}}});
  const places = (names) => names.map((name) => [name, name]);
  return [
    mark('figure_strokes', 'rule', [...places(['x', 'y', 'x2', 'y2']), ['stroke', 'color'], ['strokeWidth', 'width'], ['strokeDash', 'dash']],
         all('line').map(({paths: [[[x, y], [x2, y2]]], ...style}) => ({x, y, x2, y2, ...style}))),
    mark('figure_signs', 'symbol', [...places(['x', 'y', 'shape']), ['fill', 'color']],
         all('signs').map(({points: [[x, y]], ...style}) => ({x, y, ...style})), {size: {value: 50}}),
    mark('figure_texts', 'text', [...places(['x', 'y']), ['text', 'words'], ['fill', 'color'], ['fontSize', 'size']],
         all('text'), {baseline: {value: 'middle'}})];
}
