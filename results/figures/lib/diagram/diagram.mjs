// Diagrams of runs: error, drift, time or memory against step, time or work. A specification selects the axes
// in usermeta.diagram (docs/figures.md). This module lays out the panels, with all sizes in pixels of 1/96 inch.
import {many, methodsOf, stylesOf} from '../methods.mjs';
import {captionOf, headOf} from './caption.mjs';
import {familyPanels} from './families.mjs';
import {problemPanels} from './grid.mjs';
import {follow, groups} from './groups.mjs';
import {apart, edge, leftOfPlots, pictureOf, statusesOf} from './picture.mjs';
import {horizontal, vertical} from './quantities.mjs';
import {inLegends, isDrawn, seriesOf} from './series.mjs';
import {size, wrap} from './text.mjs';

const tallest = 240;             // mm; below the page height of 247 mm, because text widths are estimates
const pixels = (mm) => mm * 96 / 25.4;

const defaults = {x: ['h'], y: 'error', error: ['energy_norm'], series: 'method', panel: 'problem.label', width: 178};

/// Returns the diagram of these rows as a picture, {shapes, width, height, label}; null if no row fits.
export function diagram(spec, rows, chosen = {}) {
  const options = {...defaults, ...spec.usermeta.diagram, ...chosen};
  const fitting = drawnRows(spec, rows);
  const blocks = leftOf(combinations(options).flatMap(({x, y}) => blocksOf(fitting, x, y, options)));
  const drawn = blocks.filter(({series}) => series.length);
  if (!drawn.length) return null;
  giveStyles(drawn.flatMap(({all}) => all), options.series === 'method' ? options.methods ?? methodsOf(rows) : null);
  const title = options.title ?? options.experiment ?? spec.title ?? '';
  return pictureOf(partsOf(drawn, options, title), pixels(options.width), spec.description ?? '');
}

/// Returns the head and the panels of these blocks on a page. The head's text depends on the panels, and the
/// panels' height depends on the number of its lines.
function partsOf(blocks, options, title) {
  const statuses = statusesOf(blocks), byFamily = blocks.some((block) => block.byFamily);
  const methods = new Set(blocks.flatMap(({series}) => series.map(({key}) => key))).size;
  const page = {width: pixels(options.width) - 2 * edge, height: pixels(tallest) - 2 * edge, left: leftOfPlots(statuses, byFamily ? 0 : Infinity),
                wrap: (words, width) => wrap(words, width, size.panel, true), pixels, methods, statuses, options};
  const isNamed = !byFamily && new Set(blocks.map(({x, y}) => `${x.name} ${y.name}`)).size === 1 || byFamily && blocks.length > 1;
  const draw = (used) => (byFamily ? familyPanels : problemPanels)(blocks, page, used);
  if (options.bare) return draw(0).parts;
  const head = headOf(title, captionOf({options, blocks, statuses, panels: draw(0).panels, isNamed, byFamily}), page.width);
  return head.height ? [head, ...draw(head.height + apart).parts] : draw(0).parts;
}

/// Returns the rows that a diagram shows.
export function drawnRows(spec, rows) {
  const {problems, needs = []} = spec.usermeta.diagram;
  return rows.filter((row) => (problems ?? [row.problem.name]).includes(row.problem.name) &&
    needs.every((path) => follow(row, path) !== undefined));
}

const combinations = ({x, y, error}) => [error].flat().flatMap((measure) =>
  [x].flat().map((name) => ({x: horizontal(name), y: vertical(y, measure)})));

/// Returns the blocks of rows that share a pair of axes, with their lines: the rows of one problem, or of
/// another grouping set by the options.
function blocksOf(rows, x, y, options) {
  const ordered = [...rows].sort((a, b) => a.problem.rank - b.problem.rank);
  return [...groups(ordered, options.panel)].map(([label, own]) => {
    const factor = options.factors?.[own[0].problem.name], words = options.factor;
    const scaled = factor ? {name: 'h_omega', words, isStep: true, of: (row) => x.of(row) * factor} : x;
    const all = seriesOf(own, label, scaled, y, options.series), series = all.filter(isDrawn);
    const isOfMethods = options.series === 'method', byFamily = isOfMethods && series.length > many;
    const overTime = isOfMethods ? seriesOf(own, label, horizontal('time'), y, 'method') : [];
    return {label, rows: own, x: scaled, y, all: [...all, ...overTime], series, overTime: overTime.filter(isDrawn), byFamily};
  });
}

/// With one panel per family, only the first of several pairs of axes fits on a page.
function leftOf(blocks) {
  if (!blocks.some((block) => block.byFamily)) return blocks;
  return blocks.filter(({x, y}) => x.name === blocks[0].x.name && y.name === blocks[0].y.name);
}

/// Sets the style of every line: the style of its method among `methods`, or, if lines are not methods, its
/// style among the lines.
function giveStyles(series, methods) {
  const all = methods ?? [...series].sort(inLegends).map(({key, integrator, family}) => ({method: key, integrator, family}));
  const styles = stylesOf([...new Map(all.map((one) => [one.method, one])).values()]);
  for (const one of series) one.style = styles.get(one.key);
}
