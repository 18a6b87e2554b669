// Assigns rows to the panels and lines of a diagram.
import {groups, naturally} from './groups.mjs';
import {power} from './text.mjs';

/// Converts a row to a run of the diagram: a flat object with the names of its axes, as written to data files, and
/// its row.
function mark(row, panel, x, y) {
  return {panel, problem: row.problem.label, method: row.method, family: row.family.name,
          x_axis: x.name, x: x.of(row) ?? null, y_axis: y.name, y: y.of(row) ?? null,
          h: row.h, tolerance: row.step.tolerance, floor: y.floor?.(row) ?? null,
          below_floor: y.below?.(row) ?? false, slope: row.slope, pareto: row.pareto,
          status: row.status, reason: row.reason, sign: row.failure?.sign, row};
}

/// Returns the lines of a panel, one per method or per value of the path `by`: {name, key, family, order,
/// joined, runs, failures}, in the order of legends.
export function seriesOf(rows, panel, x, y, by) {
  const all = [...groups(rows, by)].map(([name, own]) => {
    const marks = own.map((row) => mark(row, panel, x, y));
    const drawn = (one) => one.status === 'ok' && one.x > 0 && one.y > 0;
    return {
      name: by === 'method' ? name : power(Number(name)),
      key: name, integrator: own[0].integrator.name, family: own[0].family,
      order: own[0].step.tolerance === null ? own[0].integrator.order : null,
      joined: own[0].step.tolerance === null,
      runs: marks.filter(drawn), failures: x.isStep ? marks.filter((one) => one.status !== 'ok') : [],
    };
  });
  return all.sort(inLegends);
}

/// Returns true if a run of a line has a position in its panel.
export const isDrawn = ({runs, failures}) => runs.length > 0 || failures.length > 0;

/// Compares lines for the order of legends.
export const inLegends = (a, b) => a.family.rank - b.family.rank || naturally(a.key, b.key);
