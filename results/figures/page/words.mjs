// Numbers and records in words, for pages.
import {axes} from '../lib/diagram/quantities.mjs';
import {escape} from '../lib/diagram/svg.mjs';

export {escape as escapeHtml};

/// Formats a number with this many significant digits; a missing number is a dash.
export function number(value, digits = 3) {
  if (value === null || value === undefined) return '–';
  const short = Number(value.toPrecision(digits)),
    size = Math.abs(short);
  return size !== 0 && (size < 1e-3 || size >= 1e6) ? short.toExponential().replace('e+', 'e') : String(short);
}

/// Formats a run time (s) and the median absolute deviation of its steps; a single sample has no deviation.
export function time({total, mad, samples}) {
  if (total === null || total === undefined) return '–';
  return samples?.length === 1 ? `${number(total)} s (1 sample)` : `${number(total)} ± ${number(mad, 2)} s`;
}

/// Formats a number with its unit, if it has one; null if the number is missing.
const measured = (value, unit, digits) => (value === null ? null : `${number(value, digits)}${unit ? ` ${unit}` : ''}`);

export const stepOf = (row) =>
  row.step.tolerance === null
    ? `h = ${measured(row.h, row.problem.units?.time, 5)}`
    : `tolerance ${number(row.step.tolerance)}`;

/// Returns the unit of energies, if units are known.
export const energyUnitOf = (units) => (units ? axes.y.drift.unit(units) : '');

/// Returns the reason why a run ended, with units added to its times.
export const reasonOf = (reason, units) =>
  units ? reason.replace(/\bt = -?\d+(\.\d+)?(e[-+]?\d+)?/g, (time) => `${time} ${units.time}`) : reason;

/// Returns all facts that a page states about a run, as [what, words].
export function describe(row, units) {
  const doubt = (is) => (is ? ' (below the error of the reference)' : '');
  const error = (value, below) => (value === null ? null : number(value) + doubt(below));
  const samples = row.runtime.samples ?? [];
  const calls = Object.entries(row.work)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name.replaceAll('_', ' ')} ${count}`)
    .join(', ');
  const all = [
    ['status', row.status.replaceAll('_', ' ') + (row.reason ? `: ${reasonOf(row.reason, units)}` : '')],
    [
      'step size h',
      row.h === null ? null : measured(row.h, units?.time, 6) + (row.step.tolerance === null ? '' : ' on average'),
    ],
    ['tolerance', row.step.tolerance === null ? null : number(row.step.tolerance)],
    ['steps', row.step.count],
    ['relative error, energy norm', error(row.error.energy_norm_relative, row.below_floor.energy_norm)],
    ['relative error, positions', error(row.error.position.l2_relative, row.below_floor.position)],
    ['relative error, velocities', error(row.error.velocity.l2_relative, row.below_floor.velocity)],
    ['measured slope', row.slope === null ? null : number(row.slope) + (row.asymptotic ? '' : ' (not asymptotic)')],
    ['largest energy drift', measured(row.energy.max_drift, energyUnitOf(units))],
    ['run time', row.runtime.total === null ? null : time(row.runtime)],
    ['preparation', measured(row.runtime.setup, 's')],
    ['samples of all steps', samples.length > 1 ? samples.map((one) => number(one)).join(', ') + ' s' : null],
    ['calls', calls || null],
    ['peak memory', row.memory.peak_bytes ? `${number(row.memory.peak_bytes / 2 ** 20)} MiB` : null],
    ['Pareto front', row.pareto ? 'no run is both faster and more precise' : null],
    ['code', row.code.id ? row.code.id.slice(0, 12) : null],
    ['record', row.id],
  ];
  return all.filter(([, words]) => words !== null && words !== undefined);
}
