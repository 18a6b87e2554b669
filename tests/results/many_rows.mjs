// Many rows, to see that pages of 20 000 runs stay small and quick; rows of all methods of the suite; and the
// facts of a report about rows.
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

/// The place of a method whose best run is its coarsest.
const placeAt = (level, place, ratio, lead = place === 1 ? 'clear' : null) => ({level, place, ratio, coarsest: true, lead});

/// Six runs of each method that methods.json lists, PETSc left out, on one problem. Explicit ones diverge with large steps,
/// others fail or are stopped now and then; the trigonometric ones have a parameter in their labels.
export function allMethodRows() {
  const place = new Map();
  return Object.keys(table.methods).filter((name) => !name.startsWith('petsc')).flatMap((integrator, m) => {
    const adaptive = /^(cvode|arkode|odeint_(dopri|feh|bul|ros))/.test(integrator);
    const order = 1 + (m * 7) % 4, method = /^trig/.test(integrator) ? `${integrator} (phi = chebyshev)` : integrator;
    return Array.from({length: 6}, (_, k) => {
      const h = 0.01 / 2 ** k, seconds = ((1 + (m * 5) % 13) * 1e-4) / h;
      const fails = /euler|verlet|rk4|composition|erk|adams/.test(integrator) ? k < 3 : (m + k) % 11 === 0;
      const status = /euler|verlet|rk4|composition/.test(integrator) ? 'diverged' : ['timeout', 'newton_failed', 'krylov_stagnated'][m % 3];
      const error = fails ? null : 3 ** (m % 5) * 50 * h ** order, level = 10 ** -k;
      if (!fails) place.set(k, (place.get(k) ?? 0) + 1);
      return record({
        integrator, method, order: adaptive ? null : order, seconds, error, pareto: m % 9 === 4, ...(fails && {status}),
        ...(adaptive ? {tolerance: level / 100, count: Math.round(100 / h)} : {h}),
        places: !fails && place.get(k) <= 3 ? [placeAt(level, place.get(k), 0.5 + 0.5 * place.get(k))] : []});
    });
  });
}

const countBy = (rows, status) => rows.filter((row) => row.status === status).length;

function summaryOf(rows, times) {
  const ok = rows.filter((row) => row.status === 'ok');
  const statuses = [...new Set(rows.map((row) => row.status))].filter((status) => status !== 'ok');
  return {
    method: rows[0].method,
    integrator: rows[0].integrator.name,
    family: rows[0].family.name,
    runs: rows.length,
    ok: ok.length,
    order: rows[0].integrator.order,
    slope: ok.length > 2 ? 2.02 : null,
    largest_h: ok[0]?.h ?? null,
    smallest_error: ok.at(-1)?.error.energy_norm_relative ?? null,
    below_floor: false,
    front: ok.filter((row) => row.pareto).length,
    places: placesOf(times, rows[0].method),
    failures: statuses.map((status) => {
      const own = rows.filter((row) => row.status === status);
      return {
        status,
        sign: own[0].failure.sign,
        count: countBy(rows, status),
        coarsest: own[0].h,
        finest: own.at(-1).h,
        reason: own[0].reason,
      };
    }),
  };
}

const levels = [1e-1, 1e-2, 1e-3, 1e-5, 1e-7];

/// The cheapest run of each method to a level, the fastest first; those without one come last.
function bestTo(level, rows) {
  const cheapest = groupsOf(rows, (row) => row.method).map((own) => {
    const reached = own.filter(({error}) => error.energy_norm_relative !== null && error.energy_norm_relative <= level);
    return [own[0], reached.sort((a, b) => a.runtime.median - b.runtime.median)[0]];
  });
  return cheapest.sort(([, a], [, b]) => (a?.runtime.median ?? Infinity) - (b?.runtime.median ?? Infinity));
}

