// The marks of a view as layers of Vega-Lite. What stands outside of a panel has its place in pixels.
// A view has one layer for each kind of mark, since every layer takes Vega its time.
import {size, widthOf} from './text.mjs';

export const grey = {
  context: '#cfcfcf', below: '#b0b0b0', line: '#777777', band: '#e4e4e4', text: '#444444', leader: '#bbbbbb'};
const keyLine = 16;                        // px
export const strip = {row: 12, gap: 4};    // of failed runs (px)

/// Height of a strip of failed runs with these rows, and its gap (px).
export const stripHeight = (rows) => (rows.length ? rows.length * strip.row + strip.gap : 0);

/// A channel whose field holds pixels.
export const pixels = (name) => ({value: {expr: `datum.${name}`}});
const own = (name) => ({expr: `datum.${name}`});
/// A channel whose field holds the colour, shape or dash itself.
export const raw = (field) => ({field, type: 'nominal', scale: null, legend: null});
/// A layer with its data, or none where there are none.
export const layer = (values, mark, encoding) => (values.length ? [{data: {values}, mark, encoding}] : []);

/// A text at its place; the options are those of styles below.
export const text = (words, _x, _y, options = {}) => ({
  text: words, _x, _y, _size: size.text, _align: 'left', _baseline: 'middle', _weight: 'normal', _color: grey.text,
  _limit: 0, ...options});
export const heading = (words, _x, _y, _size = size.panel) =>
  text(words, _x, _y, {_size, _baseline: 'bottom', _weight: 'bold', _color: '#000000'});
/// A straight line between two places.
export const stroke = (_x, _y, _x2, _y2, options = {}) =>
  ({_x, _y, _x2, _y2, _color: grey.leader, _width: 0.6, _dash: [1, 0], ...options});

/// The layers of texts, strokes and signs, in the order of drawing.
export function layersOf({strokes = [], signs = [], texts = []}) {
  return [
    ...layer(strokes, {type: 'rule', aria: false, strokeWidth: own('_width')},
             {x: pixels('_x'), y: pixels('_y'), x2: pixels('_x2'), y2: pixels('_y2'),
              color: raw('_color'), strokeDash: raw('_dash')}),
    ...layer(signs, {type: 'point', filled: true, size: 64, opacity: 1, aria: false},
             {x: pixels('_x'), y: pixels('_y'), color: raw('_color'), shape: raw('_shape')}),
    ...layer(texts, {type: 'text', fontSize: own('_size'), align: own('_align'), baseline: own('_baseline'),
                     fontWeight: own('_weight'), limit: own('_limit')},
             {x: pixels('_x'), y: pixels('_y'), color: raw('_color'), text: {field: 'text'},
              description: {field: 'text'}})];
}

/// One object with all strokes, signs and texts of these.
export function together(parts) {
  const all = (name) => parts.flatMap((part) => part[name] ?? []);
  return {strokes: all('strokes'), signs: all('signs'), texts: all('texts')};
}

/// Tests whether the runs of a method are drawn as a line.
export const isLine = ({joined, runs}) => joined && runs.length > 1;

/// A name in its lines: parameters stand below a long one.
export const linesOfName = (name) => {
  const [, head, parameters] = name.length > 24 ? name.match(/^([^(]*) (\(.*)$/) ?? [] : [];
  return parameters ? [head, parameters] : [name];
};

/// Width and height of a name, with the tally of failed runs behind it (px).
export const namedWidth = ({name, tally}, fontSize = size.text) => {
  const [first, ...rest] = linesOfName(name);
  return Math.max(widthOf(first, fontSize) + (tally ? widthOf(tally, size.small) + 4 : 0),
                  ...rest.map((line) => widthOf(line, Math.max(size.small, fontSize - 1))));
};
export const namedHeight = ({name}, fontSize = size.text) => linesOfName(name).length * 1.2 * fontSize;

/// Width of a key of these lines (px).
export const keyWidth = (series) => Math.max(...series.map((one) => namedWidth(one))) + keyLine + 13;

/// The name of a line at a place, with its tally.
export function nameOf({name, tally}, x, y) {
  const [first, second] = linesOfName(name), up = second ? 4.5 : 0;
  return [
    text(first, x, y - up),
    ...(tally ? [text(tally, x + widthOf(first) + 4, y - up, {_size: size.small, _color: '#777777'})] : []),
    ...(second ? [text(second, x, y + up, {_size: size.small})] : [])];
}

/// The sample of a line with its name at a place.
export function entry(one, x, y) {
  const {style, joined} = one;
  return {
    strokes: joined ? [stroke(x, y, x + keyLine, y, {_color: style.color, _dash: style.dash, _width: 1.3})] : [],
    signs: [{_x: x + keyLine / 2, _y: y, _color: style.color, _shape: style.shape}],
    texts: nameOf(one, x + keyLine + 3, y)};
}
