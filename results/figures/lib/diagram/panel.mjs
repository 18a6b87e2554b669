// One panel: its lines and points, the strip of failed runs above it, the key at its right, the mark of
// the reference, guides of orders.
import {at, axisOf, share} from './axis.mjs';
import {entry, grey, heading, layer, layersOf, pixels, raw, stroke, text, together} from './layers.mjs';
import {power, raised, size, widthOf} from './text.mjs';

const strip = {row: 12, gap: 4};  // px

/// Height of the strip of failed runs, with its gap (px).
export const stripHeight = (statuses) => (statuses.length ? statuses.length * strip.row + strip.gap : 0);

const tooltip = [
  {field: 'method', title: 'method'}, {field: 'x', format: '.3~e'}, {field: 'y', format: '.3~e'},
  {field: 'h', format: '.3~e'}, {field: 'tolerance', format: '.0~e'},
  {field: 'floor', title: 'error of the reference', format: '.1~e'}, {field: 'slope', format: '.2f'}];

const styled = (series) => series.runs.map((run) => ({
  ...run, _color: run.below_floor ? grey.below : series.style.color, _shape: series.style.shape,
  _words: `${run.method}: ${run.x_axis} ${run.x.toPrecision(3)}, ${run.y_axis} ${run.y.toPrecision(3)}`}));

const isLine = (series) => series.joined && series.runs.length > 1;
const byStep = {order: {field: 'h', type: 'quantitative'}, detail: {field: 'method'}};

