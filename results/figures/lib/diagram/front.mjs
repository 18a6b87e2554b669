// The panel of the Pareto front, and the table of the three fastest methods to each error.
import {domainOf, ticksOf} from './axis.mjs';
import {heading, layersOf, text, together} from './layers.mjs';
import {view} from './panel.mjs';
import {horizontal, titleOf} from './quantities.mjs';
import {power, size, widthOf} from './text.mjs';

const rowHeight = 13;  // px

/// Returns error against time: the front in colour and joined, all other runs in grey. `block` has the series
/// over time, the rows, and the vertical axis.
export function frontView({series, rows, y, floor}, width, height) {
  const runs = series.flatMap((one) => one.runs);
  const domain = domainOf(runs.map((run) => run.x), 7 / width);
  const onFront = series.map((one) => ({...one, joined: false, runs: one.runs.filter((run) => run.pareto)}))
    .filter((one) => one.runs.length);
  const steps = onFront.flatMap((one) => one.runs).sort((a, b) => a.x - b.x);
  return view({
    title: ['Pareto front'], note: '', strip: [], width, height, floor, orders: [], key: null,
    x: {domain, ticks: ticksOf(domain, 5), title: titleOf(horizontal('time'), rows), labels: true},
    y, series: onFront, context: series.map((one) => ({...one, joined: false})),
    front: [{data: {values: steps}, mark: {type: 'line', color: '#000000', strokeWidth: 0.8, interpolate: 'step-after'},
             encoding: {order: {field: 'x', type: 'quantitative'}}}],
  });
}

/// Returns a table, as a view of texts, of the three fastest methods to reach each power of ten. `shift`
/// moves it to the left (px).
export function podium({series, rows}, width, height, shift) {
  const places = rows.flatMap((row) => row.places.map((place) => ({...place, method: row.method})))
    .filter(({place}) => place <= 3);
  const levels = [...new Set(places.map(({level}) => level))].sort((a, b) => b - a)
    .slice(0, Math.floor(height / rowHeight) - 1);
  const styles = new Map(series.map((one) => [one.key, one.style]));
  const times = (ratio) => ` ×${ratio < 10 ? ratio.toFixed(1) : Math.round(ratio)}`;
  const cells = places.filter(({level}) => levels.includes(level))
    .map((one) => ({...one, words: one.place > 1 ? one.method + times(one.ratio) : one.method}));
  const heads = ['error ≤', 'fastest', 'second', 'third'];
  const lefts = columnsOf(heads, cells, width).map((left) => left - shift);
  const lineOf = (k) => (k + 0.5) * rowHeight, _size = shift ? size.small : size.text;
  const parts = cells.map(({level, place, method, words}) => {
    const x = lefts[place], y = lineOf(levels.indexOf(level) + 1), {color, shape} = styles.get(method);
    const _limit = (lefts[place + 1] ?? width - shift) - x - 14;
    return {signs: [{_x: x + 2, _y: y, _color: color, _shape: shape}],
            texts: [text(widthOf(words) > _limit ? method : words, x + 11, y, {_limit, _size})]};
  });
  const labels = [
    heading('Fastest to an error (× time)', -shift, -4),
    ...heads.map((words, k) => text(words, lefts[k], lineOf(0), {_size: size.small})),
    ...levels.map((level, k) => text(power(level), -shift, lineOf(k + 1)))];
  return {width: width - shift, height, view: {stroke: null}, layer: layersOf(together([{texts: labels}, ...parts]))};
}

/// Returns the left edges of the table's columns: as wide as their texts, or scaled down to the available
/// width.
function columnsOf(heads, cells, width) {
  const widths = [...heads.keys()].map((k) => Math.max(widthOf(heads[k]) + 8,
    ...cells.filter(({place}) => place === k).map(({words}) => widthOf(words) + 28)));
  const scale = Math.min(1, (width - widths[0]) / (widths[1] + widths[2] + widths[3]));
  return [0, 1, 2, 3].map((k) => (k === 0 ? 0 : widths[0] + scale * widths.slice(1, k).reduce((a, b) => a + b, 0)));
}
