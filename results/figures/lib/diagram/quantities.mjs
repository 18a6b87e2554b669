// Quantities on the axes of a diagram: how to read them from a row, their words and their units. An axis of
// steps also has places for failed runs, and slopes of errors.
import {Fault} from '../fault.mjs';

const energyUnit = ({mass, length, time}) =>
  (mass === 'kg' && length === 'm' && time === 's' ? 'J' : `${mass} ${length}²/${time}²`);
const velocityUnit = ({length, time}) => `${length}, ${length}/${time}`;
const sum = (...counts) => (counts.every((count) => count === undefined) ? null
  : counts.reduce((total, count) => total + (count ?? 0), 0));

const onX = {
  h: {of: (row) => row.h, words: 'step size h', unit: (units) => units.time, isStep: true},
  h_omega: {of: (row) => row.h * row.problem.omega_max, words: 'h ω_max', isStep: true},
  time: {of: (row) => row.runtime.total, words: 'run time', unit: () => 's'},
  force: {of: (row) => row.work.force, words: 'evaluations of the force'},
  products: {of: (row) => sum(row.work.jacobian_products, row.work.stiffness_products), words: 'products with Jacobians'},
  calls: {of: (row) => row.weighted_work, words: 'weighted calls, in evaluations of the force', weighted: true},
  steps: {of: (row) => row.step.count, words: 'steps'},
};

const onY = {
  drift: {of: (row) => Math.abs(row.energy.max_drift), words: 'largest energy drift', unit: energyUnit},
  time: onX.time,
  memory: {of: (row) => row.memory.peak_bytes / 2 ** 20, words: 'peak memory', unit: () => 'MiB'},
};

const measure = (part, key, words, unit) => ({
  words, unit, error: true,
  of: (row) => part(row.error), floor: (row) => part(row.error.floor), below: (row) => row.below_floor[key],
});
const errors = {
  energy_norm: measure((e) => e.energy_norm_relative, 'energy_norm', 'relative error, energy norm'),
  position: measure((e) => e.position?.l2_relative, 'position', 'relative error, positions'),
  velocity: measure((e) => e.velocity?.l2_relative, 'velocity', 'relative error, velocities'),
  state_max: measure((e) => e.state_max, 'state_max', 'error, max norm of x, v', velocityUnit),
};

function find(table, name, option) {
  if (table[name]) return {name, ...table[name]};
  throw new Fault(`${option} is one of ${Object.keys(table).join(', ')}`, `"${name}"`, 'take one of them');
}

/// Names of the quantities on the axes.
export const axes = {x: onX, y: onY, errors};

const counter = (name) => ({of: (row) => row.work[name], words: `calls: ${name.replaceAll('_', ' ')}`});

/// Returns the quantity of this name on the horizontal axis; work.NAME is a single counter.
export const horizontal = (name) =>
  (name.startsWith('work.') ? {name, ...counter(name.slice('work.'.length))} : find(onX, name, '--x'));
/// Returns the quantity of this name on the vertical axis; `error` selects the measure of an error.
export const vertical = (name, error) =>
  (name === 'error' ? find(errors, error, '--error') : find(onY, name, '--y'));
/// Returns the vertical quantity by the name that pages have for it: that of a measure of errors or another one.
export const ordinate = (name) => (name in onY ? vertical(name) : vertical('error', name));

/// Returns the title of an axis, with the common unit of these rows, or '(own units)' if their units differ.
export function titleOf(quantity, rows) {
  if (!quantity.unit) return quantity.words;
  const units = new Set(rows.map((row) => (row.problem.units ? quantity.unit(row.problem.units) : '')));
  const [unit] = units.size === 1 ? units : ['own units'];
  return unit ? `${quantity.words} (${unit})` : quantity.words;
}
