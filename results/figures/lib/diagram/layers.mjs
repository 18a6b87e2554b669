// The marks of a view as Vega-Lite layers. Objects outside of a panel are placed in pixels. A view has one
// layer per kind of mark, because every layer costs Vega time.
import {size, widthOf} from './text.mjs';

export const grey = {
  context: '#cfcfcf', below: '#b0b0b0', line: '#777777', band: '#e4e4e4', text: '#444444', leader: '#bbbbbb'};
const keyLine = 16;                        // px
export const strip = {row: 12, gap: 4};    // height and gap of the strip of failed runs (px)

/// Returns the height of a strip of failed runs with these rows, including its gap (px).
export const stripHeight = (rows) => (rows.length ? rows.length * strip.row + strip.gap : 0);

/// Returns a channel whose field contains pixels.
export const pixels = (name) => ({value: {expr: `datum.${name}`}});
const own = (name) => ({expr: `datum.${name}`});
/// Returns a channel whose field contains the colour, shape or dash itself.
export const raw = (field) => ({field, type: 'nominal', scale: null, legend: null});
/// Returns a layer with its data, or none without data.
export const layer = (values, mark, encoding) => (values.length ? [{data: {values}, mark, encoding}] : []);

/// Returns a text at a position; the options are those of the styles below.
export const text = (words, _x, _y, options = {}) => ({
  text: words, _x, _y, _size: size.text, _align: 'left', _baseline: 'middle', _weight: 'normal', _color: grey.text,
  _limit: 0, ...options});
export const heading = (words, _x, _y, _size = size.panel) =>
  text(words, _x, _y, {_size, _baseline: 'bottom', _weight: 'bold', _color: '#000000'});
/// Returns a straight line between two positions.
export const stroke = (_x, _y, _x2, _y2, options = {}) =>
  ({_x, _y, _x2, _y2, _color: grey.leader, _width: 0.6, _dash: [1, 0], ...options});

/// Returns the layers of texts, strokes and signs, in drawing order.
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

/// Merges the strokes, signs and texts of all parts into one object.
export function together(parts) {
  const all = (name) => parts.flatMap((part) => part[name] ?? []);
  return {strokes: all('strokes'), signs: all('signs'), texts: all('texts')};
}

/// Returns true if the runs of a method are drawn as a line.
export const isLine = ({joined, runs}) => joined && runs.length > 1;

/// Splits a name into its lines: the parameters of a long name go below it.
export const linesOfName = (name) => {
  const [, head, parameters] = name.length > 24 ? name.match(/^([^(]*) (\(.*)$/) ?? [] : [];
  return parameters ? [head, parameters] : [name];
};

/// Returns width and height of a name, with the tally of failed runs after it (px).
export const namedWidth = ({name, tally}, fontSize = size.text) => {
  const [first, ...rest] = linesOfName(name);
  return Math.max(widthOf(first, fontSize) + (tally ? widthOf(tally, size.small) + 4 : 0),
                  ...rest.map((line) => widthOf(line, Math.max(size.small, fontSize - 1))));
};
export const namedHeight = ({name}, fontSize = size.text) => linesOfName(name).length * 1.2 * fontSize;

/// Returns the width of a key of these lines (px).
export const keyWidth = (series) => Math.max(...series.map((one) => namedWidth(one))) + keyLine + 13;

/// Returns the name of a line at a position, with its tally.
export function nameOf({name, tally}, x, y) {
  const [first, second] = linesOfName(name), up = second ? 4.5 : 0;
  return [
    text(first, x, y - up),
    ...(tally ? [text(tally, x + widthOf(first) + 4, y - up, {_size: size.small, _color: '#777777'})] : []),
    ...(second ? [text(second, x, y + up, {_size: size.small})] : [])];
}

/// Returns the sample of a line with its name at a position.
export function entry(one, x, y) {
  const {style, joined} = one;
  return {
    strokes: joined ? [stroke(x, y, x + keyLine, y, {_color: style.color, _dash: style.dash, _width: 1.3})] : [],
    signs: [{_x: x + keyLine / 2, _y: y, _color: style.color, _shape: style.shape}],
    texts: nameOf(one, x + keyLine + 3, y)};
}
