import {axesOf} from './curves.mjs';
import {unpack} from './pack.mjs';

/// The data of problemsOf() as the diagram uses them: rows again, by method, with the axes they have.
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
