// The data of a page's diagram, one object per problem. (Runs in Node.)
import {methodsOf, stylesOf} from '../lib/methods.mjs';
import {groups} from '../lib/diagram/groups.mjs';
import {pack} from './pack.mjs';

/// Returns [{label, problem, methods, rows}] of these rows, problems in order. Methods have their style among
/// `all` in all figures.
export function problemsOf(rows, all = methodsOf(rows)) {
  const styles = stylesOf(all),
    ranks = new Map(all.map(({method}, rank) => [method, rank]));
  const ordered = [...rows].sort((a, b) => a.problem.rank - b.problem.rank);
  return [...groups(ordered, 'problem.label')].map(([label, own]) => {
    const {name, units, weights, omega_max} = own[0].problem;
    const methods = [...groups(own, 'method')].map(([method, [first]]) => ({
      method,
      ...styles.get(method),
      rank: ranks.get(method),
      integrator: first.integrator.name,
      family: first.family.name,
      order: first.integrator.order,
    }));
    methods.sort((a, b) => a.rank - b.rank);
    return {label, problem: {name, label, units, weights, omega_max}, methods, rows: pack(own)};
  });
}
