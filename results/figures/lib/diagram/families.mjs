// Diagrams of many methods: each family has a panel that shows it in colour, in front of all others in grey.
// A single problem has its panels in columns, below its front and its fastest methods; several problems have
// one column each.
import {Fault} from '../fault.mjs';
import {rowsOfStrip, stripHeight} from './failures.mjs';
import {frontView, podium} from './front.mjs';
import {groups} from './groups.mjs';
import {columnsFor, gridOf, room, tallied} from './grid.mjs';
import {keyHeight, keyWidth} from './key.mjs';
import {leadersOf} from './leaders.mjs';
import {panelOf, titleLine} from './panel.mjs';
import {domainsOf, floorOf} from './scales.mjs';
import {size} from './text.mjs';

const least = {width: 105, height: 60}, most = 110;  // px of a plot
const front = 132;                                     // px, height of the front's panel

/// Returns the panels of these blocks on a page, {panels, parts}, below `used` px.
export function familyPanels(blocks, page, used) {
  return blocks.length === 1 ? ofOneProblem(blocks[0], page, used) : ofProblems(blocks, page, used);
}

const familiesOf = (blocks) => [...groups(blocks.flatMap(({series}) => series), 'family.name').keys()];

/// Returns a line of each method on these problems.
const linesOf = (blocks) => [...new Map(blocks.flatMap(({series}) => series).map((one) => [one.key, one])).values()];

const hasFailed = (family, blocks) =>
  blocks.some(({series}) => series.some((one) => one.family.name === family && one.failures.length));

/// Returns the height below a row of panels that a key may also use (px).
const below = (strip) => room.title + 6 + stripHeight(strip);

/// Returns the height of the longest of the families' keys (px).
const longestKey = (leaders, series) => Math.max(...[...leaders].map(([name, keys]) =>
  series.filter((one) => one.family.name === name && keys.has(one.key)).reduce((height, one) => height + keyHeight(one), 0)));

/// Returns the largest height of each row of plots, with what is below them, on the remaining page height `left` (px).
const tallestRow = (rows, left, page, strip) => (page.options.height ? page.pixels(page.options.height) + below(strip) : (left - room.x) / rows);

/// Returns the keys of the methods of each family that have names: all of them if their keys fit rows of this height, with
/// what is below and above plots; else those that lead their family, beside the plots alone.
function namedIn(families, blocks, row, strip) {
  const all = leadersOf(families, blocks, Infinity);
  return longestKey(all, linesOf(blocks)) <= row + stripHeight(strip) ? all : leadersOf(families, blocks, row - below(strip));
}

/// Returns the name of a family, with the number of its methods that have names if there are others.
const familyTitle = (family, series, leaders) => {
  const all = new Set(series.filter((one) => one.family.name === family).map(({key}) => key)).size, named = leaders.get(family).size;
  return named < all ? `${family}, ${named} of ${all} named` : family;
};

/// Returns the height below a plot that a key uses (px): none where a longer title above the next row may need it.
const belowKeys = (families, series, leaders, strip) =>
  (families.some((name) => familyTitle(name, series, leaders) !== name) ? 0 : below(strip));

/// Returns the height of each row of plots that fill the remaining page height `left` (px). A key of the height `key` uses
/// `under` px below its plot.
function heightFor(rows, left, {key, under}, page, strip) {
  if (page.options.height) return page.pixels(page.options.height);
  const wished = Math.max(most, key - under - stripHeight(strip));
  const height = Math.min(wished, tallestRow(rows, left, page, strip) - below(strip));
  if (height < least.height)
    throw new Fault(`a diagram of ${page.methods} methods in ${rows} rows of panels fits a page`,
                    `${Math.max(0, Math.floor(height * 25.4 / 96))} mm for the height of each`,
                    'choose at most ten methods, or one problem, with --only, or take --width 178');
  return height;
}

/// Returns a panel of one family of a block, with a strip if a run of the family failed on these `blocks`. Methods of the
/// family that are not among its `leaders` are grey; their failed runs are in the strip.
function familyPanel(block, family, blocks, leaders, {strip, isLast, leftmost, ...place}, more) {
  const ofFamily = block.series.filter((one) => one.family.name === family), own = ofFamily.filter(({key}) => leaders.get(family).has(key));
  const context = block.series.filter((one) => !own.includes(one)), rest = ofFamily.filter((one) => !own.includes(one));
  const panel = panelOf({...block, series: own}, {...place, strip: hasFailed(family, blocks) ? strip : []},
                        {context, rest, floor: floorOf(block), leftmost, ...more});
  return {...panel, x: {...panel.x, ...(!isLast && {title: [], labels: false})}, y: {...panel.y, ...(!leftmost && {title: [], labels: false})}};
}

