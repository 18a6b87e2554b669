import {readFileSync} from 'node:fs';
import {naturally} from './rows.mjs';

const table = JSON.parse(readFileSync(new URL('../methods.json', import.meta.url), 'utf8'));
const listed = new Map(table.families.flatMap((family) =>
  Object.entries(family.methods).map(([name, pair]) => [name, {pair, dash: family.dash}])));
const order = [...listed.keys()];
const key = (pair) => pair.join(' ');

/// How the methods of these records are drawn, in the order of the legend:
/// {method, color, shape, dash} for every distinct method.
export function methodStyles(records) {
  const seen = [...new Map(records.map((record) => [record.method, record.integrator.name]))];
  const rank = (name) => (listed.has(name) ? order.indexOf(name) : order.length);
  seen.sort((a, b) => rank(a[1]) - rank(b[1]) || naturally(a[0], b[0]));
  const taken = new Set();
  const colors = new Set(seen.flatMap(([, name]) => listed.get(name)?.pair[0] ?? []));
  const free = freePairs(colors);
  return seen.map(([method, name]) => {
    const own = listed.get(name);
    // The second of two variants of one method takes a free pair, but the family's dash.
    const pair = own && !taken.has(name) ? own.pair : free.next().value;
    taken.add(name);
    return {
      method,
      color: table.colors[pair[0]],
      shape: table.shapes[pair[1]],
      dash: (own ?? table.others).dash,
    };
  });
}

/// Pairs of colour and shape that no listed method has, neighbours differing in both: first those
/// of other colours than `seen`, once each, so that lines without points differ as long as they can.
function* freePairs(seen) {
  const used = new Set([...listed.values()].map(({pair}) => key(pair)));
  const colors = Object.keys(table.colors);
  const shapes = Object.keys(table.shapes);
  const pairs = colors.flatMap((_, shift) =>
    shapes.map((shape, n) => [colors[(n + shift) % colors.length], shape]))
    .filter((pair) => !used.has(key(pair)));
  const fresh = colors.filter((color) => !seen.has(color))
    .map((color) => pairs.find((pair) => pair[0] === color)).filter(Boolean);
  yield* fresh;
  const rest = pairs.filter((pair) => !fresh.includes(pair));
  for (;;) yield* rest;
}

const channels = {color: 'color', fill: 'color', stroke: 'color', shape: 'shape', strokeDash: 'dash'};

/// The spec with two kinds of scales filled in from the records; without this it is still valid
/// Vega-Lite. Encodings of the field `method` get the look of every method, the same in all
/// figures; those of `failure.label` get no legend when nothing failed (Vega cannot lay out an
/// empty one).
export function withScales(spec, records) {
  const styles = methodStyles(records);
  const failed = records.some((record) => record.failure);
  return mapEncodings(spec, (channel, encoding) => {
    if (encoding.field === 'failure.label' && !failed) return {...encoding, legend: null};
    if (encoding.field !== 'method' || !channels[channel]) return encoding;
    return {...encoding, scale: {...encoding.scale, ...scaleOf(channels[channel], styles)}, sort: null};
  });
}

function mapEncodings(part, change, name) {
  if (Array.isArray(part)) return part.map((item) => mapEncodings(item, change));
  if (part === null || typeof part !== 'object') return part;
  const inner = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, mapEncodings(value, change, key)]));
  return inner.field ? change(name, inner) : inner;
}

/// Vega-Lite merges the legends of scales with the same domain, and one that is hidden hides all:
/// the domain of the dashes, which have no legend, gets one more entry.
function scaleOf(property, styles) {
  const more = property === 'dash' ? [{method: '', dash: [1, 0]}] : [];
  const shown = [...styles, ...more];
  return {domain: shown.map((style) => style.method), range: shown.map((style) => style[property])};
}
