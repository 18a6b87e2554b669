// What a picture shows, read from its SVG.
import {draw, readSpec} from '../../results/figures/lib/figure.mjs';

export const figure = async (name, rows, chosen) => draw(name, readSpec(name).spec, rows, chosen);
export const svgOf = async (...args) => (await figure(...args)).svg;
export const count = (text, pattern) => [...text.matchAll(pattern)].length;
export const crosses = /aria-roledescription="text mark"[^>]*>×</g;
export const lines = (color) => new RegExp(`aria-roledescription="line mark"[^>]*stroke="${color}"`, 'g');
export const grey = '#cfcfcf';

/// The points of runs: method, numbers of the label, place in the panel, colour.
export function pointsOf(svg) {
  return [...svg.matchAll(/aria-label="([^":]+): (\w+) ([\d.e+-]+), (\w+) ([\d.e+-]+)"[^>]*aria-roledescription="point" transform="translate\(([-\d.e]+),([-\d.e]+)\)"[^>]* d="([^"]*)" fill="([^"]*)"/g)]
    .map(([, method, , x, , y, left, top, shape, color]) =>
      ({method, x: Number(x), y: Number(y), left: Number(left), top: Number(top), shape, color}));
}
/// The texts of marks with their places.
export function textsOf(svg) {
  return [...svg.matchAll(/aria-roledescription="text mark"[^>]*translate\(([-\d.e]+),([-\d.e]+)\)[^>]*>([^<]*)</g)]
    .map(([, left, top, text]) => ({text, left: Number(left), top: Number(top)}));
}
/// All words of the picture.
export const wordsOf = (svg) => svg.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
