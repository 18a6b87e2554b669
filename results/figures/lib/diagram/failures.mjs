// Failed runs: the strip above a panel, where they are drawn at their steps, and the tallies after the names
// of methods.
import {share} from './axis.mjs';
import {layer, pixels, raw, strip, stripHeight, stroke, text} from './layers.mjs';
import {size, widthOf} from './text.mjs';

const largest = 0.2;   // maximum share of a panel's height for the rows of all statuses
const apart = 12;      // px between distinct marks

/// Returns the rows of the strip of a panel of this height, {words, holds}: one per status, or one for all
/// statuses if separate rows would be too tall.
export function rowsOfStrip(statuses, height) {
  if (statuses.length < 2 || stripHeight(statuses) <= largest * height)
    return statuses.map(({status}) => ({words: status.replaceAll('_', ' '), holds: (run) => run.status === status}));
  return [{words: 'failed', holds: () => true}];
}

/// Returns the width on the left of panels for the labels of their strips (px).
export const roomOfWords = (statuses, height) =>
  Math.max(0, ...rowsOfStrip(statuses, height).map(({words}) => widthOf(words, size.small) + 8));

/// Merges coinciding marks of failed runs in one row: {px, all}.
function coinciding(failures, {x, width}) {
  const placed = failures.map((one) => ({one, px: one.x > 0 ? share(one.x, x.domain) * width : 8}))
    .sort((a, b) => a.px - b.px);
  const marks = [];
  for (const {one, px} of placed) {
    if (marks.length && px - marks[marks.length - 1].px < apart) marks[marks.length - 1].all.push(one);
    else marks.push({px, all: [one]});
  }
  return marks;
}

const marksOf = ({strip: rows, series, ...panel}) => rows.map(({holds}) =>
  coinciding(series.flatMap((one) => one.failures.map((run) => ({...run, _color: one.style?.color}))).filter(holds), panel));

/// Adds tallies such as "2× 1N" to the series of a panel if a number in its strip does not identify the runs
/// it counts.
export function withTallies(panel) {
  const isNumber = marksOf(panel).flat().some(({all}) => all.length > 1);
  const tally = ({failures}) => {
    const signs = failures.map(({_sign}) => _sign);
    return [...new Set(signs)].map((sign) => `${signs.filter((one) => one === sign).length}${sign}`).join(' ');
  };
  return {...panel, series: panel.series.map((one) => ({...one, tally: isNumber ? tally(one) : ''}))};
}

/// Draws the strip of a panel, separated from the errors by its frame.
export function failures(panel) {
  const {strip: rows, width} = panel;
  if (!rows.length) return {};
  const top = -stripHeight(rows), bottom = -strip.gap, middle = (k) => top + (k + 0.5) * strip.row;
  const frame = [[0, top, width, top], [0, bottom, width, bottom], [0, top, 0, bottom], [width, top, width, bottom]];
  const marks = marksOf(panel).flatMap((row, k) => row.map(({px, all}) => ({
    status: [...new Set(all.map((run) => run.status))].join(', '), runs: all.length,
    methods: [...new Set(all.map((run) => run.method))].join(', '),
    panel: all[0].panel, problem: all[0].problem, x_axis: all[0].x_axis, x: all[0].x, h: all[0].h,
    reason: all[0].reason,
    text: all.length === 1 ? all[0]._sign : String(all.length), _x: px, _y: middle(k),
    _color: all.length === 1 ? all[0]._color : '#000000'})));
  return {
    strokes: frame.map((ends) => stroke(...ends, {_color: '#999999', _width: 1})),
    texts: panel.leftmost ? rows.map(({words}, k) => text(words, -5, middle(k), {_align: 'right', _size: size.small})) : [],
    layers: layer(marks, {type: 'text', fontSize: 9.5, fontWeight: 'bold', baseline: 'middle'},
                  {x: pixels('_x'), y: pixels('_y'), text: {field: 'text'}, color: raw('_color'),
                   tooltip: ['status', 'runs', 'methods', 'h', 'reason'].map((field) => ({field}))})};
}
