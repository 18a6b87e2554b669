import {axesOf} from './curves.mjs';
import {unpack} from './pack.mjs';

/// Unpacks the data of problemsOf() for the diagram: rows, rows by method, and the available axes.
export function open({label, problem, methods, rows: packed}) {
  const rows = unpack(packed, problem),
    byMethod = new Map(methods.map(({method}) => [method, []]));
  for (const row of rows) byMethod.get(row.method).push(row);
  return {
    label,
    problem,
    methods,
    rows,
    byMethod,
    axes: axesOf(rows, problem),
    byId: new Map(rows.map((row) => [row.id, row])),
  };
}
