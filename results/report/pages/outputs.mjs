// Outputs of a problem's runs, such as a velocity after an impact.
import {groups} from '../../figures/lib/diagram/groups.mjs';
import {stepOf} from '../../figures/page/words.mjs';
import {number, sorted, table} from '../html.mjs';

const isNumber = (value) => typeof value === 'number';

/// Returns the names of the scalar outputs, in the order of the records.
const namesOf = (rows) => [
  ...new Set(
    rows.flatMap(({outputs}) => Object.keys(outputs).filter((name) => isNumber(outputs[name]))),
  ),
];

/// Returns the cells of one run: its step, its output, and the difference from the reference's.
function cells(row, name) {
  if (!row) return [null, null, null];
  const size = row.h ?? row.step.tolerance;
  return [
    sorted(stepOf(row), size, 'number'),
    sorted(number(row.outputs[name], 5), row.outputs[name], 'number'),
    row.error.outputs[name]?.difference ?? null,
  ];
}

/// Formats the reference's output with the difference between its two methods.
const certified = ({reference, floor}) =>
  `${reference.toPrecision(8)}${floor ? ` ± ${Math.abs(floor).toExponential(0)}` : ''}`;

/// Returns one table: a line per method with its coarsest and its finest run.
function tableOf(name, rows) {
  const words = name.replaceAll('_', ' '),
    own = rows.filter(({outputs}) => isNumber(outputs[name]));
  const reference = own.map((row) => row.error.outputs[name]).find(Boolean);
  const size = (row) => row.h ?? row.step.tolerance;
  const lines = [...groups(own, 'method')].map(([method, runs]) => {
    const [finest, ...coarser] = [...runs].sort((a, b) => size(a) - size(b));
    return [method, ...cells(coarser.at(-1), name), ...cells(finest, name)];
  });
  const three = (which) => [`${which} step`, words, 'less the reference'];
  const caption = reference ? `${words}; reference: ${certified(reference)}` : words;
  return table(caption, ['method', ...three('coarsest'), ...three('finest')], lines);
}

/// Returns tables of all scalar outputs, in the problem's units; empty if there are none.
export function outputTables(rows) {
  return namesOf(rows)
    .map((name) => tableOf(name, rows))
    .join('\n');
}
