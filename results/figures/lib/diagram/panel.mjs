// One panel: its lines and points, the strip of failed runs above it, and its texts.
import {axisOf, share} from './axis.mjs';
import {failures} from './failures.mjs';
import {floorMark, guides} from './guides.mjs';
import {keyOf, namesAtEnds, namesOf} from './key.mjs';
import {grey, heading, isLine, layer, layersOf, raw, stripHeight, text, together} from './layers.mjs';
import {roomIn} from './room.mjs';
import {size} from './text.mjs';

/// Height of a line of a panel's title (px).
export const titleLine = 12;

const tooltip = [
  {field: 'method', title: 'method'}, {field: 'x', format: '.3~e'}, {field: 'y', format: '.3~e'},
  {field: 'h', format: '.3~e'}, {field: 'tolerance', format: '.0~e'},
  {field: 'floor', title: 'error of the reference', format: '.1~e'}, {field: 'slope', format: '.2f'}];

const styled = (series) => series.runs.map((run) => ({
  ...run, _color: run.below_floor ? grey.below : series.style.color, _shape: series.style.shape,
  _words: `${run.method}: ${run.x_axis} ${run.x.toPrecision(3)}, ${run.y_axis} ${run.y.toPrecision(3)}`}));

const byStep = {order: {field: 'h', type: 'quantitative'}, detail: {field: 'method'}};

function lines(list) {
  const runs = list.filter(isLine).flatMap((series) =>
    series.runs.map((run) => ({...run, _color: series.style.color, _dash: series.style.dash})));
  return layer(runs, {type: 'line', strokeWidth: 1.3}, {...byStep, color: raw('_color'), strokeDash: raw('_dash'), description: {field: 'method'}});
}

function points(list) {
  return layer(list.flatMap(styled), {type: 'point', filled: true, size: 64, opacity: 1},
               {color: raw('_color'), shape: raw('_shape'), detail: {field: 'method'}, description: {field: '_words'},
                tooltip});
}

/// Draws all other methods in grey, behind those of the panel.
function context(list) {
  const behind = (series) => series.flatMap((one) => one.runs.map((run) => ({...run, behind: true})));
  return [
    ...layer(behind(list.filter(isLine)), {type: 'line', color: grey.context, strokeWidth: 1}, byStep),
    ...layer(behind(list.filter((one) => !isLine(one))), {type: 'circle', color: grey.context, size: 10, opacity: 1},
             {detail: {field: 'method'}})];
}

/// Draws the error of the reference: a band below its line, or a mark at the edge if it is far below.
function floor({floor: value, y}) {
  if (!(value >= y.domain[0])) return [];
  const place = {x: {value: 0}, x2: {value: 'width'}, y: {field: 'floor', type: 'quantitative'}};
  return [...layer([{floor: value}], {type: 'rect', color: grey.band}, {...place, y2: {value: 'height'}}),
          ...layer([{floor: value}], {type: 'rule', color: grey.line, strokeDash: [4, 2]}, place)];
}

/// Keeps texts off the line of the reference's error.
function takeFloor({floor: value, y, width, height}, room) {
  if (!(value >= y.domain[0])) return;
  const middle = (1 - share(value, y.domain)) * height;
  room.take({left: 0, right: width, top: middle - 1, bottom: middle + 1});
}

/// Draws the lines of the title, and a note below it.
function titles({title, note, strip}) {
  const top = -stripHeight(strip) - 4, above = note ? top - 10 : top;
  return {texts: [...title.map((line, k) => heading(line, 0, above - titleLine * (title.length - 1 - k))),
                  ...(note ? [text(note, 0, top, {_size: size.small, _baseline: 'bottom'})] : [])]};
}

const limits = ({limits: values = []}) =>
  layer(values.map((limit) => ({limit})), {type: 'rule', color: grey.line, strokeDash: [3, 3]},
        {x: {field: 'limit', type: 'quantitative'}, y: {value: 0}, y2: {value: 'height'}});

/// Returns the lines of a panel without room for names at their ends.
export function unnamed(panel) {
  const room = roomIn(panel);
  takeFloor(panel, room);
  return namesAtEnds(panel.series, panel, room).others;
}

/// Returns a panel as a Vega-Lite view. `key` states where lines have their names: at their ends, with the
/// remaining ones 'beside' the panel or elsewhere, 'below'; or in the 'whole' key of the `keyed` lines beside
/// the panel.
export function view(panel) {
  const {x, y, width, height, series, key} = panel;
  const scale = (axis) => ({type: 'log', domain: axis.domain, nice: false});
  const room = roomIn(panel);
  takeFloor(panel, room);
  const atEnds = key === 'beside' || key === 'below';
  const {named, others} = atEnds ? namesAtEnds(series, panel, room) : {named: [], others: key ? panel.keyed : []};
  const failed = failures(panel), fan = guides(panel, room), mark = floorMark(panel, room);
  const beside = key && key !== 'below' ? keyOf(others, panel) : {};
  const around = together([failed, fan, mark, namesOf(named), beside, titles(panel)]);
  return {
    width, height, view: {stroke: '#999999'},
    encoding: {
      x: {field: 'x', type: 'quantitative', scale: scale(x), axis: axisOf(x.ticks, x.title, x.labels)},
      y: {field: 'y', type: 'quantitative', scale: scale(y), axis: axisOf(y.ticks, y.title, y.labels)},
    },
    layer: [...floor(panel), ...context(panel.context), ...limits(panel), ...(fan.layers ?? []), ...(panel.front ?? []),
            ...layersOf(around), ...lines(series), ...points(series), ...(failed.layers ?? [])],
  };
}
