// One panel: its axes, lines and signs, the strip of failed runs above it, and its texts.
import {share} from './axis.mjs';
import {failures, stripHeight, withTallies} from './failures.mjs';
import {floorMark, guides} from './guides.mjs';
import {isLine, keyOf, namesAtEnds, namesOf} from './key.mjs';
import {placeOf, roomIn} from './room.mjs';
import {axesOf, domainsOf, floorOf, guideOrders} from './scales.mjs';
import {box, grey, group, heading, line, signs, stroke, text} from './shapes.mjs';
import {power, size, widthOf} from './text.mjs';

/// Height of a line of a panel's title (px).
export const titleLine = 12;

const tick = 3, titleRow = 10, counted = 300;  // px; maximum number of runs that a label lists

/// Returns a panel of a block: its size, ranges (default: those of its runs), strip and texts, of which `more` overrides
/// any. Its `key` states where lines have their names: at their ends, with the remaining ones 'beside' the panel or
/// elsewhere, 'below'; or in the 'whole' key of the `keyed` lines beside the panel. Of its lines without a name, `rest`, it
/// has the failed runs alone.
export function panelOf(block, {width, height, strip, domain = domainsOf(block, [block], width, height)}, more = {}) {
  return withTallies({
    ...block, ...axesOf(block, width, height, domain), width, height, strip, context: [], rest: [], floor: floorOf(block), limits: [], over: [],
    orders: guideOrders(block, block.series), title: [], note: '', key: null, below: 0, leftmost: true, ...more});
}

/// Returns the grid, and ticks, numbers and titles of the axes.
function axes({x, y, width, height}) {
  const xs = x.ticks.map((value) => [power(value), share(value, x.domain) * width]);
  const ys = y.ticks.map((value) => [power(value), (1 - share(value, y.domain)) * height]);
  const left = 3 * tick + Math.max(0, ...ys.map(([words]) => (y.labels ? widthOf(words) : 0))), black = {align: 'middle', color: '#000000'};
  return [
    line([...xs.map(([, px]) => [[px, 0], [px, height]]), ...ys.map(([, py]) => [[0, py], [width, py]])], {color: grey.grid, width: 1}),
    line([...xs.map(([, px]) => [[px, height], [px, height + tick]]), ...ys.map(([, py]) => [[-tick, py], [0, py]])], {color: '#888888', width: 1}),
    ...(x.labels ? xs.map(([words, px]) => text(words, px, height + 10, black)) : []),
    ...(y.labels ? ys.map(([words, py]) => text(words, -tick - 2, py, {...black, align: 'end'})) : []),
    ...x.title.map((words, k) => text(words, width / 2, height + 22 + titleRow * k, black)),
    ...y.title.map((words, k) => text(words, -left - titleRow * (y.title.length - k - 0.5), height / 2, {...black, turned: true}))];
}

const number = (value) => Number(value.toPrecision(3));
const describe = ({name, runs}) => `${name}: ${runs.length > counted ? `${runs.length} runs`
  : runs.map((run) => `${run.x_axis} ${number(run.x)}, ${run.y_axis} ${number(run.y)}`).join('; ')}`;

const pathOf = ({runs}, panel) => [...runs].sort((a, b) => a.h - b.h).map((run) => placeOf(run, panel));

/// Returns a method's line and signs, `scale` times as large; signs of errors below that of the reference are grey.
export function curve(one, panel, scale = 1) {
  const {color, shape, dash} = one.style;
  const signsOf = (runs, options) =>
    (runs.length ? [signs(runs.map((run) => placeOf(run, panel)), {shape, scale, data: runs, ...options})] : []);
  return group(0, 0, [
    ...(isLine(one) ? [line([pathOf(one, panel)], {color, dash, width: 1.3 * scale})] : []),
    ...signsOf(one.runs.filter((run) => !run.below_floor), {color, name: 'signs'}),
    ...signsOf(one.runs.filter((run) => run.below_floor), {color: grey.below, name: 'unknown'}),
  ], {method: one.name, label: describe(one)});
}

/// Returns all other methods in grey, behind those of the panel.
function context(panel) {
  const joined = panel.context.filter(isLine), others = panel.context.filter((one) => !isLine(one)).flatMap(({runs}) => runs);
  return group(0, 0, [line(joined.map((one) => pathOf(one, panel)), {color: grey.context, width: 1}),
                      signs(others.map((run) => placeOf(run, panel)), {shape: 'circle', color: grey.context, scale: 0.4, rim: 0})], {name: 'context'});
}

const heightOf = (value, {y, height}) => (1 - share(value, y.domain)) * height;

/// Returns what is behind the runs: the grid, and the error of the reference as a band below its line. floorMark() marks
/// one that is far below.
function ground(panel) {
  const {floor: value, y, width, height} = panel, [grid, ...around] = axes(panel);
  if (!(value >= y.domain[0])) return [grid, ...around];
  const top = Math.max(0, heightOf(value, panel));
  return [box(0, top, width, height - top, {fill: grey.band, name: 'floor', data: {floor: value}}), grid,
          stroke(0, top, width, top, {color: grey.line, width: 1, dash: [4, 2]}), ...around];
}

/// Returns the room of a panel for texts, away from its visible runs and from the line of the reference's error.
function roomOf(panel) {
  const room = roomIn(panel), {floor: value, y, width} = panel;
  if (value >= y.domain[0]) room.take({left: 0, right: width, top: heightOf(value, panel) - 1, bottom: heightOf(value, panel) + 1});
  return room;
}

/// Returns the lines of the title, and a note below it.
function titles({title, note, strip}) {
  const top = -stripHeight(strip) - 4, above = note ? top - 10 : top;
  return [...title.map((words, k) => heading(words, 0, above - titleLine * (title.length - 1 - k))),
          ...(note ? [text(note, 0, top - size.small / 2, {size: size.small})] : [])];
}

const limits = ({limits: values, x, width, height}) => values.map((limit) => share(limit, x.domain) * width)
  .map((px) => stroke(px, 0, px, height, {color: grey.line, width: 1, dash: [3, 3]}));

const isIn = (value, [low, high]) => value >= low && value <= high;
const visible = (list, {x, y}) =>
  list.map((one) => ({...one, runs: one.runs.filter((run) => isIn(run.x, x.domain) && isIn(run.y, y.domain))}));

/// Draws a panel: {shapes, others}, a group and the lines that have no name in it.
export function view(panel) {
  const {width, height, key} = panel, series = visible(panel.series, panel);
  const room = roomOf({...panel, series, context: visible(panel.context, panel)}), atEnds = key === 'beside' || key === 'below';
  const {named, others} = atEnds ? namesAtEnds(series, panel, room) : {named: [], others: key ? panel.keyed : []};
  const fan = guides(panel, room), mark = floorMark(panel, room);
  const curves = group(0, 0, [...panel.series.map((one) => curve(one, panel)), ...namesOf(named)], {name: 'curves'});
  const inside = [context(panel), ...limits(panel), ...fan, ...mark, curves, ...panel.over];
  const all = [...ground(panel), group(0, 0, inside, {clip: [width, height]}), box(0, 0, width, height, {color: grey.frame, name: 'frame'}),
               ...failures(panel), ...(key && key !== 'below' ? keyOf(others, panel) : []), ...titles(panel)];
  return {shapes: group(0, 0, all, {name: 'panel', width, height}), others};
}
