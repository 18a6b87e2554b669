// Diagrams of many methods: each family has a panel that shows it in colour, in front of all others in grey.
// A single problem has its panels in columns, below its front and its fastest methods; several problems have
// one column each.
import {Fault} from '../fault.mjs';
import {rowsOfStrip, stripHeight} from './failures.mjs';
import {frontView, podium} from './front.mjs';
import {groups} from './groups.mjs';
import {columnsFor, gridOf, room, tallied} from './grid.mjs';
import {keyHeight, keyWidth} from './key.mjs';
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

/// Returns a panel of one family of a block, with a strip if a run of the family failed on these `blocks`.
function familyPanel(block, family, blocks, {strip, isLast, leftmost, ...place}, more) {
  const own = block.series.filter((one) => one.family.name === family), context = block.series.filter((one) => !own.includes(one));
  const panel = panelOf({...block, series: own}, {...place, strip: hasFailed(family, blocks) ? strip : []},
                        {context, floor: floorOf(block), below: below(strip), leftmost, ...more});
  return {...panel, x: {...panel.x, ...(!isLast && {title: [], labels: false})}, y: {...panel.y, ...(!leftmost && {title: [], labels: false})}};
}

function ofOneProblem(block, page, used) {
  const families = familiesOf([block]), strip = rowsOfStrip(page.statuses, 0), {left} = page;
  const beside = keyWidth(tallied(block, page)) + 6;
  const {columns, width} = columnsFor(families.length, {...page, width: page.width - left}, beside, least.width);
  const fronts = hasFront(block) ? (isWide(page) ? 1 : 2) * (front + room.x + room.title + 12) : 0;
  const rows = Math.ceil(families.length / columns);
  const height = heightFor(rows, page.height - used - fronts, longestKey(families, block.series), page, strip);
  const domain = domainsOf(block, [block], width, height);
  const panels = families.map((name, k) => familyPanel(
    block, name, [block], {width, height, strip, domain, isLast: k + columns >= families.length, leftmost: k % columns === 0},
    {title: [name], key: 'beside'}));
  const grid = gridOf(panels, columns, {left, above: below(strip), below: room.x, spacing: {row: below(strip), column: beside}});
  return {panels, parts: [...frontParts(block, domain.y, page), grid]};
}

/// Places families below one another, problems side by side, and one key per family on the right.
function ofProblems(blocks, page, used) {
  const families = familiesOf(blocks), strip = rowsOfStrip(page.statuses, 0), gap = 10, {left} = page;
  const lines = [...new Map(blocks.flatMap(({series}) => series).map((one) => [one.key, one])).values()];
  const total = page.width - left - keyWidth(blocks.flatMap((block) => tallied(block, page))) - 6;
  const {width} = columnsFor(blocks.length, {...page, width: total, options: {...page.options, columns: blocks.length}}, gap, least.width);
  const labels = blocks.map(({label}) => page.wrap(label, width)), above = titleLine * Math.max(...labels.map(({length}) => length)) + room.title;
  const height = heightFor(families.length, page.height - used - above, longestKey(families, lines), page, strip);
  const panels = families.flatMap((name, row) => blocks.map((block, column) => familyPanel(
    block, name, blocks, {width, height, strip, domain: domainsOf(block, blocks, width, height), isLast: row === families.length - 1, leftmost: column === 0},
    {title: [...(row === 0 ? labels[column] : []), ...(column === 0 ? [name] : row === 0 ? [''] : [])],
     key: column === blocks.length - 1 ? 'whole' : null, keyed: lines.filter((one) => one.family.name === name)})));
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
