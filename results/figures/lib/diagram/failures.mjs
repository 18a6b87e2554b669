// Failed runs: the strip above a panel, where they are drawn at their steps, and the tallies after the names
// of methods.
import {share} from './axis.mjs';
import {box, grey, text} from './shapes.mjs';
import {size, widthOf} from './text.mjs';

const largest = 0.2;                // maximum share of a panel's height for the rows of all statuses
const apart = 12;                   // px between distinct marks
const strip = {row: 12, gap: 4};    // height and gap of the strip (px)

/// Returns the height of a strip with these rows, including its gap (px).
export const stripHeight = (rows) => (rows.length ? rows.length * strip.row + strip.gap : 0);

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

/// Returns the position of a failed run: at its step, or at the left edge if that is not known.
export function placeOfFailure(run, {strip: rows, x, width}) {
  const row = rows.findIndex(({holds}) => holds(run));
  return [run.x > 0 ? share(run.x, x.domain) * width : 8, (row + 0.5) * strip.row - stripHeight(rows)];
}

/// Returns the marks of failed runs, {px, py, all}, of which coinciding ones are merged. Runs beside the panel have none.
export function failureMarks(panel) {
  const placed = [...panel.series, ...panel.rest].flatMap(({failures, style}) => failures.map((run) => {
    const [px, py] = placeOfFailure(run, panel);
    return {px, py, run, color: style?.color};
  }));
  const marks = [];
  for (const {px, py, ...one} of placed.sort((a, b) => a.py - b.py || a.px - b.px)) {
    if (px < 0 || px > panel.width) continue;
    const last = marks.at(-1);
    if (last?.py === py && px - last.px < apart) last.all.push(one);
    else marks.push({px, py, all: [one]});
  }
  return marks;
}

/// Adds tallies such as "2× 1N" to the series of a panel if a number in its strip does not identify the runs
/// it counts.
export function withTallies(panel) {
  const isNumber = failureMarks(panel).some(({all}) => all.length > 1);
  const tally = ({failures}) => {
    const signs = failures.map(({sign}) => sign);
    return [...new Set(signs)].map((sign) => `${signs.filter((one) => one === sign).length}${sign}`).join(' ');
  };
  return {...panel, series: panel.series.map((one) => ({...one, tally: isNumber ? tally(one) : ''}))};
}

/// Returns the data of a mark: those of its first run, with the number and the methods of all.
function dataOf(all) {
  const runs = all.map(({run}) => run), [{panel, problem, x_axis, x, h, reason}] = runs;
  const list = (name) => [...new Set(runs.map((run) => run[name]))].join(', ');
  return {panel, problem, x_axis, x, h, status: list('status'), runs: runs.length, methods: list('method'), reason};
}

/// Returns the strip of a panel, separated from the errors by its frame. A number at an end stays inside the frame.
export function failures(panel) {
  const {strip: rows, width, leftmost} = panel, top = -stripHeight(rows);
  if (!rows.length) return [];
  const words = rows.map(({words}, k) => text(words, -5, top + (k + 0.5) * strip.row, {align: 'end', size: size.small}));
  const marks = failureMarks(panel).map(({px, py, all}) => {
    const [{run, color}] = all, said = all.length === 1 ? run.sign : String(all.length), half = widthOf(said, size.panel, true) / 2 + 1;
    return text(said, Math.min(Math.max(px, half), width - half), py, {
      name: 'failure', align: 'middle', weight: 'bold', size: size.panel, color: all.length === 1 ? color : '#000000', data: dataOf(all)});
  });
  return [box(0, top, width, rows.length * strip.row, {color: grey.frame}), ...(leftmost ? words : []), ...marks];
}
