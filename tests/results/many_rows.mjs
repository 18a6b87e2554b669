// Many rows, to see that pages of 20 000 runs stay small and quick; rows of all methods of the suite; and the
// pages of a report about rows.
import {readFileSync} from 'node:fs';
import {record} from './fixture.mjs';

const names = [
  'velocity_verlet', 'rk4', 'symplectic_euler', 'bdf2', 'newmark', 'sdirk2', 'ros3pl', 'a_search', 'trigonometric_a', 'v_imex',
  'exprb2', 'exprb42', 'pexprb43', 'epirk4s3', 'cvode_bdf', 'odeint_rk4', 'gauss4', 'implicit_euler', 'blending', 'rk4x'];

/// This many rows of 20 methods on some problems.
export function manyRows(count, problems) {
  const steps = Math.ceil(count / problems / names.length);
  const all = Array.from({length: problems}, (_, rank) =>
    names.flatMap((integrator, m) =>
      Array.from({length: steps}, (_, k) => {
        const h = 0.1 * 2 ** ((-k * 12) / steps),
          order = 1 + (m % 4),
          seconds = ((1 + m) * 1.234567e-4) / h;
        const row = record({
          label: `chain ${rank + 1}`, rank, integrator, order, h, seconds, pareto: k % 50 === 0,
          error: k < m % 3 ? null : 1.2345678 * h ** order});
        row.runtime.samples =
          row.status === 'ok' ? [1, 1.01, 1.02].map((part) => part * seconds) : [];
        return row;
      }),
    ),
  );
  return all.flat().slice(0, count);
}

const table = JSON.parse(readFileSync(new URL('../../results/figures/methods.json', import.meta.url), 'utf8'));

/// The rank of a method whose best run is its coarsest.
const rankAt = (level, rank, ratio, lead = rank === 1 ? 'clear' : null) => ({level, rank, ratio, coarsest: true, lead});

/// Six runs of each method that methods.json lists, PETSc left out, on one problem. Explicit ones diverge with large steps,
/// others fail or are stopped now and then; the trigonometric ones have a parameter in their labels.
export function allMethodRows() {
  const rank = new Map();
  return Object.keys(table.methods).filter((name) => !name.startsWith('petsc')).flatMap((integrator, m) => {
    const adaptive = /^(cvode|arkode|odeint_(dopri|feh|bul|ros))/.test(integrator);
    const order = 1 + (m * 7) % 4, method = /^trig/.test(integrator) ? `${integrator} (phi = chebyshev)` : integrator;
    return Array.from({length: 6}, (_, k) => {
      const h = 0.01 / 2 ** k, seconds = ((1 + (m * 5) % 13) * 1e-4) / h;
      const fails = /euler|verlet|rk4|composition|erk|adams/.test(integrator) ? k < 3 : (m + k) % 11 === 0;
      const status = /euler|verlet|rk4|composition/.test(integrator) ? 'diverged' : ['timeout', 'newton_not_converged', 'krylov_stagnated'][m % 3];
      const error = fails ? null : 3 ** (m % 5) * 50 * h ** order, level = 10 ** -k;
      if (!fails) rank.set(k, (rank.get(k) ?? 0) + 1);
      return record({
        integrator, method, order: adaptive ? null : order, seconds, error, pareto: m % 9 === 4, ...(fails && {status}),
        ...(adaptive ? {tolerance: level / 100, count: Math.round(100 / h)} : {h}),
        ranks: !fails && rank.get(k) <= 3 ? [rankAt(level, rank.get(k), 0.5 + 0.5 * rank.get(k))] : []});
    });
  });
}

const block = (language, settings) => `\`\`\`${language}\n${settings ? JSON.stringify(settings) : ''}\n\`\`\`\n`;
const fold = (summary, text) => `\n<details><summary>${summary}</summary>\n\n${text}\n</details>\n`;

/// Short pages as 'stiffbench report' hands them over, for made-up rows.
export function factsOf(rows, experiment = null) {
  const labels = [...new Set(rows.map((row) => row.problem.label))],
    integrators = [...new Set(rows.map((row) => row.integrator.name))];
  const pages = {
    overview: '# Overview\n\n## Which method wins where\n\nSee [terms](#terms).\n\n## Terms\n\nNone.\n',
    diagram: `# Diagram\n\n## All problems and methods\n\n${block('diagram', {})}`,
    methods: '# All methods\n\n## The list\n\n| method | order |\n|---|--:|\n| rk4 | 4 |\n',
    coefficients: `# Coefficients of all methods\n\n## euler\n\n${block('tableau', {title: '', heads: ['c_i', 'a_i1'], left: 1, rows: [['0', '']], feet: [['b', '1']]})}`,
    reading: '# How to read it\n\n## Errors\n\n```text\nErrors are\nrelative.\n```\n',
    environment: '# Environment\n\n## Machines and builds\n\n- cpu: made up\n',
  };
  labels.forEach((label, k) => {
    const own = rows.filter((row) => row.problem.label === label),
      methods = [...new Set(own.map((row) => row.method))];
    pages[`problem-${k + 1}`] = `# ${label}\n\n## Diagram\n\n${block('diagram', {problem: label, base: {problem: label}})}
## Methods\n\n| method |\n|---|\n${methods.map((method) => `| ${method} |\n`).join('')}
## All runs\n${fold(`${own.length} runs`, block('runs'))}`;
  });
  for (const name of integrators)
    pages[`method-${name}`] = `# ${name}\n\n## Beside the others\n\n${block('diagram', {emphasis: [name], base: {problem: labels[0]}})}`;
  const links = Object.fromEntries([
    ...labels.map((label, k) => [label, `problem-${k + 1}`]),
    ...integrators.map((name) => [name, `method-${name}`]),
  ]);
  return {schema: 'stiffbench.report/2', experiment, pages, links, regions: {}, citations: {'10.1137/080717717': '@article{a}\n'}};
}
