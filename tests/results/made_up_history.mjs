// A history over commits for tests and for a look at the page: errors follow C h^p, nothing changes by itself.
import {schema} from '../../results/history/entry.mjs';

const day = 24 * 3600 * 1000;

const methods = [['velocity_verlet', 2, {force: 4}], ['rk4', 4, {force: 16}], ['exprb42', 4, {force: 8, krylov_vectors: 90}],
                 ['implicit_midpoint', 2, {force: 20, factorize: 4, solve: 16}]];

function runsOf(problem) {
  const stepped = methods.flatMap(([method, order, work], k) => [0.1, 0.05].map((h, half) => ({
    problem, method, step: `h = ${h}`, status: 'ok', error: 2 ** k * h ** order, order: half ? order : null,
    work: Object.fromEntries(Object.entries(work).map(([name, calls]) => [name, Math.round((calls * 25) / h)]))})));
  return [...stepped, {problem, method: 'dopri5', step: 'tolerance 1e-6', status: 'ok', error: 2e-6, order: null, work: {force: 700}}];
}

/// Returns this many entries, a day after each other. `change` may alter each run: ({run, at}).
export function madeUpHistory(count, change = () => {}) {
  return Array.from({length: count}, (_, at) => {
    const runs = ['fput', 'duffing_chain'].flatMap(runsOf);
    runs.forEach((run) => change({run, at}));
    return {schema, commit: (0x1000000 + 7919 * at).toString(16).repeat(6).slice(0, 40),
            date: new Date(Date.UTC(2026, 0, 1) + at * day).toISOString(), stiffbench: 'c0ffee', compiler: 'GNU 12.2.0', flags: '-O3 -DNDEBUG',
            instruction_set: 'avx2', runs};
  });
}
