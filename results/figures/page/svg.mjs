// Pieces of SVG text: its font, sizes and colours, numbers and texts.
export const font = 'DejaVu Sans, Verdana, sans-serif';
export const size = {text: 12, small: 11};
export const ink = {
  text: '#222222',
  axis: '#767676',
  grid: '#ececec',
  floor: '#f1f1f1',
  unknown: '#9a9a9a',
  error: '#b3261e',
};

export const escape = (text) =>
  String(text).replace(
    /[&<>"]/g,
    (c) => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'})[c],
  );
export const n = (value) => Math.round(value * 10) / 10;

export const text = (words, x, y, {anchor = 'start', fontSize = size.text, more = ''} = {}) =>
  `<text x="${n(x)}" y="${n(y)}" fill="${ink.text}" font-size="${fontSize}" text-anchor="${anchor}" ${more}>${escape(words)}</text>`;
