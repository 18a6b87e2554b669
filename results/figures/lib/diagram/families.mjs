// Diagrams of many methods: each family has a panel that shows it in colour, in front of all others in grey.
// A single problem has its panels in columns, below its front and its fastest methods; several problems have
// one column each.
import {Fault} from '../fault.mjs';
import {ticksOf} from './axis.mjs';
import {rowsOfStrip, withTallies} from './failures.mjs';
import {frontView, podium} from './front.mjs';
import {groups} from './groups.mjs';
import {columnsFor, gridOf, room} from './grid.mjs';
import {keyHeight} from './key.mjs';
import {keyWidth, stripHeight} from './layers.mjs';
import {titleLine} from './panel.mjs';
import {axesOf, floorOf, guideOrders} from './scales.mjs';

const least = {width: 105, height: 60}, most = 110;  // px of a plot
const front = 132;                                     // px, height of the front's panel

/// Returns the panels of these blocks on a page, {panels, views}, below `used` px.
export function familyPanels(blocks, page, used) {
  return blocks.length === 1 ? ofOneProblem(blocks[0], page, used) : ofProblems(blocks, page, used);
}

const familiesOf = (blocks) => [...groups(blocks.flatMap(({series}) => series), 'family.name').keys()];

const hasFailed = (family, blocks) =>
  blocks.some(({series}) => series.some((one) => one.family.name === family && one.failures.length));

/// Returns the height below a row of panels that a key may also use (px).
const below = (strip) => room.title + 6 + stripHeight(strip);

/// Returns the height of the longest of the families' keys (px).
const longestKey = (families, series) => Math.max(...families.map((name) =>
  series.filter((one) => one.family.name === name).reduce((height, one) => height + keyHeight(one), 0)));

/// Returns the height of each row of plots that fill the remaining page height `left` (px).
function heightFor(rows, left, key, page, strip) {
  if (page.options.height) return page.pixels(page.options.height);
  const wished = Math.max(most, key - below(strip) - stripHeight(strip));
  const height = Math.min(wished, (left - room.x) / rows - below(strip));
  if (height < least.height)
    throw new Fault(`a diagram of ${page.methods} methods in ${rows} rows of panels fits a page`,
                    `${Math.max(0, Math.floor(height * 25.4 / 96))} mm for the height of each`,
                    'choose at most ten methods, or one problem, with --only, or take --width 178');
  return height;
}

/// Returns a panel of one family of a block. It has a strip if a run of the family failed (`fails`).
function panelOf(block, family, {width, height, strip, axes, fails}, more) {
  const own = block.series.filter((one) => one.family.name === family);
  return withTallies({...block, ...axes, strip: fails ? strip : [], width, height, series: own, context: block.series.filter((one) => !own.includes(one)),
                      orders: guideOrders(block, own), floor: floorOf(block), below: below(strip), note: '', ...more});
}

/// Returns the lines of a block with tallies, to measure their names.
const tallied = (block, strip) =>
  withTallies({...block, strip, ...axesOf(block, [block], least.width, least.height), width: least.width}).series;

function ofOneProblem(block, page, used) {
  const families = familiesOf([block]), strip = rowsOfStrip(page.statuses, 0);
  const beside = keyWidth(tallied(block, strip)) + 6;
  const {columns, width} = columnsFor(families.length, {...page, width: page.width - page.left}, beside, least.width);
  const fronts = hasFront(block) ? (isWide(page) ? 1 : 2) * (front + room.x + room.title + 12) : 0;
  const rows = Math.ceil(families.length / columns);
  const height = heightFor(rows, page.height - used - fronts, longestKey(families, block.series), page, strip);
  const axes = axesOf(block, [block], width, height);
  const panels = families.map((name, k) => {
    const isLast = k + columns >= families.length, leftmost = k % columns === 0;
    return panelOf(block, name, {width, height, strip, fails: hasFailed(name, [block]), axes: {
      x: {...axes.x, title: isLast ? axes.x.title : [], labels: isLast},
      y: {...axes.y, title: leftmost ? axes.y.title : [], labels: leftmost}}}, {title: [name], key: 'beside', leftmost});
  });
  return {panels, views: [...frontRow(block, axes.y, page), gridOf(panels, columns, {row: below(strip), column: beside})]};
}

/// Places families below one another, problems side by side, and one key per family on the right.
function ofProblems(blocks, page, used) {
  const families = familiesOf(blocks), strip = rowsOfStrip(page.statuses, 0), gap = 10;
  const lines = [...new Map(blocks.flatMap(({series}) => series).map((one) => [one.key, one])).values()];
  const total = page.width - page.left - keyWidth(blocks.flatMap((block) => tallied(block, strip))) - 6;
  const {width} = columnsFor(blocks.length, {...page, width: total, options: {...page.options, columns: blocks.length}}, gap, least.width);
  const labels = blocks.map(({label}) => page.wrap(label, width)), above = titleLine * Math.max(...labels.map(({length}) => length)) + room.title;
  const height = heightFor(families.length, page.height - used - above, longestKey(families, lines), page, strip);
  const panels = families.flatMap((name, row) => blocks.map((block, column) => {
    const axes = axesOf(block, blocks, width, height), isLast = row === families.length - 1, isRight = column === blocks.length - 1;
    const title = [...(row === 0 ? labels[column] : []), ...(column === 0 ? [name] : row === 0 ? [''] : [])];
    return panelOf(block, name, {width, height, strip, fails: hasFailed(name, blocks), axes: {
      x: {...axes.x, title: isLast ? axes.x.title : [], labels: isLast},
      y: {...axes.y, title: column === 0 ? axes.y.title : [], labels: column === 0}}},
    {title, key: isRight ? 'whole' : null, keyed: lines.filter((one) => one.family.name === name), leftmost: column === 0});
  }));
  return {panels, views: [gridOf(panels, blocks.length, {row: below(strip), column: gap})]};
}

const isWide = (page) => page.width > 480;

const hasFront = (block) => block.y.name === 'energy_norm' && block.rows.some((row) => row.pareto);

/// Draws the front if times are measured and the error is the one used to compare rows.
function frontRow(block, y, page) {
  if (!hasFront(block)) return [];
  const overTime = {...block, series: block.overTime, floor: floorOf(block), y}, wide = isWide(page);
  const width = wide ? 0.25 * page.width : page.width - page.left;
  const view = frontView({...overTime, y: {...y, ticks: ticksOf(y.domain, 9)}}, width, front);
  const table = podium(overTime, wide ? page.width - page.left - width - 20 : page.width, front, wide ? 0 : page.left);
  return wide ? [{hconcat: [view, table], spacing: 20, bounds: 'flush'}] : [view, table];
}
