// What a picture shows, read from its SVG.
import {draw, readSpec} from '../../results/figures/lib/figure.mjs';

export const figure = async (name, rows, chosen) => draw(name, readSpec(name).spec, rows, chosen);
export const svgOf = async (...args) => (await figure(...args)).svg;
export const count = (text, pattern) => [...text.matchAll(pattern)].length;
export const crosses = /aria-roledescription="text mark"[^>]*>×</g;
export const lines = (color) => new RegExp(`aria-roledescription="line mark"[^>]*stroke="${color}"`, 'g');
export const grey = '#cfcfcf';

/// The view in which the mark at this index stands: a panel, the head, a legend.
const viewAt = (svg, index) =>
  [...svg.slice(0, index).matchAll(/role-scope ((?:concat_\d+_)*)(?:group|layer_\d+_pathgroup)"/g)].pop()?.[1] ?? '';

/// The points of runs: method, numbers of the label, place in the panel, colour, panel.
export function pointsOf(svg) {
  return [...svg.matchAll(/aria-label="([^":]+): (\w+) ([\d.e+-]+), (\w+) ([\d.e+-]+)"[^>]*aria-roledescription="point" transform="translate\(([-\d.e]+),([-\d.e]+)\)"[^>]* d="([^"]*)" fill="([^"]*)"/g)]
    .map(({index, 1: method, 3: x, 5: y, 6: left, 7: top, 8: shape, 9: color}) =>
      ({method, x: Number(x), y: Number(y), left: Number(left), top: Number(top), shape, color, view: viewAt(svg, index)}));
}
/// The lines of methods, but for the grey ones of other panels: method, places in the panel, colour, dash.
export function linesOf(svg) {
  return [...svg.matchAll(/aria-label="([^"]+)"[^>]*aria-roledescription="line mark"[^>]* d="([^"]*)"[^>]* stroke="([^"]*)"[^>]* stroke-dasharray="([^"]*)"/g)]
    .map(({index, 1: method, 2: path, 3: color, 4: dash}) =>
      ({method, color, dash, view: viewAt(svg, index), places: [...path.matchAll(/([-\d.e]+),([-\d.e]+)/g)].map(([, left, top]) => [Number(left), Number(top)])}));
}
/// The texts of marks with their places.
export function textsOf(svg) {
  return [...svg.matchAll(/aria-roledescription="text mark"[^>]*translate\(([-\d.e]+),([-\d.e]+)\)[^>]*>([^<]*)</g)]
    .map(({index, 1: left, 2: top, 3: text}) => ({text, left: Number(left), top: Number(top), view: viewAt(svg, index)}));
}
/// The leaders between names and ends, [left, top, left, top].
export function leadersOf(svg) {
  return [...svg.matchAll(/<line transform="translate\(([-\d.e]+),([-\d.e]+)\)" x2="([-\d.e]+)" y2="([-\d.e]+)" stroke="#bbbbbb"/g)]
    .map(([, ...all]) => all.map(Number)).map(([left, top, across, down]) => [left, top, left + across, top + down]);
}
/// Frames of panels: {view, width, height}.
export function framesOf(svg) {
  return [...svg.matchAll(/class="background"[^>]* d="M0\.5,0\.5h([\d.]+)v([\d.]+)h[^"]*" stroke="#999999"/g)]
    .map(({index, 1: width, 2: height}) => ({view: viewAt(svg, index), width: Number(width), height: Number(height)}));
}
/// Width and height of the picture (mm).
export const sizeOf = (svg) => svg.match(/<svg [^>]*?width="([\d.]+)mm" height="([\d.]+)mm"/).slice(1).map(Number);
/// All words of the picture.
export const wordsOf = (svg) => svg.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
/// Colours, shapes and dashes of each method's points and line in a diagram, which are one each. Points below the
/// reference are left out, since they are grey.
export function looksOf(svg) {
  const looks = new Map();
  const add = (method, part, value) => {
    if (!looks.has(method)) looks.set(method, {colors: new Set(), shapes: new Set(), dashes: new Set()});
    looks.get(method)[part].add(value);
  };
  for (const {method, color, shape} of pointsOf(svg).filter((one) => one.color !== '#b0b0b0')) {
    add(method, 'colors', color);
    add(method, 'shapes', shape);
  }
  for (const {method, color, dash} of linesOf(svg)) {
    add(method, 'colors', color);
    add(method, 'dashes', dash);
  }
  return looks;
}
