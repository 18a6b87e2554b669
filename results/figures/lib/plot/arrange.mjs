// Layout of a plain Vega-Lite figure on a page: its blocks below one another, its panels in as many columns
// as fit, and the styles of its lines.
import {follow, groups} from '../diagram/groups.mjs';
import {size} from '../diagram/text.mjs';
import {palette} from '../methods.mjs';

const full = 648;                              // px, text width of a page of 178 mm
const heights = {least: 100, most: 300};       // px of a panel
const inset = 6;                               // px between the data and the frame
const kinds = {color: 'color', fill: 'color', stroke: 'color', shape: 'shape', strokeDash: 'dash'};
// A sequential scheme, from dark to the lightest colour visible on white.
const sequence = {name: 'viridis', extent: [0, 0.78]};

const isDiscrete = ({type}) => type === 'nominal' || type === 'ordinal';

/// Applies a function to all encodings of a specification that have a field.
function withEncodings(part, change, name) {
  if (Array.isArray(part)) return part.map((item) => withEncodings(item, change));
  if (part === null || typeof part !== 'object') return part;
  const inner = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, withEncodings(value, change, key)]));
  return inner.field ? change(name, inner) : inner;
}

/// Returns the fields that distinguish the lines of a specification, with their titles.
export function fieldsOf(spec) {
  const fields = new Map();
  withEncodings(spec, (channel, encoding) => {
    if (kinds[channel] && isDiscrete(encoding) && !fields.get(encoding.field)) fields.set(encoding.field, encoding.title ?? '');
    return encoding;
  });
  return fields;
}

/// Returns the specification with the given styles of fields, styles of the palette for all other discrete
/// fields, and ranges with an inset. Lines are named in the figure's own key and have no legend.
export function styled(spec, styles) {
  return withEncodings(spec, (channel, encoding) => {
    if (kinds[channel] && isDiscrete(encoding)) return {...encoding, legend: null, ...discrete(kinds[channel], encoding, styles)};
    if ((channel === 'x' || channel === 'y') && encoding.type === 'quantitative' && encoding.scale !== null)
      return {...encoding, scale: {...rangeOf(encoding.scale ?? {}), ...encoding.scale}};
    return encoding;
  });
}

/// Returns the scale options with which an axis takes its range from the data.
const rangeOf = ({domain, type}) => ({nice: false, ...(!domain && {padding: inset}), ...(!domain && type !== 'log' && {zero: false})});

function discrete(kind, {field, type, scale}, styles) {
  const own = styles.get(field);
  if (own) return {sort: null, scale: {domain: [...own.keys()], range: [...own.values()].map((style) => style[kind])}};
  if (scale?.range) return {};
  if (kind === 'color' && type === 'ordinal') return {scale: {...scale, scheme: sequence}};
  return {scale: {...scale, range: {color: palette.colors, shape: palette.shapes, dash: palette.dashes}[kind]}};
}

/// Returns the blocks of a specification, which are placed below one another. usermeta.blocks is a path; each
/// of its values among the rows gets a block with a title and separate ranges.
export function blocksOf(spec, rows) {
  const path = spec.usermeta?.blocks;
  if (!path) return spec.vconcat ?? [body(spec)];
  const values = [...new Set([...rows].sort((a, b) => a.problem.rank - b.problem.rank).map((row) => follow(row, path)))];
  return values.map((value, k) => ({
    ...(k < values.length - 1 ? withoutTitle('x', body(spec)) : body(spec)),
    title: {text: String(value), fontSize: size.panel, anchor: 'start', offset: 2},
    transform: [{filter: {field: path, equal: value}}, ...(spec.transform ?? [])]}));
}

/// Returns the headings of keys, maps by field and name: the title of its block for each name, if every name is in one
/// block only.
export function headingsOf(spec, fields, rows) {
  const path = spec.usermeta?.blocks;
  if (!path) return new Map();
  return new Map([...fields.keys()].flatMap((field) => {
    const blocks = [...groups(rows, field)].map(([name, own]) => [name, new Set(own.map((row) => String(follow(row, path))))]);
    return blocks.every(([, titles]) => titles.size === 1) ? [[field, new Map(blocks.map(([name, titles]) => [name, [...titles][0]]))]] : [];
  }));
}

const withoutTitle = (axis, spec) =>
  withEncodings(spec, (channel, encoding) => (channel === axis ? {...encoding, title: null} : encoding));

const outer = ['$schema', 'description', 'title', 'data', 'usermeta', 'config', 'resolve'];
const body = (spec) => Object.fromEntries(Object.entries(spec).filter(([key]) => !outer.includes(key) || (key === 'resolve' && !spec.vconcat)));

/// Returns a block with its panels side by side while there is room, their sizes multiplied by a factor.
/// `total` is the width of the page (px).
export function arranged(block, factor, total) {
  const columnsFor = (most) => Math.min(most, Math.max(1, Math.ceil((most * total) / full - 0.1)));
  const {hconcat, ...rest} = block;
  if (hconcat) return arranged({...rest, concat: hconcat, columns: hconcat.length}, factor, total);
  if (block.concat) return {...block, columns: columnsFor(block.columns), concat: block.concat.map((one) => sized(one, factor))};
  if (!block.facet) return sized(block, factor);
  const {row, column, ...field} = block.facet, spec = sized(block.spec, factor);
  return {
    ...block, facet: {title: null, ...headed(column ?? row ?? field, spec.width)}, columns: columnsFor(block.columns ?? (column ? 3 : 1)),
    spec, resolve: {...block.resolve, axis: {x: 'independent', y: 'independent', ...block.resolve?.axis}}};
}

/// Wraps the names of a grid's panels to the panel width; a wider name would fix the width of its column,
/// whatever the size of the panels.
const headed = (field, width) => ({
  ...field, header: {...field.header, labelExpr: `figure_lines(${field.header?.labelExpr ?? 'datum.label'}, ${width})`}});

function sized(view, factor) {
  const {width, height} = view;
  const high = Math.min(heights.most, Math.max(height * factor, Math.min(height, heights.least)));
  return {...view, width: Math.round(width * factor), ...(typeof height === 'number' && {height: Math.round(high)})};
}
