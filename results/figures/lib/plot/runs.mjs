// The runs of a figure: names and styles of their lines, and the failed ones.
import {groups} from '../diagram/groups.mjs';
import {methodsOf, palette, stylesOf} from '../methods.mjs';
import {load} from '../packages.mjs';
import {inWords} from './ticks.mjs';

const widest = 4, thinnest = 1;  // px
const listed = 160;  // maximum length of a caption's list of failed runs (letters)

/// Returns the rows that satisfy the Vega expression usermeta.runs of a specification; all rows without one.
export function runsOf(spec, rows) {
  if (!spec.usermeta?.runs) return rows;
  const vega = load('vega');
  const transform = [{type: 'filter', expr: spec.usermeta.runs}];
  const view = new vega.View(vega.parse({data: [{name: 'rows', values: rows, transform}]}), {renderer: 'none'}).run();
  const chosen = view.data('rows');
  view.finalize();
  return chosen;
}

const stepOf = ({h, problem}) => `h = ${inWords(h)}${problem.units ? ` ${problem.units.time}` : ''}`;
const isRun = (row) => row.step !== undefined;
const stepsIn = (rows) => [...new Set(rows.map(({h}) => h && Number(h.toPrecision(6))))];

/// Adds to the rows `line`, the name of their line (the method, with its step if it has several on a
/// problem), and `width` (px). The widest come first, so that coinciding lines remain visible.
export function withLines(rows) {
  if (!rows.every(isRun)) return rows;
  const several = new Set([...groups(rows, ['method', 'problem.label']).values()]
    .filter((own) => stepsIn(own).length > 1).map(([{method}]) => method));
  const methods = methodsOf(rows).map(({method}) => method);
  const widthOf = (method) => thinnest + (widest - thinnest) * (1 - (methods.indexOf(method) + 1) / methods.length);
  return rows.map((row) => ({
    ...row, width: widthOf(row.method), line: several.has(row.method) ? `${row.method}, ${stepOf(row)}` : row.method}))
    .sort((a, b) => b.width - a.width);
}

/// Returns the styles of methods or lines, {color, shape, dash} by name, in the order of keys: a method has
/// its style among `all` in every figure, and its lines at several steps differ in dashes.
export function stylesBy(field, rows, all = methodsOf(rows)) {
  const styles = stylesOf(all);
  return new Map(methodsOf(rows).flatMap(({method}) => {
    const own = rows.filter((row) => row.method === method).sort((a, b) => b.h - a.h);
    const names = [...new Set(own.map((row) => row[field]))], style = styles.get(method);
    return names.map((name, k) => [name, names.length === 1 ? style : {...style, dash: dashOf(k)}]);
  }));
}

/// Returns the dashes of a method's steps: those of the palette, then its broken ones with increasing
/// lengths.
function dashOf(k) {
  const broken = palette.dashes.slice(1), times = 1 + Math.floor((k - 1) / broken.length);
  return k === 0 ? palette.dashes[0] : broken[(k - 1) % broken.length].map((length) => length * times);
}

/// Returns a sentence on the step common to all runs.
export function commonStep(rows) {
  const steps = stepsIn(rows);
  return rows.every(isRun) && steps.length === 1 && steps[0] ? `All runs: ${stepOf(rows[0])}.` : '';
}

/// Returns a sentence on the failed runs: one by one if they are few, else by method.
export function failuresOf(rows) {
  const failed = rows.filter((row) => row.failure);
  if (!failed.length) return '';
  const severalProblems = new Set(rows.map(({problem}) => problem.label)).size > 1, severalSteps = stepsIn(rows).length > 1;
  const words = ({status}) => status.replaceAll('_', ' ');
  const one = (row) => [row.method, severalProblems && row.problem.label, severalSteps && row.h && stepOf(row)].filter(Boolean).join(', ');
  const all = failed.map((row) => `${one(row)} (${words(row)})`).join('; ');
  if (all.length <= listed) return `Failed: ${all}.`;
  const counts = [...groups(failed, ['method', 'status']).values()].map((own) => `${own[0].method} (${own.length} × ${words(own[0])})`);
  return `Failed: ${counts.join('; ')}.`;
}
