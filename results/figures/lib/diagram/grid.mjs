// Panels in columns on a page: one per problem or pair of axes, with a key.
import {Fault} from '../fault.mjs';
import {wordsOf} from './caption.mjs';
import {rowsOfStrip, stripHeight} from './failures.mjs';
import {entry, keyHeight, keyWidth} from './key.mjs';
import {panelOf, titleLine, view} from './panel.mjs';
import {domainsOf} from './scales.mjs';
import {inLegends} from './series.mjs';
import {group} from './shapes.mjs';

export const room = {x: 30, title: 16};  // px below and above plots
const least = 130;                       // px, width of a plot

const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
const inMillimetres = (px) => Math.ceil(px * 25.4 / 96);

/// Returns columns and width of `count` plots on a page: --columns, or the largest number up to three for
/// which each plot is at least `smallest` px wide. Four plots form two rows of two.
export function columnsFor(count, page, beside, smallest) {
  const widthFor = (columns) => (page.width - columns * beside) / columns;
  const {columns: asked, width} = page.options;
  const choices = asked ? [Math.min(asked, count)] : count === 4 ? [2, 1] : [3, 2, 1].filter((one) => one <= count);
  const columns = choices.find((one) => widthFor(one) >= smallest);
  if (columns) return {columns, width: widthFor(columns)};
  const narrowest = choices[choices.length - 1];
  throw new Fault(`panels are at least ${inMillimetres(smallest)} mm wide, so that their labels have room`,
                  `${Math.max(0, Math.floor(widthFor(narrowest) * 25.4 / 96))} mm for each of ${narrowest} beside each other, with ${
                    page.methods} methods at --width ${width}`,
                  `choose at most ten methods, or one problem, with --only, or take ${
                    narrowest > 1 && asked ? 'fewer --columns' : '--width 178'}`);
}

/// Returns the lines of a block with tallies as in a small panel, to measure their names.
export const tallied = (block, {statuses}) => panelOf(block, {width: least, height: least, strip: rowsOfStrip(statuses, 0)}).series;

/// Returns panels in columns, {height, shapes, others}, and the lines without a name in them. `left`, `above` and `below`
/// are px around the plots, `spacing` those between them.
export function gridOf(panels, columns, {left, above, below, spacing}) {
  const {width, height} = panels[0], views = panels.map(view), rows = Math.ceil(panels.length / columns);
  const place = (k) => ({x: left + (k % columns) * (width + spacing.column), y: above + Math.floor(k / columns) * (height + spacing.row)});
  return {height: place((rows - 1) * columns).y + height + below, place, others: views.flatMap(({others}) => others),
          shapes: views.map(({shapes}, k) => ({...shapes, ...place(k)}))};
}

/// Returns these lines with their names, in columns.
function legend(series, total) {
  const all = [...new Map(series.map((one) => [one.key, one])).values()].sort(inLegends);
  const column = Math.min(total, keyWidth(all) + 6);
  const columns = Math.max(1, Math.floor(total / column)), lines = Math.ceil(all.length / columns);
  const row = Math.max(...all.map(keyHeight)) + 1;
  return {height: lines * row, shapes: all.flatMap((one, k) => entry(one, Math.floor(k / lines) * column, (k % lines) * row + row / 2))};
}

/// Returns one panel per block with separate axes, {panels, parts}. A single panel has its key beside it if
/// there is room; several panels have one common key in an empty cell of the grid, or below.
export function problemPanels(blocks, page, used) {
  const {options, left} = page, words = wordsOf(blocks), beside = keyWidth(blocks.flatMap((block) => tallied(block, page))) + left;
  const keyed = blocks.length === 1 && page.width - beside > 0.6 * page.width;
  const column = keyed ? beside : left + 8, {columns, width} = columnsFor(blocks.length, page, column, least);
  const titles = words.map(({title}) => (options.bare && blocks.length === 1 ? [] : page.wrap(title, width + (keyed ? beside - left : 0))));
  const notes = words.map(({note}) => (options.bare ? '' : note));
  const above = titleLine * Math.max(...titles.map(({length}) => length)) + (notes.some(Boolean) ? 12 : 4);
  const rows = Math.ceil(blocks.length / columns), entries = keyed ? sum(blocks[0].series.map(keyHeight)) : 0;
  const limit = (page.height - used) / rows - above - room.x - 2 * titleLine;
  const height = options.height ? page.pixels(options.height)
    : Math.min(Math.max(Math.min(Math.max(0.8 * width, 130), 300), entries + 6), Math.max(80, limit));
  const strip = rowsOfStrip(page.statuses, height);
  const panels = blocks.map((block, k) => panelOf(
    block, {width, height, strip, domain: domainsOf(block, options.share ? blocks : [block], width, height)},
    {title: titles[k], note: notes[k], key: keyed ? 'beside' : 'below', limits: options.limits ?? [], leftmost: k % columns === 0}));
  const below = room.x + 10 * (Math.max(...panels.map(({x}) => x.title.length)) - 1), top = above + stripHeight(strip);
  const grid = gridOf(panels, columns, {left, above: top, below, spacing: {row: below + top, column}});
  if (keyed || !grid.others.length) return {panels, parts: [grid]};
  const inside = legend(grid.others, width), isFree = panels.length % columns > 0 && inside.height <= height;
  const free = grid.place(panels.length), key = legend(grid.others, page.width - left);
  return {panels, parts: isFree ? [{...grid, shapes: [...grid.shapes, group(free.x, free.y, inside.shapes, {name: 'key'})]}]
    : [grid, {...key, shapes: [group(left, 0, key.shapes, {name: 'key'})]}]};
}
