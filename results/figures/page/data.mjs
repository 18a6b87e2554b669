// The data of a page's diagram, one object per problem. (Runs in Node.)
import {methodsOf, stylesOf} from '../lib/methods.mjs';
import {groups} from '../lib/diagram/groups.mjs';
import {pack} from './pack.mjs';

/// Returns [{label, problem, methods, rows}] of these rows, problems in order. Methods have their style among
/// `all` in all figures.
export function problemsOf(rows, all = methodsOf(rows)) {
  const styles = stylesOf(all), ordered = [...rows].sort((a, b) => a.problem.rank - b.problem.rank);
  return [...groups(ordered, 'problem.label')].map(([label, own]) => {
    const {name, units, weights, omega_max} = own[0].problem, orders = new Map(own.map((row) => [row.method, row.integrator.order]));
    const methods = methodsOf(own).map(({method, integrator, family}) =>
      ({method, integrator: {name: integrator, order: orders.get(method)}, family, style: styles.get(method)}));
    return {label, problem: {name, label, units, weights, omega_max}, methods, rows: pack(own)};
  });
}
