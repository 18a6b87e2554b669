// Diagrams of runs: error, drift, time or memory against step, time or work. A spec says in
// usermeta.diagram which (README of results/figures); this module lays out the panels and returns
// plain Vega-Lite, in which every size is in pixels of 1/96 inch.
import {domainOf, ticksOf} from './axis.mjs';
import {frontView, podium} from './front.mjs';
import {follow, groups} from './groups.mjs';
import {entry, heading, keyWidth, layersOf, stripHeight, text, together} from './layers.mjs';
import {unnamed, view} from './panel.mjs';
import {horizontal, titleOf, vertical} from './quantities.mjs';
import {giveStyles, inLegends, isDrawn, seriesOf} from './series.mjs';
import {power, size, widthOf, wrap} from './text.mjs';

const many = 10;                   // methods: with more, each family has a panel of its own
const edge = 12, axisRoom = 42;    // px at the left of plots
const room = {x: 30, title: 16};   // px below and above plots
const pixels = (mm) => mm * 96 / 25.4;

const defaults = {x: ['h'], y: 'error', error: ['energy_norm'], series: 'method', panel: 'problem.label', width: 178};

/// The diagram of these rows as a spec of Vega-Lite; null if none of them fits.
export function diagram(spec, rows, chosen = {}) {
  const options = {...defaults, ...spec.usermeta.diagram, ...chosen};
  const fitting = drawnRows(spec, rows);
  const blocks = leftOf(combinations(options).flatMap(({x, y}) => blocksOf(fitting, x, y, options)));
  const drawn = blocks.filter(({series}) => series.length);
  if (!drawn.length) return null;
  const statuses = statusesOf(drawn);
  const page = {width: pixels(options.width) - 2 * edge, left: statusRoom(statuses), options};
  const byFamily = drawn.some((block) => block.byFamily);
  giveStyles(drawn.flatMap(({all}) => all), byFamily);
  const views = byFamily
    ? drawn.flatMap((block) => familyViews({...block, statuses}, page, labelOf(block, drawn, page)))
    : [problemGrid(drawn.map((block) => ({...block, statuses})), page)];
  const head = headView(options.title ?? options.experiment ?? spec.title ?? '', captionOf(options, drawn, statuses), page);
  return {$schema: spec.$schema, description: spec.description, spacing: 12, vconcat: [head, ...views],
          usermeta: {width: options.width}};
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
  const ordered = rows.toSorted((a, b) => a.problem.rank - b.problem.rank);
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

/// A title of an axis, in two lines where one is too long: broken at its first comma, or where it must be.
function lines(title, length) {
  if (widthOf(title) <= length) return [title];
  const [first, rest] = title.split(/(?<=^[^,]*,) /);
  return rest && widthOf(rest) <= length ? [first, rest] : wrap(title, length, size.text);
}

const valuesOf = (blocks, axis) => blocks.flatMap((block) => block.series.flatMap((one) =>
  [...one.runs, ...(axis === 'x' ? one.failures.filter((run) => run.x > 0) : [])].map((run) => run[axis])));

const floorOf = (block) => Math.max(0, ...block.series.flatMap((one) => one.runs.map((run) => run.floor ?? 0)));

const isFloorNear = (blocks) => {
  const floor = Math.max(...blocks.map(floorOf));
  return floor > 0 && floor > Math.min(...valuesOf(blocks, 'y')) / 30;
};

/// Domain of the vertical axis; it reaches down to the reference's error where that is not far.
function verticalDomain(blocks, height) {
  const values = valuesOf(blocks, 'y'), floor = Math.max(...blocks.map(floorOf));
  return domainOf(isFloorNear(blocks) ? [...values, floor / 1.6] : values, 7 / height);
}

function axes(block, blocks, width, height) {
  const x = domainOf(valuesOf(blocks, 'x'), 8 / width), y = verticalDomain(blocks, height);
  return {
    x: {domain: x, ticks: ticksOf(x, Math.max(2, Math.floor(width / 34))), labels: true,
        title: titleOf(block.x, block.rows)},
    y: {domain: y, ticks: ticksOf(y, Math.max(2, Math.floor(height / 16))), labels: true,
        title: lines(titleOf(block.y, block.rows), height)},
  };
}

function guideOrders(block, series) {
  if (!block.y.error || !block.x.isStep) return [];
  return [...new Set(series.map((one) => one.order).filter((order) => order > 0))].sort((a, b) => a - b);
}

const digits = (block) => {
  const all = block.rows.map((row) => row.error.digits).filter((one) => one !== null);
  return all.length ? `reference known to ${Math.max(...all).toFixed(1)} digits` : '';
};

/// Columns and width of plots: as many columns as leave each plot the width `least`.
function columnsFor(count, total, beside, least) {
  for (let columns = Math.min(count, 3); columns > 1; --columns) {
    const width = (total - columns * beside) / columns;
    if (width >= least) return {columns, width};
  }
  return {columns: 1, width: total - beside};
}

function heightOf(options, width, entriesCount, limits) {
  if (options.height) return pixels(options.height);
  return Math.max(Math.min(Math.max(0.8 * width, limits[0]), limits[1]), 11 * entriesCount + 6);
}

const statusRoom = (statuses) =>
  Math.max(axisRoom, ...statuses.map(({status}) => widthOf(status, size.small) + 8));

/// One panel for each problem, with its own axes.
function problemGrid(blocks, {width: total, left, options}) {
  const {statuses} = blocks[0];
  const names = blocks.flatMap((block) => block.series.map((one) => one.name));
  const beside = keyWidth(names) + left;
  const keyed = total - beside > 0.6 * total;
  const column = keyed ? beside : left + 8, entries = keyed ? Math.max(...blocks.map(({series}) => series.length)) : 0;
  const {columns, width} = columnsFor(blocks.length, total, column, 130);
  const height = heightOf(options, width, entries, [130, 300]);
  const panels = blocks.map((block, k) => {
    const shared = options.share ? blocks : [block];
    const own = axes(block, [block], width, height), common = axes(block, shared, width, height);
    return {...block, ...own, y: common.y, title: block.label, note: digits(block), width, height,
            key: keyed ? 'beside' : 'below', context: [], floor: floorOf(block),
            orders: guideOrders(block, block.series), limits: options.limits, leftmost: k % columns === 0};
  });
  const grid = {concat: panels.map(view), columns, bounds: 'flush', align: 'all',
                spacing: {row: room.x + 2 * room.title + stripHeight(statuses), column}};
  const others = keyed ? [] : panels.flatMap(unnamed);
  return others.length ? {vconcat: [grid, legend(others, total - left)], spacing: 14} : grid;
}

/// These lines with their names, in columns below the panels.
function legend(series, total) {
  const all = [...new Map(series.map((one) => [one.key, one])).values()].sort(inLegends);
  const column = Math.min(total, keyWidth(all.map((one) => one.name)) + 6);
  const columns = Math.max(1, Math.floor(total / column)), lines = Math.ceil(all.length / columns);
  const list = all.map((one, k) => entry(one, Math.floor(k / lines) * column, (k % lines) * 12 + 6));
  return {width: total, height: lines * 12, view: {stroke: null}, layer: layersOf(together(list))};
}

/// What a block is about, above its panels, where there are several.
function labelOf(block, blocks, page) {
  return blocks.length === 1 ? [] : [headView(block.label, [digits(block)], page)];
}

/// A title with paragraphs below it, from the left edge of the page.
function headView(title, paragraphs, {width, left}) {
  const titles = wrap(title, width, size.title, true), notes = paragraphs.flatMap((words) => wrap(words, width, size.text));
  const top = 14 * titles.length;
  const texts = [...titles.map((line, k) => heading(line, -left, 14 * (k + 1), size.title)),
                 ...notes.map((line, k) => text(line, -left, top + 11 * k + 8))];
  return {width: 10, height: top + 11 * notes.length, view: {stroke: null}, layer: layersOf({texts})};
}

/// The front, the fastest methods, and a panel for each family with all others grey behind it.
function familyViews(block, {width: total, left, options}, label) {
  const {statuses, series} = block;
  const families = [...groups(series, 'family.name')];
  const beside = keyWidth(series.map((one) => one.name)) + 6;
  const {columns, width} = columnsFor(families.length, total - left, beside, 105);
  const entries = Math.max(...families.map(([, own]) => own.length)) - stripHeight(statuses) / 11;
  const height = heightOf(options, width, entries, [90, 102]);
  const common = axes(block, [block], width, height);
  const panels = families.map(([name, own], k) => {
    const last = k + columns >= families.length, leftmost = k % columns === 0;
    return view({...block, title: name, note: '', width, height, key: 'beside', leftmost, floor: floorOf(block),
                 series: own, context: series.filter((one) => !own.includes(one)), orders: guideOrders(block, own),
                 x: {...common.x, title: last ? common.x.title : '', labels: last},
                 y: {...common.y, title: leftmost ? common.y.title : '', labels: leftmost}});
  });
  const grid = {concat: panels, columns, bounds: 'flush', align: 'all',
                spacing: {row: room.title + 8 + stripHeight(statuses), column: beside}};
  const top = frontRow(block, common.y, total, left);
  return [...label, ...top, grid];
}

/// The front where times are measured and the error is that by which rows are compared.
function frontRow(block, y, total, left) {
  if (block.y.name !== 'energy_norm' || !block.rows.some((row) => row.pareto)) return [];
  const overTime = {...block, series: block.overTime, floor: floorOf(block), y};
  const wide = total > 480, width = wide ? 0.25 * total : total - left, height = 132;
  const front = frontView({...overTime, y: {...y, ticks: ticksOf(y.domain, 9)}}, width, height);
  const table = podium(overTime, wide ? total - left - width - 20 : total, height, wide ? 0 : left);
  return [wide ? {hconcat: [front, table], spacing: 20, bounds: 'flush'} : front, ...(wide ? [] : [table])];
}

/// The sum of weighted calls, with the weights that were fitted to the times of the problem's runs.
function weightsOf({label, rows}) {
  const {force, ...weights} = rows[0].problem.weights;
  if (!force) return `On ${label} no weights could be fitted to the times.`;
  const others = Object.entries(weights).sort(([, a], [, b]) => b - a)
    .map(([name, weight]) => ` + ${Number(weight.toPrecision(2))} ${name.replaceAll('_', ' ')}`);
  return `Weighted calls on ${label} = force${others.join('')}; weights fitted to the times.`;
}

/// What a reader has to know of the marks, in paragraphs.
function captionOf(options, blocks, statuses) {
  const failed = new Set(blocks.flatMap(({rows}) => rows).filter((row) => row.failure)).size;
  const unplaced = blocks.some(({series}) => series.some((one) => one.failures.some((run) => !(run.x > 0))));
  const byFamily = blocks.some((block) => block.byFamily);
  const others = ['x', 'error'].flatMap((name) => [options[name]].flat().slice(1).map((value) => `--${name} ${value}`));
  const known = new Set(blocks.map(digits));
  const sentences = [
    [byFamily && known.size === 1 && digits(blocks[0]), `Reference${digits(blocks[0]).slice('reference'.length)}.`],
    [blocks.some((block) => isFloorNear([block])),
     'Grey points and the grey band are below the error of the reference: not known.'],
    [blocks.some((block) => floorOf(block) > 0 && !isFloorNear([block])), '▾: the error of the reference, far below.'],
    [blocks.some((block) => guideOrders(block, block.series).length), 'Fans: slopes of the orders.'],
    [statuses.length, 'Above the line: failed runs at their steps; a number counts runs that coincide.'],
    [unplaced, 'At its left edge: step not known.'],
    [!statuses.length && failed, `Failed runs without a place on this axis: ${failed}.`],
    [byFamily && others.length, `The same on other axes: ${others.join(', ')}.`]];
  const words = [...(options.caption ?? []), ...sentences.filter(([holds]) => holds).map(([, sentence]) => sentence)];
  return [words.join(' '), ...blocks.filter(({x}) => x.weighted).map(weightsOf)];
}
