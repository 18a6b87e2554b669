import {axes, horizontal, ordinate} from '../lib/diagram/quantities.mjs';
import {unpack} from './pack.mjs';

/// Returns the axes that have values in these rows, as {x, y}, lists of [name, quantity].
function axesOf(rows) {
  const counters = Object.keys(rows[0]?.work ?? {}).map((name) => `work.${name}`);
  const list = (names, quantity) => names.map((name) => [name, quantity(name)]).filter(([, {of}]) => rows.some((row) => of(row) > 0));
  return {
    x: list([...Object.keys(axes.x), ...counters], horizontal),
    y: list([...Object.keys(axes.errors), ...Object.keys(axes.y)], ordinate)};
}

/// Unpacks the data of problemsOf() for the diagram: rows as in files, as far as pages show them, and the available axes.
export function open({label, problem, methods, rows: packed}) {
  const own = new Map(methods.map((one) => [one.method, one]));
  const rows = unpack(packed, problem).map((row) => Object.assign(row, {
    integrator: own.get(row.method).integrator, family: own.get(row.method).family}));
  return {label, problem, methods, rows, lines: new Map(), axes: axesOf(rows), byId: new Map(rows.map((row) => [row.id, row]))};
}
