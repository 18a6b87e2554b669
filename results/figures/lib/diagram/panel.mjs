// One panel: its lines and points, the strip of failed runs above it, and what is written around them.
import {axisOf, share} from './axis.mjs';
import {floorMark, guides} from './guides.mjs';
import {keyOf, namesAtEnds} from './key.mjs';
import {grey, heading, isLine, layer, layersOf, pixels, raw, strip, stripHeight, stroke, text, together} from './layers.mjs';
import {roomIn} from './room.mjs';
import {size} from './text.mjs';

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

/// All other methods, grey, behind those of the panel.
function context(list) {
  const behind = (series) => series.flatMap((one) => one.runs.map((run) => ({...run, behind: true})));
  return [
    ...layer(behind(list.filter(isLine)), {type: 'line', color: grey.context, strokeWidth: 1}, byStep),
    ...layer(behind(list.filter((one) => !isLine(one))), {type: 'circle', color: grey.context, size: 10, opacity: 1},
             {detail: {field: 'method'}})];
}

/// The error of the reference: a band below its line, or a mark at the edge when it is far below.
function floor({floor: value, y}) {
  if (!(value >= y.domain[0])) return [];
  const place = {x: {value: 0}, x2: {value: 'width'}, y: {field: 'floor', type: 'quantitative'}};
  return [...layer([{floor: value}], {type: 'rect', color: grey.band}, {...place, y2: {value: 'height'}}),
          ...layer([{floor: value}], {type: 'rule', color: grey.line, strokeDash: [4, 2]}, place)];
}

/// Failed runs of one status whose marks coincide are one mark with their count.
function coinciding(failures, {x, width}) {
  const placed = failures.map((one) => ({one, px: one.x > 0 ? share(one.x, x.domain) * width : 8}))
    .sort((a, b) => a.px - b.px);
  const marks = [];
  for (const {one, px} of placed) {
    if (marks.length && px - marks.at(-1).px < 12) marks.at(-1).all.push(one);
    else marks.push({px, all: [one]});
  }
  return marks;
}

/// The strip of failed runs: a row for each status, divided from the errors by its frame.
function failures(panel) {
  const {statuses, series, width} = panel;
  if (!statuses.length) return {};
  const height = stripHeight(statuses) - strip.gap, top = -height - strip.gap;
  const bottom = -strip.gap;
  const frame = [[0, top, width, top], [0, bottom, width, bottom], [0, top, 0, bottom], [width, top, width, bottom]];
  const failed = series.flatMap((one) => one.failures.map((run) => ({...run, _color: one.style.color})));
  const marks = statuses.flatMap(({status, sign}, k) =>
    coinciding(failed.filter((run) => run.status === status), panel).map(({px, all}) => ({
      status, runs: all.length, methods: [...new Set(all.map((run) => run.method))].join(', '),
      panel: all[0].panel, problem: all[0].problem, x_axis: all[0].x_axis, x: all[0].x, h: all[0].h,
      reason: all[0].reason,
      text: all.length === 1 ? sign : String(all.length), _x: px, _y: top + (k + 0.5) * strip.row,
      _color: all.length === 1 ? all[0]._color : '#000000'})));
  const labels = statuses.map(({status}, k) =>
    text(status.replaceAll('_', ' '), -5, top + (k + 0.5) * strip.row, {_align: 'right', _size: size.small}));
  return {
    strokes: frame.map((ends) => stroke(...ends, {_color: '#999999', _width: 1})),
    texts: panel.leftmost ? labels : [],
    layers: layer(marks, {type: 'text', fontSize: 9.5, fontWeight: 'bold', baseline: 'middle'},
                  {x: pixels('_x'), y: pixels('_y'), text: {field: 'text'}, color: raw('_color'),
                   tooltip: ['status', 'runs', 'methods', 'h', 'reason'].map((field) => ({field}))})};
}

function titles({title, note, statuses}) {
  const top = -stripHeight(statuses) - 4;
  return {texts: [heading(title, 0, note ? top - 10 : top),
                  ...(note ? [text(note, 0, top, {_size: size.small, _baseline: 'bottom'})] : [])]};
}

const limits = ({limits: values = []}) =>
  layer(values.map((limit) => ({limit})), {type: 'rule', color: grey.line, strokeDash: [3, 3]},
        {x: {field: 'limit', type: 'quantitative'}, y: {value: 0}, y2: {value: 'height'}});

/// The lines of a panel at whose ends there is no room for their names.
export const unnamed = (panel) => namesAtEnds(panel.series, panel, roomIn(panel)).others;

/// A panel as a view of Vega-Lite. Its `key` says where lines have their names that find no room at
/// their ends: beside the panel, or elsewhere.
export function view(panel) {
  const {x, y, width, height, series, key} = panel;
  const scale = (axis) => ({type: 'log', domain: axis.domain, nice: false});
  const room = roomIn(panel), {named, others} = key ? namesAtEnds(series, panel, room) : {named: [], others: []};
  const failed = failures(panel), fan = guides(panel, room), mark = floorMark(panel, room);
  const beside = key === 'beside' ? keyOf(others, panel) : {};
  const names = {texts: named.map(({one, left, middle}) => text(one.name, left, middle))};
  const around = together([failed, fan, mark, names, beside, titles(panel)]);
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
