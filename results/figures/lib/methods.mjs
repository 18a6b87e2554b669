import {readFileSync} from 'node:fs';
import {naturally} from './rows.mjs';

const table = JSON.parse(readFileSync(new URL('../methods.json', import.meta.url), 'utf8'));
const key = (pair) => pair.join(' ');

/// Styles of the methods of these records, in the order of the legend: {method, color, shape, dash}
/// for every distinct method. A family's methods share the dash. Rows that are no runs have no family.
export function methodStyles(records) {
  const methods = [...new Map(records.map((record) => [record.method, record])).values()];
  const rank = (record) => record.family?.rank ?? 0;
  methods.sort((a, b) => rank(a) - rank(b) || naturally(a.method, b.method));
  const pairs = pairsOf(methods.map((record) => record.integrator.name));
  return methods.map(({method, family}, k) => ({
    method, color: table.colors[pairs[k][0]], shape: table.shapes[pairs[k][1]],
    dash: table.family_dashes[family?.name ?? 'others']}));
}

/// Styles of lines that share panels, {color, shape, dash}: colours and shapes differ as long as there
/// are free ones, and no two lines of one colour have one dash.
export function lineStyles(lines) {
  const pairs = pairsOf(lines.map((line) => line.integrator));
  const colors = distinct(pairs.map((pair) => pair[0]), Object.keys(table.colors));
  const shapes = distinct(pairs.map((pair) => pair[1]), Object.keys(table.shapes));
  return lines.map((_, k) => ({
    color: table.colors[colors[k]], shape: table.shapes[shapes[k]], dash: table.dashes[k % table.dashes.length]}));
}

/// The values, of which repeated ones are replaced by those of `all` that are free.
function distinct(values, all) {
  const free = all.filter((one) => !values.includes(one));
  return values.map((value, k) => (values.indexOf(value) < k ? free.shift() ?? value : value));
}

/// Pairs of colour and shape of these methods, by name. The second of two variants takes a free one.
function pairsOf(names) {
  const free = freePairs(new Set(names.flatMap((name) => table.methods[name]?.[0] ?? [])));
  return names.map((name, k) =>
    (table.methods[name] && names.indexOf(name) === k ? table.methods[name] : free.next().value));
}

/// Yields pairs of colour and shape that no method of methods.json has; neighbours differ in both.
/// Colours outside `colorsInUse` come first, once each, so that lines without points differ as long
/// as there are such colours.
function* freePairs(colorsInUse) {
  const used = new Set(Object.values(table.methods).map(key));
  const colors = Object.keys(table.colors);
  const shapes = Object.keys(table.shapes);
  const pairs = colors.flatMap((_, shift) =>
    shapes.map((shape, n) => [colors[(n + shift) % colors.length], shape]))
    .filter((pair) => !used.has(key(pair)));
  const newColors = colors.filter((color) => !colorsInUse.has(color))
    .map((color) => pairs.find((pair) => pair[0] === color)).filter(Boolean);
  yield* newColors;
  const rest = pairs.filter((pair) => !newColors.includes(pair));
  for (;;) yield* rest;
}

const channels = {color: 'color', fill: 'color', stroke: 'color', shape: 'shape', strokeDash: 'dash'};

/// Fills scales of a spec from the records; the spec is valid Vega-Lite without them too. Encodings of
/// the field `method` get the style of every method, which is the same in all figures.
export function withScales(spec, records) {
  const styles = methodStyles(records);
  return mapEncodings(spec, (channel, encoding) => {
    if (encoding.field !== 'method' || !channels[channel]) return encoding;
    return {...encoding, scale: {...encoding.scale, ...scaleOf(channels[channel], styles, encoding.legend === null)}, sort: null};
  });
}

function mapEncodings(part, change, name) {
  if (Array.isArray(part)) return part.map((item) => mapEncodings(item, change));
  if (part === null || typeof part !== 'object') return part;
  const inner = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, mapEncodings(value, change, key)]));
  return inner.field ? change(name, inner) : inner;
}

/// The scale of one property of the styles. Vega-Lite merges the legends of scales with the same
/// domain, and a hidden legend then hides all. Where it is hidden, the domain gets one more entry.
function scaleOf(property, styles, isHidden) {
  const shown = isHidden ? [...styles, {...styles[0], method: ''}] : styles;
  return {domain: shown.map((style) => style.method), range: shown.map((style) => style[property])};
}
