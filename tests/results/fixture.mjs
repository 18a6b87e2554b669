// Made-up rows for the tests of figures and report, as 'stiffbench figure' hands them over
// (results/schema/internal/row.schema.json): errors follow C h^p, explicit methods diverge above their limit,
// and what is below the reference's floor is there too.
import {mkdirSync, mkdtempSync, writeFileSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const measures = (value) => ({
  position: {max: value, l2_relative: value},
  velocity: {max: value, l2_relative: value},
  state_max: value,
  energy_norm_relative: value,
});

const noWork = {force: 0, jacobian_products: 0, stiffness: 0, damping: 0, time_derivative: 0,
                stiffness_products: 0, factorize: 0, indefinite: 0, solve: 0, newton_iterations: 0,
                krylov_vectors: 0, one_time_setups: 0};

let serial = 0;

const signs = {diverged: '×', newton_not_converged: 'N', krylov_stagnated: 'K', timeout: 'T'};

const families = ['explicit', 'implicit', 'diagonally implicit', 'Rosenbrock', 'energy-controllable',
                  'trigonometric and split', 'exponential', 'peers', 'others'];
const patterns = [/^(explicit_euler|symplectic_euler|velocity_verlet|rk4|composition8)/, /^(bdf2|newmark|generalized|gauss|hht)/,
                  /^(implicit_|trapezoidal|sdirk|tr_bdf2|ilddirk)/, /^ros/, /^(a_|blending|decoupled)/, /^(trigonometric|v_imex)/,
                  /^(exprb|pexprb|epirk)/, /^(cvode|arkode|petsc|odeint)/, /./];

/// The family of an integrator, which a program knows from its facts.
export function familyOf(integrator) {
  const rank = patterns.findIndex((pattern) => pattern.test(integrator));
  return {name: families[rank], rank};
}

const units = (problem) => (problem === 'brush' ? {length: 'mm', mass: 'mg', time: 'ms'} : {length: 'm', mass: 'kg', time: 's'});

/// One row; `error` null makes a failure of the given status.
export function record({problem = 'fput', title, label = title ?? problem, rank = 0, parameters = {end_time: 100}, integrator = 'rk4',
                        order = 4, h = null, tolerance = null, count, error, floor = 1e-12,
                        status = error === null ? 'diverged' : 'ok', seconds = 1, series = null,
                        settings = {}, method = integrator, outputs = {}, cheapestAt = [], pareto = false, ranks = [], start = null}) {
  const ok = status === 'ok';
  const steps = count ?? (h ? Math.round(parameters.end_time / h) : null);
  const below = error !== null && error <= floor;
  return {
    schema: 'stiffbench.row/1',
    id: (++serial).toString(16),
    problem: {name: problem, ...(title && {title}), parameters, dof: 6, hash: 'f00d', label, rank,
              units: units(problem), weights: {force: 1, solve: 2.5}, omega_max: null},
    integrator: {name: integrator, parameters: settings, order, doi: '10.1137/080717717'},
    step: {h, tolerance, count: steps},
    start: {index: start, perturbation: start ? 1e-6 : null},
    checkpoints: 1,
    status,
    reason: ok ? null : 'the state is not finite',
    error: {reference: error === null ? null : 'beef', digits: error === null ? null : -Math.log10(floor),
            floor: measures(error === null ? null : floor), ...measures(error), outputs: {}},
    energy: ok ? {initial: 2.5, final: 2.5, max_drift: error, rms_drift: error, slope: 0, series}
      : {initial: null, final: null, max_drift: null, rms_drift: null, slope: null, series: null},
    work: status === 'timeout' ? {} : {...noWork, force: Math.round(1000 * seconds) + 1},
    outputs,
    memory: {peak_bytes: 50_000_000},
    runtime: ok ? {unit: 's', setup: 0, samples: [seconds], median: seconds, mad: 0, total: seconds}
      : {unit: 's', setup: null, samples: [], median: null, mad: null, total: null},
    code: null,
    environment: {hash: 'abba', cpu: {model: 'made up'}},
    method,
    family: familyOf(integrator),
    weighted_work: ok ? 2000 * seconds : null,
    h: h ?? (steps ? parameters.end_time / steps : null),
    failure: ok ? null : {sign: signs[status], label: `${signs[status]}  ${status.replaceAll('_', ' ')}`},
    below_floor: {position: below, velocity: below, state_max: below, energy_norm: below},
    slope: null,
    asymptotic: false,
    pareto,
    cheapest_at: cheapestAt,
    ranks,
  };
}

const halvings = (h, n) => Array.from({length: n}, (_, k) => h / 2 ** k);

/// [name, order, constant, first step, steps, seconds of one step, limit of stability]
const fputMethods = [
  ['velocity_verlet', 2, 5e6, 1.25e-3, 5, 4e-7, 0.02], ['rk4', 4, 4e10, 5e-4, 5, 1e-6, 0.028],
  ['v_imex', 2, 1e7, 1.25e-3, 5, 8e-7, Infinity], ['exprb2', 2, 800, 0.02, 5, 6e-6, Infinity],
  ['exprb42', 4, 3e4, 0.02, 5, 1.2e-5, Infinity], ['pexprb43', 4, 2.4e4, 0.02, 5, 1.6e-5, Infinity]];

export function fputRecords() {
  return fputMethods.flatMap(([integrator, order, constant, h0, n, cost, limit]) =>
    halvings(h0, n).map((h) => record({
      integrator, order, h, error: h > limit ? null : Math.min(2, constant * h ** order),
      seconds: cost * 100 / h})));
}

const bunnyMethods = [
  ['velocity_verlet', 2, 0.02, 80, 8, 2], ['rk4', 4, 0.002, 80, 8, 2.8], ['composition8', 8, 1e-4, 40, 7, 5],
  ['implicit_midpoint', 2, 0.05, 10, 8, 1e9], ['newmark', 2, 0.06, 10, 8, 1e9],
  ['generalized_alpha', 2, 0.1, 10, 8, 1e9], ['bdf2', 2, 0.2, 10, 8, 1e9],
  ['trigonometric_c', 2, 1e-4, 10, 8, 40], ['v_imex', 2, 0.04, 10, 8, 1e9], ['exprb2', 2, 1e-5, 10, 8, 60],
  ['exprb42', 4, 1e-7, 10, 8, 80], ['pexprb43', 4, 6e-8, 10, 8, 60], ['epirk4s3', 4, 1.2e-7, 10, 8, 30]];

export function bunnyRecords() {
  return [[1e8, 0.02, 5e-12], [1e10, 0.002, 6e-10], [1e12, 0.0002, 3e-8]].flatMap(([kd, end, floor], rank) => {
    const common = {problem: 'bunny', title: `kd = ${kd.toExponential().replace('+', '')} N/m, T = ${end} s`,
                    parameters: {kd, end_time: end}, rank, floor};
    const omega = 5.25e4 * Math.sqrt(kd / 1e8);
    const fixed = bunnyMethods.flatMap(([integrator, order, constant, first, n, limit]) =>
      halvings(end / first, n).map((h) => {
        const z = h * omega;
        const error = z > limit ? null : Math.min(1.5, constant * z ** order) + floor * 0.2;
        return record({...common, integrator, order, h, error, seconds: end / h * 1e-3});
      }));
    const adaptive = ['cvode_bdf', 'cvode_adams'].flatMap((integrator, k) =>
      [1e-3, 1e-5, 1e-7, 1e-9].map((tolerance, n) => record({
        ...common, integrator, order: null, tolerance, settings: {rtol: tolerance, atol: 1e-9}, count: Math.round((k + 1) * 700 * 2.5 ** n),
        error: n === 0 && k === 0 ? null : 20 * tolerance, status: n === 0 && k === 0 ? 'timeout' : 'ok',
        seconds: 2 ** n})));
    return [...fixed, ...adaptive];
  });
}

export function energyRecords() {
  const t = Array.from({length: 101}, (_, k) => k);
  const wave = (size, loss) => ({t, drift: t.map((time) =>
    size * Math.sin(0.9 * time) ** 2 - loss * (1 - Math.exp(-time / 10)))});
  return [
    ...halvings(0.02, 5).map((h) => record({integrator: 'exprb2', order: 2, h, error: 1, series: wave(50 * h * h, 200 * h * h)})),
    record({integrator: 'exprb42', h: 0.01, error: 1e-3, series: wave(2e-4, 0)}),
    record({integrator: 'pexprb43', h: 0.01, error: 1e-3, series: wave(1e-4, 0)}),
    record({integrator: 'v_imex', order: 2, h: 0.01, error: 1, series: wave(1e-2, 0)}),
    record({integrator: 'trigonometric_c', order: 2, h: 0.01, error: 1, series: wave(3e-3, 0)}),
    ...[0.01, 0.005, 0.0025, 0.001, 0.0005, 0.00025].map((h) =>
      record({integrator: 'rk4', h, error: 1, series: wave(1e-6, Math.min(1, 3e9 * h ** 4.5 / 100))})),
  ];
}

/// Three back ends (one stagnates on the stiffest) at two inner tolerances, errors level below them.
export function phiRecords() {
  return [1e6, 1e8, 1e10, 1e12].flatMap((kd) => ['chebyshev', 'kiops', 'rational_lanczos'].flatMap((phi, k) =>
    [1e-3, 1e-6].flatMap((tolerance) => halvings(1e-4, 3).map((h) => {
      const failed = kd === 1e12 && phi === 'kiops';
      return record({
        problem: 'bunny', parameters: {size: '1k', variant: 'literal', kd, end_time: 8e-4},
        label: `bunny (kd = ${kd})`, integrator: 'exprb42', method: `exprb42 (phi = ${phi}, tolerance = ${tolerance})`,
        settings: {phi, tolerance}, h, floor: 1e-9,
        error: failed ? null : tolerance / 10 + (h * 1e3) ** 4, status: failed ? 'krylov_stagnated' : 'ok',
        seconds: (k + 1) * (phi === 'chebyshev' ? Math.sqrt(kd / 1e6) : 3) * 8e-4 / h * 1e-3});
    }))));
}

/// Three sizes; times grow with them, and only the two finer runs reach 1%.
export function sizeRecords() {
  return [2976, 11880, 23706].flatMap((dof) => ['rk4', 'exprb42'].flatMap((integrator, k) =>
    [0.1, 0.005, 0.0003].map((error, n) => {
      const one = record({problem: 'bunny', title: `${dof}`, parameters: {end_time: 0.02}, integrator,
                          h: 1e-3 / 2 ** n, error, seconds: (2 - k) * dof * 2 ** n * 1e-5,
                          cheapestAt: [[0.1], [0.01], [0.001]][n]});
      return {...one, problem: {...one.problem, dof}};
    })));
}

export function bunnyEnergyRecords() {
  const t = [0, 0.25, 0.5, 0.75, 1];
  return [1e8, 1e10].flatMap((kd, rank) => [['epirk4s3', 1e-3], ['epirk4s3', 5e-4], ['implicit_midpoint', 1e-3]]
    .map(([integrator, h]) => record({
      problem: 'bunny', title: `kd = ${kd}`, parameters: {kd, end_time: 1}, rank, integrator, h, error: 1e-3,
      series: {t, drift: t.map((time) => h * Math.sin(5 * time) / 100)}})));
}

/// Losses of energy of two methods at three steps, and a run that failed.
export const lossRecords = () => ['sdirk2', 'bdf2'].flatMap((integrator, k) =>
  [0.033, 0.01, 0.005].map((h, n) => record({
    problem: 'beam', parameters: {end_time: 3}, integrator, order: 2, h, error: k === 1 && n === 0 ? null : 1,
    outputs: {specific_energy_loss: (k + 1) * h ** 2}})));

/// Four starts of two methods, whose energies spread as time goes on; one run fails.
export const startRecords = () => ['sdirk2', 'a_search'].flatMap((integrator, k) =>
  [1, 2, 3, 4].map((start) => record({
    problem: 'rotating_cube', parameters: {end_time: 10}, integrator, order: 2, h: 0.1, start, error: k === 1 && start === 4 ? null : 1,
    series: {t: [0, 5, 10], drift: [0, -k - 0.1 * start, -2 * k - start]}})));

/// Two cases at three steps: spectra that fall, and the motion of a bar; a run that failed keeps
/// what it has.
export function collisionRecords() {
  const t = [0, 1, 2.5, 5];
  const move = (offset) => t.map((time) => Math.abs(1 - time) + offset);
  return ['soft', 'stiff'].flatMap((scene, rank) => [1 / 30, 1 / 300, 1 / 3000].flatMap((h, n) =>
    ['bdf2', 'a_1'].map((integrator, k) => record({
      problem: 'collision_1d', title: scene, parameters: {case: scene, end_time: 5}, rank, integrator, h, error: 0.1,
      ...(n === 0 && k === 1 && {status: 'newton_not_converged'}),
      outputs: {centre_velocity: 0.9, impact_time: null, modal_frequency: [0, 3, 6, 9],
                modal_energy_after: [4, 0.1, 0.01 / (k + 1), 0.001], series_t: t, series_leading: move(0),
                series_centre: move(0.5), series_trailing: move(1)}}))));
}

/// The trapezoidal rule on its limit, and A-1 where it shall be, over the phase.
export function phaseRecords() {
  return [0.2, 0.5, 0.8].flatMap((beta) => ['trapezoidal', 'a_1'].map((integrator) => record({
    problem: 'particle_wall', integrator, h: 0.1, error: 0.1,
    parameters: {wall: 'quadratic', mass: 1, stiffness: 1e8, speed: 1, x0: beta / 10, end_time: 1},
    outputs: {final_velocity: integrator === 'a_1' ? 1 : beta < 2 / 3 ? 3 - 4 * beta : 8 * beta - 5}})));
}

/// Two flags, of which an explicit run diverges; brushes of three sizes at the times of a power law;
/// a coil's energy.
export function fibreRecords() {
  const flags = ['damped', 'undamped'].flatMap((scene) => [8e-4, 4e-4, 5e-5].map((h) => record({
    problem: 'flag', title: scene, parameters: {case: scene, end_time: 0.2}, integrator: 'rk4', h,
    error: h > 1e-4 ? null : 1e-3})));
  const brushes = [768, 4608, 18000, 72000].flatMap((dof) => [['rk4', 1], ['exprb42', 1.05]].map(([integrator, exponent]) => {
    const one = record({problem: 'brush', title: `${dof}`, parameters: {end_time: 0.02}, integrator,
                        h: 0.005, error: 1e-3, seconds: 1e-6 * dof ** exponent});
    return {...one, problem: {...one.problem, dof}};
  }));
  const t = [0, 20, 40, 60];
  const coils = [['exprb42', 1e-9], ['implicit_euler', 0.3]].map(([integrator, loss]) => record({
    problem: 'coil_spring', title: 'coil', parameters: {end_time: 60}, integrator, h: 0.05, error: 1e-3,
    series: {t, drift: t.map((time) => -loss * time / 60)}}));
  return [...flags, ...brushes, ...coils];
}

/// Growth per step of an explicit method, a damping one, and one that is no linear map.
export function stabilityRecords() {
  return Array.from({length: 61}, (_, k) => 10 ** (-1 + k / 15)).flatMap((omega) =>
    [['rk4', omega > 2.8 ? null : 1], ['implicit_euler', 1 / Math.hypot(1, omega)], ['a_search', NaN]]
      .map(([integrator, radius]) => ({
        ...record({problem: 'oscillator', parameters: {omega, end_time: 24}, integrator, h: 1,
                   error: radius === null ? null : 1}),
        outputs: {spectral_radius: radius || null, dissipation: omega < 3 && radius ? radius - 1 : null,
                  dispersion: omega < 3 && radius ? -omega * omega / 3 : null},
      })));
}

/// Growth on one mode with damping in proportion to stiffness: one method damps, another one refuses the stiffest
/// steps, a third grows on the softest.
export function stabilisedRecords() {
  return [0.25, 1].flatMap((beta) => Array.from({length: 41}, (_, n) => 10 ** (-2 + n / 5)).flatMap((k) =>
    [['rkc2', 0.5], ['rock4', k > 1e4 ? null : 0.9], ['rock2', k < 0.1 ? 1.01 : 0.9]].map(([integrator, radius]) => ({
      ...record({problem: 'forced_oscillator', parameters: {masses: [1, 1], load: 0, beta, k, end_time: 24}, integrator, h: 1,
                 method: `${integrator}, β = ${beta} h`, error: radius === null ? null : 1}),
      outputs: {spectral_radius: radius, dissipation: null, dispersion: null},
    }))));
}

/// Energies on a spring that turns: on a circle and from a start that is too short; one run diverged.
export function turningRecords() {
  return ['automatic', -0.01].flatMap((strain) => [5, 50, 500].flatMap((omega) =>
    ['exprb2', 'exprb42'].map((integrator) => ({
      ...record({problem: 'spring_pendulum', parameters: {omega, turn: 2, strain}, integrator, h: 0.1,
                 error: integrator === 'exprb42' && omega === 500 ? null : 1}),
      energy: {initial: 2, final: 2, max_drift: 1, rms_drift: 0.5, slope: 0},
    }))));
}

/// As 'stiffbench list integrators --properties --out' writes them: implicit Euler and a square that
/// holds no stable place.
export function regionRecords() {
  const re = [-1, 0.5, 1];
  return [['implicit_euler', re.map((x) => 1 / Math.hypot(1 - x, 1))], ['explicit_euler', [1.4, 2, null]]].map(
    ([name, growth]) => ({schema: 'stiffbench.stability/1', integrator: {name}, method: name,
                          region: {edge: 0.25, re, im: [1, 1, 1], growth}}));
}

/// As 'stiffbench check contact --out' writes them: two phenomena with two numbers each, and every kind of result.
export function ladderRecords() {
  const results = {sdirk2: ['ok', true], bdf2: ['ok', false], rk4: ['diverged', false], exprb2: ['not_applicable', false]};
  return [0, 1, 2, 3].flatMap((place) => Object.entries(results).map(([name, [status, stands]]) => ({
    schema: 'stiffbench.contact_number/1', place, phenomenon: place < 2 ? 'slope' : 'rest', parameters: '', quantity: `number ${place}`,
    unit: 'm', predicted: 1, low: 0.9, high: 1.1, must_stand: false, integrator: {name}, method: name, status,
    reason: status === 'ok' ? null : 'a reason', measured: status === 'ok' ? (stands ? 1 : 2) : null, stands})));
}

/// A fresh directory with these rows, of the figure's kind, in this file.
export function rowsDirectory(rows, file = 'rows.jsonl', tail = '') {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'stiffbench-figures-'));
  mkdirSync(directory, {recursive: true});
  writeFileSync(path.join(directory, file),
                rows.map((one) => JSON.stringify(one) + '\n').join('') + tail);
  return directory;
}