function timesOf(rows) {
  return levels.flatMap((level) => {
    const best = bestTo(level, rows), [, fastest] = best[0];
    if (!fastest) return [];
    const methods = best.map(([first, row]) => ({
      method: first.method,
      integrator: first.integrator.name,
      status: row ? 'reached' : 'not_reached',
      note: row ? null : 'best 0.2',
      h: row?.h ?? null,
      tolerance: row?.step.tolerance ?? null,
      count: row?.step.count ?? null,
      error: row?.error.energy_norm_relative ?? null,
      time: row?.runtime.median ?? null,
      ratio: row ? row.runtime.median / fastest.runtime.median : null,
      coarsest: row ? true : null,
    }));
    return [{level, lead: leadOf(methods), methods}];
  });
}

function leadOf([, second]) {
  if (!second || second.time === null) return 'alone';
  return second.ratio <= 1.1 ? 'draw' : 'clear';
}

/// The places of a method among the three fastest to each level.
const placesOf = (times, method) =>
  times.flatMap(({level, lead, methods}) => {
    const k = methods.findIndex((one) => one.method === method), {time, ratio} = methods[k];
    const leads = k === 0 || (lead === 'draw' && ratio <= 1.1);
    return k < 3 && time !== null ? [placeAt(level, k + 1, ratio, leads ? lead : null)] : [];
  });

const groupsOf = (rows, key) =>
  [...new Set(rows.map(key))].map((name) => rows.filter((row) => key(row) === name));

/// The methods that race; two of them are enough here.
function raceOf(rows) {
  const firsts = groupsOf(rows, (row) => row.integrator.name).map(([row]) => row);
  const families = groupsOf(firsts, (row) => row.family.name).map((own) =>
    ({name: own[0].family.name, methods: own.map((row) => row.integrator.name)}));
  return firsts.length > 1 ? {methods: firsts.length, families} : null;
}

/// Facts as 'stiffbench report' hands them over, for made-up rows.
export function factsOf(rows, experiment = null) {
  const problems = groupsOf(rows, (row) => row.problem.label).map((own, rank) => ({
    label: own[0].problem.label,
    rank,
    name: own[0].problem.name,
    dof: 6,
    hash: 'f00d',
    parameters: own[0].problem.parameters,
    facts: {
      name: own[0].problem.name,
      title: 'a chain',
      equation: "x'' = -A x",
      doi: '10.1137/080717717',
      parameters: [
        {name: 'end_time', default: null, rule: '', values: [], doc: 'span of time (s)'},
      ],
    },
    omega_max: own[0].problem.omega_max ?? null,
    nature: {
      damped: false,
      time_dependent: false,
      linear: false,
      separated: true,
      smooth: true,
      stepwise: true,
      contacts: true,
    },
    certificate: {
      hash: 'beef',
      checkpoints: 1,
      agreement: 1e-13,
      digits: 13,
      growth: 18,
      floor: 1e-12,
      energy: {start: 2.5, end: 2.5},
      methods: [
        {name: 'collocation', step: 0.01, evaluations: 6606},
        {name: 'extrapolation', step: 0.006, evaluations: 10511},
      ],
      witnesses: [
        {method: 'cvode_bdf', setting: 'rtol 1e-12', evaluations: 400, agrees: true, silence: null},
      ],
    },
    race: raceOf(own),
    times: timesOf(own),
    summary: groupsOf(own, (row) => row.method).map((some) => summaryOf(some, timesOf(own))),
  }));
  const integrators = [...new Set(rows.map((row) => row.integrator.name))].map((name) => ({
    name,
    title: `method ${name}`,
    doi: '10.1137/080717717',
    family: 'explicit',
    library: null,
    stages: 1,
    feasible: false,
    adaptive: false,
    parameters: [],
    stability: null,
    region: null,
  }));
  return {
    schema: 'stiffbench.report/1',
    experiment,
    problems,
    integrators,
    citations: {'10.1137/080717717': '@article{a}\n'},
  };
}