function ofOneProblem(block, page, used) {
  const families = familiesOf([block]), strip = rowsOfStrip(page.statuses, 0), {left} = page;
  const beside = keyWidth(tallied(block, page)) + 6;
  const {columns, width} = columnsFor(families.length, {...page, width: page.width - left}, beside, least.width);
  const fronts = hasFront(block) ? (isWide(page) ? 1 : 2) * (front + room.x + room.title + 12) : 0;
  const rows = Math.ceil(families.length / columns);
  const leaders = namedIn(families, [block], tallestRow(rows, page.height - used - fronts, page, strip), strip);
  const under = belowKeys(families, block.series, leaders, strip);
  const height = heightFor(rows, page.height - used - fronts, {key: longestKey(leaders, block.series), under}, page, strip);
  const domain = domainsOf(block, [block], width, height);
  const panels = families.map((name, k) => familyPanel(
    block, name, [block], leaders, {width, height, strip, domain, isLast: k + columns >= families.length, leftmost: k % columns === 0},
    {title: [familyTitle(name, block.series, leaders)], key: 'beside', below: under}));
  const grid = gridOf(panels, columns, {left, above: below(strip), below: room.x, spacing: {row: below(strip), column: beside}});
  return {panels, parts: [...frontParts(block, domain.y, page), grid]};
}

/// Places families below one another, problems side by side, and one key per family on the right.
function ofProblems(blocks, page, used) {
  const families = familiesOf(blocks), strip = rowsOfStrip(page.statuses, 0), gap = 10, {left} = page;
  const lines = linesOf(blocks);
  const total = page.width - left - keyWidth(blocks.flatMap((block) => tallied(block, page))) - 6;
  const {width} = columnsFor(blocks.length, {...page, width: total, options: {...page.options, columns: blocks.length}}, gap, least.width);
  const labels = blocks.map(({label}) => page.wrap(label, width)), above = titleLine * Math.max(...labels.map(({length}) => length)) + room.title;
  const leaders = namedIn(families, blocks, tallestRow(families.length, page.height - used - above, page, strip), strip);
  const under = belowKeys(families, lines, leaders, strip);
  const height = heightFor(families.length, page.height - used - above, {key: longestKey(leaders, lines), under}, page, strip);
  const panels = families.flatMap((name, row) => blocks.map((block, column) => familyPanel(
    block, name, blocks, leaders, {width, height, strip, domain: domainsOf(block, blocks, width, height), isLast: row === families.length - 1, leftmost: column === 0},
    {title: [...(row === 0 ? labels[column] : []), ...(column === 0 ? [familyTitle(name, lines, leaders)] : row === 0 ? [''] : [])],
     below: under, key: column === blocks.length - 1 ? 'whole' : null, keyed: lines.filter((one) => leaders.get(name).has(one.key))})));
  const spacing = {row: below(strip), column: gap};
  return {panels, parts: [gridOf(panels, blocks.length, {left, above: above + stripHeight(strip), below: room.x, spacing})]};
}

const isWide = (page) => page.width > 480;

const hasFront = (block) => block.y.name === 'energy_norm' && block.rows.some((row) => row.pareto);

/// Returns the front and the table if times are measured and the error is the one used to compare rows.
function frontParts(block, domain, page) {
  if (!hasFront(block)) return [];
  const overTime = {...block, series: block.overTime, floor: floorOf(block)}, {left} = page, top = room.title, height = top + front + room.x;
  const width = isWide(page) ? 0.25 * page.width : page.width - left, panel = {...frontView(overTime, domain, width, front), x: left, y: top};
  if (!isWide(page)) return [{height, shapes: [panel]}, {height: top + front, shapes: [{...podium(overTime, page.width, front, size.small), y: top}]}];
  const beside = left + width + 20;
  return [{height, shapes: [panel, {...podium(overTime, page.width - beside, front, size.text), x: beside, y: top}]}];
}
