// Reads the contents of a figure from the shapes of its picture.
import assert from 'node:assert/strict';
import {draw, readSpec} from '../../results/figures/lib/figure.mjs';

/// A drawn figure, all of whose shapes have places.
export async function figure(name, rows, chosen) {
  const drawn = await draw(name, readSpec(name).spec, rows, chosen);
  assert.doesNotMatch(drawn.svg, /NaN|undefined/, name);
  return drawn;
}
export const count = (text, pattern) => [...text.matchAll(pattern)].length;
export const grey = '#cfcfcf';

/// All shapes of a figure: the panel in which they are, its method, and where its groups are in the panel or on the page.
function shapesOf({picture}) {
  const walk = (shapes, around) => shapes.flatMap((one) => {
    if (one.kind !== 'group') return [{...one, ...around}];
    const place = one.name === 'panel' ? {view: one, dx: 0, dy: 0} : {dx: around.dx + one.x, dy: around.dy + one.y};
    return walk(one.shapes, {...around, ...place, ...(one.method && {method: one.method})});
  });
  return walk(picture.shapes, {view: null, dx: 0, dy: 0});
}
const ofKind = (drawn, kind) => shapesOf(drawn).filter((one) => one.kind === kind);

/// The points of runs: method, values on the axes, place in the panel, colour, panel.
export const pointsOf = (drawn) => ofKind(drawn, 'signs').flatMap(({points, data = [], shape, color, view}) =>
  data.map(({method, x, y}, k) => ({method, x, y, left: points[k][0], top: points[k][1], shape, color, view})));
/// The lines of methods, but for the grey ones of other panels: method, places in the panel, colour, dash.
export const linesOf = (drawn) => ofKind(drawn, 'line').filter(({method}) => method).map(({method, color, dash, view, paths: [places]}) =>
  ({method, color, dash: dash.join(), view, places}));
/// The grey lines of other panels.
export const greyLinesOf = (drawn) => ofKind(drawn, 'line').filter(({color}) => color === grey).flatMap(({paths}) => paths);
/// The texts with the places at which they begin.
export const textsOf = (drawn) => ofKind(drawn, 'text').map(({words, x, y, size, dx, dy, view, name}) =>
  ({text: words, left: dx + x, top: dy + y + 0.3 * size, view, name}));
/// The leaders between names and ends, [left, top, left, top].
export const leadersOf = (drawn) => ofKind(drawn, 'line').filter(({color}) => color === '#bbbbbb').flatMap(({paths}) => paths.map((path) => path.flat()));
/// Slopes of the guides by their orders (px).
export const slopesOf = (drawn) => Object.fromEntries(ofKind(drawn, 'line').filter(({name}) => name === 'guide')
  .map(({data: [{guide}], paths: [[[ax, ay], [bx, by]]]}) => [guide, (ay - by) / (bx - ax)]));
/// Bands below the error of the reference.
export const floorsOf = (drawn) => ofKind(drawn, 'box').filter(({name}) => name === 'floor');
/// Strips of failed runs.
export const stripsOf = (drawn) => ofKind(drawn, 'box').filter(({y, height}) => y < 0 && height);
/// The panels: {view, x, y, width, height}.
export function framesOf({picture}) {
  const groups = (shapes) => shapes.filter(({kind}) => kind === 'group').flatMap((one) => [one, ...groups(one.shapes)]);
  return groups(picture.shapes).filter(({name}) => name === 'panel').map((view) => ({...view, view}));
}
/// Width and height of the picture (mm).
export const sizeOf = ({svg}) => svg.match(/<svg [^>]*?width="([\d.]+)mm" height="([\d.]+)mm"/).slice(1).map(Number);
/// All words of a picture's SVG.
export const wordsOf = (svg) => svg.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
/// Colours, shapes and dashes of each method's points and line in a diagram, which are one each. Points below the
/// reference are left out, since they are grey.
export function looksOf(drawn) {
  const looks = new Map();
  const add = (method, part, value) => {
    if (!looks.has(method)) looks.set(method, {colors: new Set(), shapes: new Set(), dashes: new Set()});
    looks.get(method)[part].add(value);
  };
  for (const {method, color, shape} of pointsOf(drawn).filter((one) => one.color !== '#b0b0b0')) {
    add(method, 'colors', color);
    add(method, 'shapes', shape);
  }
  for (const {method, color, dash} of linesOf(drawn)) {
    add(method, 'colors', color);
    add(method, 'dashes', dash);
  }
  return looks;
}
