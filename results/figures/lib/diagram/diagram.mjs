// Diagrams of runs: error, drift, time or memory against step, time or work. A spec says in
// usermeta.diagram which (README of results/figures); this module lays out the panels and returns
// plain Vega-Lite, in which every size is in pixels of 1/96 inch.
import {many, methodsOf} from '../methods.mjs';
import {captionOf, headView} from './caption.mjs';
import {roomOfWords} from './failures.mjs';
import {familyPanels} from './families.mjs';
import {problemPanels} from './grid.mjs';
import {follow, groups} from './groups.mjs';
import {horizontal, vertical} from './quantities.mjs';
import {giveStyles, isDrawn, seriesOf} from './series.mjs';
import {size, wrap} from './text.mjs';

const edge = 12, axisRoom = 42;  // px at the left of plots
const tallest = 240;             // mm, less than a page of 247 mm, since widths of texts are estimates
const pixels = (mm) => mm * 96 / 25.4;

const defaults = {x: ['h'], y: 'error', error: ['energy_norm'], series: 'method', panel: 'problem.label', width: 178};

/// The diagram of these rows as a spec of Vega-Lite; null if none of them fits.
export function diagram(spec, rows, chosen = {}) {
  const options = {...defaults, ...spec.usermeta.diagram, ...chosen};
  const fitting = drawnRows(spec, rows);
  const blocks = leftOf(combinations(options).flatMap(({x, y}) => blocksOf(fitting, x, y, options)));
  const drawn = blocks.filter(({series}) => series.length);
  if (!drawn.length) return null;
  giveStyles(drawn.flatMap(({all}) => all), options.series === 'method' ? options.methods ?? methodsOf(rows) : null);
  const views = viewsOf(drawn, options, options.title ?? options.experiment ?? spec.title ?? '');
  return {$schema: spec.$schema, description: spec.description, spacing: 12, vconcat: views,
          usermeta: {width: options.width}};
}

/// The head and the panels of these blocks on a page. The head's words depend on the panels, and the
/// height of the panels on its lines.
function viewsOf(blocks, options, title) {
  const statuses = statusesOf(blocks), byFamily = blocks.some((block) => block.byFamily);
  const methods = new Set(blocks.flatMap(({series}) => series.map(({key}) => key))).size;
  const page = {width: pixels(options.width) - 2 * edge, height: pixels(tallest) - 2 * edge, left: Math.max(axisRoom, roomOfWords(statuses, byFamily ? 0 : Infinity)),
                wrap: (words, width) => wrap(words, width, size.panel, true), pixels, methods, statuses, options};
  const isNamed = !byFamily && new Set(blocks.map(({x, y}) => `${x.name} ${y.name}`)).size === 1 || byFamily && blocks.length > 1;
  const draw = (used) => (byFamily ? familyPanels : problemPanels)(blocks, page, used);
  const headOf = ({panels}) => (options.bare ? [] : headView(title, captionOf({options, blocks, statuses, panels, isNamed, byFamily}), page));
  const head = headOf(draw(0));
  return [...head, ...draw(head.reduce((sum, {height}) => sum + height + 12, 0)).views];
}

/// The rows that a diagram is about.
export function drawnRows(spec, rows) {
  const {problems, needs = []} = spec.usermeta.diagram;
  return rows.filter((row) => (problems ?? [row.problem.name]).includes(row.problem.name) &&
    needs.every((path) => follow(row, path) !== undefined));
}

const combinations = ({x, y, error}) => [error].flat().flatMap((measure) =>
  [x].flat().map((name) => ({x: horizontal(name), y: vertical(y, measure)})));

/// What shares a pair of axes, with its lines: the rows of one problem, or of another group of the options.
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

/// With a panel for each family, the first of several pairs of axes is enough for a page.
function leftOf(blocks) {
  if (!blocks.some((block) => block.byFamily)) return blocks;
  return blocks.filter(({x, y}) => x.name === blocks[0].x.name && y.name === blocks[0].y.name);
}

/// The statuses of the failed runs that are drawn, with their signs.
function statusesOf(blocks) {
  const failures = blocks.flatMap(({series}) => series.flatMap((one) => one.failures));
  return [...new Map(failures.map(({status, _sign}) => [status, {status, sign: _sign}])).values()];
}
