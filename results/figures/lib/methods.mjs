import {readFileSync} from 'node:fs';
import {naturally} from './rows.mjs';

const table = JSON.parse(readFileSync(new URL('../methods.json', import.meta.url), 'utf8'));
const tableEntries = new Map(table.families.flatMap((family) =>
  Object.entries(family.methods).map(([name, pair]) => [name, {pair, dash: family.dash}])));
const order = [...tableEntries.keys()];
const key = (pair) => pair.join(' ');

/// Styles of the methods of these records, in the order of the legend: {method, color, shape, dash}
/// for every distinct method.
export function methodStyles(records) {
  const methods = [...new Map(records.map((record) => [record.method, record.integrator.name]))];
  const rank = (name) => (tableEntries.has(name) ? order.indexOf(name) : order.length);
  methods.sort((a, b) => rank(a[1]) - rank(b[1]) || naturally(a[0], b[0]));
  const namesWithStyle = new Set();
  const colors = new Set(methods.flatMap(([, name]) => tableEntries.get(name)?.pair[0] ?? []));
  const free = freePairs(colors);
  return methods.map(([method, name]) => {
    const own = tableEntries.get(name);
    // The second of two variants of one method takes a free pair, but the family's dash.
    const pair = own && !namesWithStyle.has(name) ? own.pair : free.next().value;
    namesWithStyle.add(name);
    return {
      method,
      color: table.colors[pair[0]],
      shape: table.shapes[pair[1]],
      dash: (own ?? table.others).dash,
    };
  });
}

/// Yields pairs of colour and shape that no method of methods.json has; neighbours differ in both.
/// Colours outside `colorsInUse` come first, once each, so that lines without points differ as long
/// as there are such colours.
function* freePairs(colorsInUse) {
  const used = new Set([...tableEntries.values()].map(({pair}) => key(pair)));
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
/// the field `method` get the style of every method, which is the same in all figures. Encodings of
/// `failure.label` get no legend when no run failed, since Vega cannot lay out an empty one.
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

/// The scale of one property of the styles. Vega-Lite merges the legends of scales with the same
/// domain, and a hidden legend then hides all. Dashes have no legend, so that their domain gets one
/// more entry.
function scaleOf(property, styles) {
  const more = property === 'dash' ? [{method: '', dash: [1, 0]}] : [];
  const shown = [...styles, ...more];
  return {domain: shown.map((style) => style.method), range: shown.map((style) => style[property])};
}
