// Panels in columns on a page: one per problem or pair of axes, with a key.
import {Fault} from '../fault.mjs';
import {wordsOf} from './caption.mjs';
import {rowsOfStrip, withTallies} from './failures.mjs';
import {keyHeight} from './key.mjs';
import {entry, keyWidth, layersOf, stripHeight, together} from './layers.mjs';
import {titleLine, unnamed, view} from './panel.mjs';
import {axesOf, floorOf, guideOrders} from './scales.mjs';
import {inLegends} from './series.mjs';

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

/// Returns panels as one view, in columns with these distances.
export const gridOf = (panels, columns, spacing, others = []) =>
  ({concat: [...panels.map(view), ...others], columns, bounds: 'flush', align: 'all', spacing});

/// Returns these lines with their names, in columns of a view.
function legend(series, total) {
  const all = [...new Map(series.map((one) => [one.key, one])).values()].sort(inLegends);
  const column = Math.min(total, keyWidth(all) + 6);
  const columns = Math.max(1, Math.floor(total / column)), lines = Math.ceil(all.length / columns);
  const row = Math.max(...all.map(keyHeight)) + 1;
  const list = all.map((one, k) => entry(one, Math.floor(k / lines) * column, (k % lines) * row + row / 2));
  return {width: total, height: lines * row, view: {stroke: null}, layer: layersOf(together(list))};
}

/// Returns one panel per block with separate axes, {panels, views}. A single panel has its key beside it if
/// there is room; several panels have one common key in an empty cell of the grid, or below.
export function problemPanels(blocks, page, used) {
  const {options, left} = page, words = wordsOf(blocks), beside = keyWidth(blocks.flatMap(({series}) => series)) + left;
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
  const panels = blocks.map((block, k) => withTallies({
    ...block, ...axesOf(block, options.share ? blocks : [block], width, height), title: titles[k], note: notes[k], width, height, strip,
    key: keyed ? 'beside' : 'below', below: 0, context: [], floor: floorOf(block), orders: guideOrders(block, block.series),
    limits: options.limits, leftmost: k % columns === 0}));
  const titleLines = Math.max(...panels.map(({x}) => x.title.length));
  const spacing = {row: room.x + 10 * (titleLines - 1) + above + stripHeight(strip), column};
  const others = keyed ? [] : panels.flatMap(unnamed);
  if (!others.length) return {panels, views: [gridOf(panels, columns, spacing)]};
  const inside = legend(others, width), isFree = panels.length % columns > 0 && inside.height <= height;
  const views = isFree ? [gridOf(panels, columns, spacing, [inside])]
    : [{vconcat: [gridOf(panels, columns, spacing), legend(others, page.width - left)], spacing: 14}];
  return {panels, views};
}
