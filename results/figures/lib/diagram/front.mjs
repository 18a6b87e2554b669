// The panel of the Pareto front, and the table of the three fastest methods to each error.
import {domainOf} from './axis.mjs';
import {panelOf, view} from './panel.mjs';
import {horizontal} from './quantities.mjs';
import {placeOf} from './room.mjs';
import {group, heading, line, signs, text} from './shapes.mjs';
import {power, shortened, size, widthOf} from './text.mjs';

const rowHeight = 13;  // px

/// Returns the steps from run to run of the front of error against time.
export function stairs(runs, panel, options) {
  const places = [...runs].sort((a, b) => a.x - b.x).map((run) => placeOf(run, panel));
  return line([places.flatMap(([px, py], k) => (k ? [[px, places[k - 1][1]], [px, py]] : [[px, py]]))], {color: '#000000', width: 0.8, ...options});
}

/// Returns error against time: the front in colour and joined, all other runs in grey. `block` has the series over time
/// and the rows; `domain` is the vertical range.
export function frontView(block, domain, width, height) {
  const runs = block.series.flatMap((one) => one.runs), unjoined = block.series.map((one) => ({...one, joined: false}));
  const onFront = unjoined.map((one) => ({...one, runs: one.runs.filter((run) => run.row.pareto)})).filter((one) => one.runs.length);
  const x = domainOf(runs.map((run) => run.x), 7 / width);
  const panel = panelOf({...block, series: onFront, x: horizontal('time')}, {width, height, strip: [], domain: {x, y: domain}},
                        {title: ['Pareto front'], orders: [], context: unjoined, floor: block.floor});
  return view({...panel, over: [stairs(onFront.flatMap((one) => one.runs), panel)]}).shapes;
}

/// Returns a table of the three fastest methods to reach each power of ten.
export function podium({series, rows}, width, height, fontSize) {
  const ranks = rows.flatMap((row) => row.ranks.map((rank) => ({...rank, method: row.method})))
    .filter(({rank}) => rank <= 3);
  const levels = [...new Set(ranks.map(({level}) => level))].sort((a, b) => b - a)
    .slice(0, Math.floor(height / rowHeight) - 1);
  const styles = new Map(series.map((one) => [one.key, one.style]));
  const times = (ratio) => ` ×${ratio < 10 ? ratio.toFixed(1) : Math.round(ratio)}`;
  const cells = ranks.filter(({level}) => levels.includes(level))
    .map((one) => ({...one, ratio: one.rank > 1 ? times(one.ratio) : ''}));
  const heads = ['error ≤', 'fastest', 'second', 'third'];
  const lefts = columnsOf(heads, cells, width), lineOf = (k) => (k + 0.5) * rowHeight;
  return group(0, 0, [
    heading('Fastest to an error (× time)', 0, -4),
    ...heads.map((words, k) => text(words, lefts[k], lineOf(0), {size: size.small})),
    ...levels.map((level, k) => text(power(level), 0, lineOf(k + 1))),
    ...cells.flatMap(({level, rank, method, ratio}) => {
      const x = lefts[rank], y = lineOf(levels.indexOf(level) + 1), {color, shape} = styles.get(method);
      const limit = (lefts[rank + 1] ?? width) - x - 14;
      return [signs([[x + 2, y]], {color, shape}),
              text(shortened(method, limit - widthOf(ratio, fontSize), fontSize) + ratio, x + 11, y, {size: fontSize})];
    })], {name: 'podium'});
}

/// Returns the left edges of the table's columns: as wide as their texts, or scaled down to the available
/// width.
function columnsOf(heads, cells, width) {
  const widths = [...heads.keys()].map((k) => Math.max(widthOf(heads[k]) + 8,
    ...cells.filter(({rank}) => rank === k).map(({method, ratio}) => widthOf(method + ratio) + 28)));
  const scale = Math.min(1, (width - widths[0]) / (widths[1] + widths[2] + widths[3]));
  return [0, 1, 2, 3].map((k) => (k === 0 ? 0 : widths[0] + scale * widths.slice(1, k).reduce((a, b) => a + b, 0)));
}
