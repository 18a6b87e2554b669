// Axis ticks of plain Vega-Lite figures, their labels, and names of panels, as functions of Vega's expression
// language, because each panel of a figure may have a different range.
import {ticksOf} from '../diagram/axis.mjs';
import {power, raised, size, widthOf, wrap} from '../diagram/text.mjs';

const apart = {x: 8, y: 16};  // px between labels of one axis
const most = 7;               // maximum number of labels of an axis

const lengthOf = ([from, to]) => Math.abs(to - from);
const isAcross = ([from, to]) => to > from;

/// Returns the ticks of an axis: as many round values as have room for a number each.
export function ticks(domain, range, type) {
  const length = lengthOf(range), [low, high] = [...domain].sort((a, b) => a - b);
  if (type === 'log') return ticksOf([low, high], Math.max(2, Math.floor(length / (isAcross(range) ? 34 : apart.y))));
  const place = (value) => length * (value - low) / (high - low || 1);
  const fit = (values) => values.length <= most && values.slice(1).every((value, k) =>
    place(value) - place(values[k]) >= between(values, values[k], value, isAcross(range)));
  return choices(low, high).find(fit) ?? [];
}

/// Returns the required distance between the centres of two neighbours (px).
function between(all, a, b, across) {
  return across ? (widthOf(label(a, all)) + widthOf(label(b, all))) / 2 + apart.x : apart.y;
}

/// Returns lists of round values from low to high, with increasing steps.
function choices(low, high) {
  const least = Math.floor(Math.log10((high - low) / most || 1));
  return [0, 1, 2].flatMap((decade) => [1, 2, 5].map((digit) => Number(`${digit}e${least + decade}`))).map((step) => {
    const first = Math.ceil(low / step - 1e-9), last = Math.floor(high / step + 1e-9);
    const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    return Array.from({length: Math.max(0, last - first + 1)}, (_, k) => Number(((first + k) * step).toFixed(decimals)));
  });
}

const signed = (text) => text.replace('-', '−');

/// Formats the number at a tick: plain, or with a power of ten if all are large or small.
export function label(value, values, type) {
  if (type === 'log') return power(value);
  const largest = Math.max(...values.map(Math.abs)), exponent = Math.floor(Math.log10(largest || 1) + 1e-9);
  const isPlain = exponent > -3 && exponent < 4, unit = isPlain ? 1 : 10 ** exponent;
  const decimals = Math.max(...values.map((one) => decimalsOf(one / unit)));
  if (value === 0) return '0';
  const digits = signed((value / unit).toFixed(decimals));
  return isPlain ? digits : digits === '1' ? `10${raised(exponent)}` : `${digits}·10${raised(exponent)}`;
}

const decimalsOf = (value) => (String(Number(value.toPrecision(6))).split('.')[1] ?? '').length;

/// Formats a number in a caption or key with three digits.
export function inWords(value) {
  const exponent = Math.floor(Math.log10(Math.abs(value)) + 1e-9);
  if (value === 0 || (exponent > -5 && exponent < 5)) return String(Number(value.toPrecision(3)));
  const digits = Number((value / 10 ** exponent).toPrecision(3));
  return digits === 1 ? `10${raised(exponent)}` : `${digits}·10${raised(exponent)}`;
}

/// Breaks the name of a panel to its width, after commas if that suffices.
const lines = (text, width) =>
  wrap(String(text), width, size.panel, true, /(?<=,) /).flatMap((line) => wrap(line, width, size.panel, true));

/// The functions by their names in expressions.
export const functions = {figure_ticks: ticks, figure_label: label, figure_words: inWords, figure_lines: lines};