function lines(list) {
  const runs = list.filter(isLine).flatMap((series) =>
    series.runs.map((run) => ({...run, _color: series.style.color, _dash: series.style.dash})));
  return layer(runs, {type: 'line', strokeWidth: 1.3}, {...byStep, color: raw('_color'), strokeDash: raw('_dash')});
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

/// Points (px) on all lines of a panel, closer than its signs are large.
function placesOf({series, context: others, x, y, width, height}) {
  return [...series, ...others].flatMap(({runs, joined}) => {
    const ends = runs.map((run) => [share(run.x, x.domain) * width, (1 - share(run.y, y.domain)) * height]);
    if (!joined) return ends;
    return ends.flatMap(([px, py], k) => {
      const [qx, qy] = ends[k + 1] ?? [px, py], pieces = Math.ceil(Math.hypot(qx - px, qy - py) / 6) || 1;
      return Array.from({length: pieces}, (_, n) => [px + (qx - px) * n / pieces, py + (qy - py) * n / pieces]);
    });
  });
}

const steps = (from, to, count) => Array.from({length: count}, (_, k) => from + (to - from) * k / (count - 1));

/// The choice whose box (px) has the fewest points of the panel, grey ones included.
function emptiest(choices, boxOf, panel) {
  const places = placesOf(panel);
  const inside = (choice) => {
    const {left, right, top, bottom} = boxOf(choice);
    return places.filter(([px, py]) => px > left - 6 && px < right + 6 && py > top - 6 && py < bottom + 6).length;
  };
  return choices.reduce((best, choice) => (inside(choice) < inside(best) ? choice : best));
}

/// The error of the reference: a band below its line, or a mark at the edge when it is far below.
function floor({floor: value, y}) {
  if (!(value >= y.domain[0])) return [];
  const place = {x: {value: 0}, x2: {value: 'width'}, y: {field: 'floor', type: 'quantitative'}};
  return [...layer([{floor: value}], {type: 'rect', color: grey.band}, {...place, y2: {value: 'height'}}),
          ...layer([{floor: value}], {type: 'rule', color: grey.line, strokeDash: [4, 2]}, place)];
}

const isFarBelow = ({floor: value, y}) => value > 0 && value < y.domain[0];

function floorMark(panel) {
  if (!isFarBelow(panel)) return {};
  const {floor: value, width, height} = panel;
  const words = `▾ reference ${power(Number(`1e${Math.round(Math.log10(value))}`))}`;
  const length = widthOf(words, size.small);
  const boxOf = (px) => ({left: px, right: px + length, top: height - 12, bottom: height});
  const left = emptiest(steps(width - length - 3, 3, 16), boxOf, panel);
  return {texts: [text(words, left, height - 6, {floor: value, _size: size.small})]};
}

/// Guides C h^p for each order, from one point in the emptier of two corners.
function guides(panel) {
  const {orders, x, y, width, height} = panel;
  if (!orders.length) return {};
  const ratio = height * Math.log(x.domain[1] / x.domain[0]) / (width * Math.log(y.domain[1] / y.domain[0]));
  const low = isFarBelow(panel) ? 14 : 6;  // above the mark of the reference
  const choices = [1, 0.7, 0.5].flatMap((scale) => {
    const reach = scale * Math.min(40, 0.3 * width), rise = scale * 0.42 * height;
    return steps(height - low, rise + 14, 8).flatMap((bottom) =>
      steps(width - reach - 14, 8, 12).map((left) => ({left, bottom, reach, rise})));
  });
  const {left, bottom, reach, rise} = emptiest(choices, (one) =>
    ({left: one.left, right: one.left + one.reach + 12, top: one.bottom - one.rise - 6, bottom: one.bottom}), panel);
  const place = (px, py) => ({x: at(px / width, x.domain), y: at(1 - py / height, y.domain)});
  const ends = orders.map((order) => {
    const across = Math.min(reach, rise / (order * ratio));
    return {order, across, up: order * ratio * across};
  });
  const data = ends.flatMap(({order, across, up}) =>
    [{guide: order, ...place(left, bottom)}, {guide: order, ...place(left + across, bottom - up)}]);
  return {
    layers: layer(data, {type: 'line', color: '#888888', strokeWidth: 0.8}, {detail: {field: 'guide'}}),
    texts: ends.map(({order, across, up}) => text(
      `h${order === 1 ? '' : raised(order)}`, left + across + 2, bottom - up - 1, {_size: size.small, _color: '#666666'}))};
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

/// Places of the key's entries: each at the right end of its line, moved apart where they overlap.
export function spread(heights, distance, lowest, highest) {
  const order = heights.map((_, k) => k).sort((a, b) => heights[a] - heights[b]);
  const places = [];
  for (const [n, k] of order.entries())
    places[k] = Math.max(heights[k], n ? places[order[n - 1]] + distance : lowest);
  let limit = highest;
  for (const k of order.toReversed()) {
    places[k] = Math.min(places[k], limit);
    limit = places[k] - distance;
  }
  return places;
}

function key({series, x, y, width, height, statuses}) {
  const last = (one) => one.runs.reduce((a, b) => (b.x > a.x ? b : a), one.runs[0]);
  const ends = series.map((one) => (one.runs.length
    ? {_x: share(last(one).x, x.domain) * width, _y: (1 - share(last(one).y, y.domain)) * height}
    : {_x: width, _y: -stripHeight(statuses) / 2}));
  const places = spread(ends.map((end) => end._y), 11, 5 - stripHeight(statuses), height - 4);
  const leaders = ends.map((end, k) => stroke(end._x + 5, end._y, width + 5, places[k]));
  return together([{strokes: leaders}, ...series.map((one, k) => entry(one, width + 7, places[k]))]);
}

function titles({title, note, statuses}) {
  const top = -stripHeight(statuses) - 4;
  return {texts: [heading(title, 0, note ? top - 10 : top),
                  ...(note ? [text(note, 0, top, {_size: size.small, _baseline: 'bottom'})] : [])]};
}

const limits = ({limits: values = []}) =>
  layer(values.map((limit) => ({limit})), {type: 'rule', color: grey.line, strokeDash: [3, 3]},
        {x: {field: 'limit', type: 'quantitative'}, y: {value: 0}, y2: {value: 'height'}});

/// A panel as a view of Vega-Lite.
export function view(panel) {
  const {x, y, width, height, series} = panel;
  const scale = (axis) => ({type: 'log', domain: axis.domain, nice: false});
  const failed = failures(panel), fan = guides(panel);
  const around = together([failed, fan, floorMark(panel), panel.keyed ? key(panel) : {}, titles(panel)]);
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
