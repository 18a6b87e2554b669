// Every spec draws what its records say: points, failures, floors, guides.
import assert from 'node:assert/strict';
import test from 'node:test';
import {figureNames, readSpec, toSvg} from '../../results/figures/lib/figure.mjs';
import {bunnyEnergyRecords, bunnyRecords, collisionRecords, energyRecords, fibreRecords, fputRecords, phaseRecords, phiRecords, record, regionRecords, sizeRecords, stabilityRecords} from './fixture.mjs';

const draw = (name, records) => toSvg(name, readSpec(name).spec, records);
const count = (text, pattern) => [...text.matchAll(pattern)].length;
const points = /aria-roledescription="point"/g;
const greyPoints = /aria-roledescription="point"[^>]*fill="#b0b0b0"/g;
const floorRules = /aria-roledescription="rule mark"[^>]*stroke="#777777"/g;
const floorBands = /aria-roledescription="rect mark"[^>]*fill="#dddddd"/g;
const crosses = /aria-roledescription="text mark"[^>]*>×</g;
const lines = /aria-roledescription="line mark"/g;

test('every figure name has a spec that draws some fixture and nothing of an unfitting one', async () => {
  const all = [...fputRecords(), ...bunnyRecords(), ...energyRecords(), ...phiRecords(), ...sizeRecords(),
               ...bunnyEnergyRecords(), ...collisionRecords(), ...phaseRecords(),
               ...stabilityRecords(), ...fibreRecords()];
  for (const name of figureNames().filter((one) => !['stability_region', 'frames'].includes(one)))
    assert.ok(await draw(name, all), name);
  assert.equal(await draw('fput_order', bunnyRecords()), null);
  assert.equal(await draw('bunny_precision', fputRecords()), null);
  assert.equal(await draw('stability_map', bunnyRecords()), null);
  assert.equal(await draw('fput_energy_methods', fputRecords()), null);
});

test('the bunny figure marks failures, floors and what is below them', async () => {
  const records = bunnyRecords();
  const svg = await draw('bunny_precision', records);
  const ok = records.filter((one) => one.status === 'ok');
  const below = ok.filter((one) => one.error.energy_norm_relative < one.error.floor.energy_norm_relative);
  assert.ok(below.length > 0);
  assert.equal(count(svg, points), ok.length);
  assert.equal(count(svg, greyPoints), below.length);
  assert.equal(count(svg, floorRules), 3);
  assert.equal(count(svg, floorBands), 3);
  assert.equal(count(svg, crosses), records.filter((one) => one.status === 'diverged').length);
  assert.equal(count(svg, /aria-roledescription="text mark"[^>]*>T</g), 3);
  assert.match(svg, />failed runs</);
  assert.match(svg, />×  diverged</);
});

test('failed runs stand above all errors, at their own step', async () => {
  const at = (h, error) => record({h, error, integrator: 'rk4'});
  const svg = await draw('precision', [at(0.1, null), at(0.05, 1), at(0.025, 1e-3)]);
  const place = (pattern) => svg.match(new RegExp(`${pattern.source}[^>]*translate\\(([\\d.]+),([\\d.]+)\\)`)).slice(1).map(Number);
  const [failedX, failedY] = place(/step size h \(s\): 0\.1;/);
  const [largestX, largestY] = place(/step size h \(s\): 0\.05;/);
  assert.ok(failedX > largestX);
  assert.ok(failedY + 6 < largestY, `${failedY} ${largestY}`);
});

test('a failed run that does not tell its steps stands at the left', async () => {
  const svg = await draw('precision', [
    record({h: 0.1, error: 1e-3}), record({h: 0.05, error: 1e-4}),
    record({integrator: 'cvode_bdf', tolerance: 1e-9, error: null, status: 'timeout'})]);
  assert.equal(count(svg, /aria-roledescription="text mark"[^>]*translate\(8,11\)[^>]*>T</g), 1);
});

test('no failure, no legend of failures; no floor, no band', async () => {
  const nothing = {position: {}, velocity: {}, state_max: null, energy_norm_relative: null};
  const exact = fputRecords().map((one) => ({...one, error: {...one.error, floor: nothing, reference: null}, below_floor: {}}));
  const svg = await draw('precision', exact);
  assert.doesNotMatch(svg, /failed runs</);
  assert.equal(count(svg, floorRules), 0);
  assert.equal(count(svg, greyPoints), 0);
  assert.equal(count(svg, points), exact.length);
});

test('the order figure has guides of slope 4, 2 and 4', async () => {
  const svg = await draw('fput_order', fputRecords());
  const guides = [...svg.matchAll(/method: (\w+)"[^>]*d="M([^"]*)" stroke="#888888"/g)];
  const slopes = Object.fromEntries(guides.map(([, method, path]) => {
    const [first, ...rest] = path.split('L').map((pair) => pair.split(',').map(Number));
    const last = rest.at(-1);
    return [method, (first[1] - last[1]) / (last[0] - first[0])];
  }));
  assert.deepEqual(Object.keys(slopes).sort(), ['exprb2', 'exprb42', 'rk4']);
  assert.ok(Math.abs(slopes.exprb42 / slopes.exprb2 - 2) < 1e-3);
  assert.ok(Math.abs(slopes.rk4 / slopes.exprb2 - 2) < 1e-3);
  assert.equal(count(svg, />slope 2</g), 1);
  assert.equal(count(svg, />slope 4</g), 2);
});

test('the work figures draw time and calls of finished runs', async () => {
  const finished = bunnyRecords().filter((one) => one.status === 'ok').length;
  assert.equal(count(await draw('work_precision', bunnyRecords()), points), 2 * finished);
  const fput = fputRecords();
  assert.equal(count(await draw('fput_efficiency', fput), points), fput.length);
});

test('the collision figures draw spectra and three lines of motion of every run', async () => {
  const records = collisionRecords();
  assert.equal(count(await draw('collision_spectrum', records), lines), records.length);
  assert.equal(count(await draw('collision_motion', records), lines), 3 * records.length);
  const svg = await draw('collision_spectrum', records);
  assert.deepEqual([...svg.matchAll(/>(\w+), h = 1\/(\d+) s</g)].map(([, scene, steps]) => scene + steps),
                   ['soft30', 'soft300', 'soft3000', 'stiff30', 'stiff300', 'stiff3000']);
  const phase = phaseRecords();
  assert.equal(count(await draw('particle_wall_phase', phase), points), phase.length);
});

test('the energy figures draw one line for each run that they are about', async () => {
  const records = energyRecords();
  assert.equal(count(await draw('fput_energy_methods', records), lines), 2 * 6);
  assert.equal(count(await draw('fput_energy_steps', records), lines), 2 * (5 + 6));
});

test('the figure of three measures draws each run three times, against its own floors', async () => {
  const records = bunnyRecords();
  const ok = records.filter((one) => one.status === 'ok').length;
  const svg = await draw('precision_measures', records);
  assert.equal(count(svg, points), 3 * ok);
  assert.equal(count(svg, floorRules), 9);
  assert.equal(count(svg, crosses), 3 * records.filter((one) => one.status === 'diverged').length);
  const one = record({h: 0.1, error: 1e-3});
  one.error.velocity.l2_relative = 1e-14;
  one.below_floor.velocity = true;
  assert.equal(count(await draw('precision_measures', [one]), greyPoints), 1);
});

test('the figure of sizes draws of each method the cheapest run that reaches 1%', async () => {
  const svg = await draw('bunny_size', sizeRecords());
  assert.equal(count(svg, points), 6);
  const times = [...svg.matchAll(/degrees of freedom: 2976; time of all steps \(s\): ([\d.e-]+); integrator: \w+; dof/g)].map(([, time]) => Number(time));
  assert.deepEqual(times.sort(), [0.05952, 0.11904]);
  assert.equal(await draw('bunny_size', sizeRecords().filter((one) => one.problem.dof === 2976)), null);
});

test('the figures of phi functions have a line for each back end, or for each tolerance', async () => {
  const stiffness = await draw('phi_stiffness', phiRecords().filter((one) => one.step.h === 1e-4));
  assert.equal(count(stiffness, points), 2 * (4 + 3 + 4));
  assert.equal(count(stiffness, /aria-roledescription="text mark"[^>]*>K</g), 2);
  const plateaus = await draw('phi_plateaus', phiRecords().filter((one) => one.problem.parameters.kd === 1e8));
  assert.equal(count(plateaus, points), 3 * 2 * 3);
  assert.equal(count(plateaus, lines), 3 * 2);
});

test('the energy figure of the bunny draws every run below and epirk4s3 above', async () => {
  assert.equal(count(await draw('bunny_energy', bunnyEnergyRecords()), lines), 4 + 6);
});

test('integrators that choose their steps stand at their mean step', async () => {
  const svg = await draw('precision', [record({integrator: 'cvode_bdf', order: null, tolerance: 1e-6,
                                              count: 400, error: 1e-5})]);
  assert.match(svg, /step size h \(s\): 0\.25;/);
});

test('a line goes from tolerance to tolerance, even where a smaller one takes fewer steps', async () => {
  const at = (tolerance, count, error) => record({integrator: 'cvode_adams', order: null, tolerance, count, error});
  const svg = await draw('precision', [at(1e-3, 100, 1e-2), at(1e-7, 200, 1e-6), at(1e-5, 300, 1e-4)]);
  const path = svg.match(/aria-roledescription="line mark" d="M([^"]*)"/)[1];
  const heights = path.split('L').map((pair) => Number(pair.split(',')[1]));
  assert.deepEqual(heights, [...heights].sort((a, b) => b - a));
});

test('legends go by families; unknown methods come last and look different', async () => {
  const names = ['newcomer', 'exprb2', 'bdf2', 'another', 'rk4'];
  const svg = await draw('precision', names.map((integrator, k) => record({integrator, h: 0.1, error: 10 ** -k})));
  const order = [...svg.matchAll(/>(newcomer|exprb2|bdf2|another|rk4)<\/text>/g)].map(([, name]) => name);
  assert.deepEqual(order, ['rk4', 'bdf2', 'exprb2', 'another', 'newcomer']);
  const looks = [...svg.matchAll(/aria-roledescription="point"[^>]* d="([^"]*)" fill="([^"]*)"/g)];
  assert.equal(new Set(looks.map(([, d, fill]) => d + fill)).size, names.length);
});

test('panels stand in natural order, whatever the order of the records', async () => {
  const svg = await draw('bunny_precision', bunnyRecords().reverse());
  assert.deepEqual([...svg.matchAll(/>kd = (1e\d+) N/g)].map(([, kd]) => kd), ['1e8', '1e10', '1e12']);
});

test('the stability map has a red place for every unstable step, a grey one for what is no linear map', async () => {
  const svg = await draw('stability_map', stabilityRecords());
  const unstable = stabilityRecords().filter((one) => one.status === 'diverged').length;
  assert.ok(unstable > 10);
  assert.equal(count(svg, /aria-roledescription="rect mark"[^>]*fill="#d55e00"/g), unstable);
  assert.equal(count(svg, /aria-roledescription="rect mark"[^>]*fill="#b0b0b0"/g), 61);
});

test('a region of stability is where |R| is at most 1, of every method', async () => {
  const svg = await draw('stability_region', regionRecords());
  assert.equal(count(svg, /aria-roledescription="rect mark"/g), 3);
  assert.equal(await draw('stability_region', fputRecords()), null);
});

test('precision over h omega_max: each problem has its own frequency, and problems without one are left out', async () => {
  const svg = await draw('precision_omega', fibreRecords());
  assert.equal(count(svg, points), fibreRecords().filter((one) => one.status === 'ok').length);
  assert.match(svg, /h ω_max \(–\): 1\.53;/);
  assert.match(svg, /h ω_max \(–\): 31\.1/);
  assert.match(svg, /h ω_max \(–\): 1824/);
  assert.equal(await draw('precision_omega', fputRecords()), null);
});

test('the size of brushes: times, memory, and the exponent that the times follow', async () => {
  const svg = await draw('toothbrush_size', fibreRecords());
  assert.equal(count(svg, points), 8 + 8 + 2);
  assert.equal(count(svg, />1\.00</g), 1);
  assert.equal(count(svg, />1\.05</g), 1);
});

test('the coil: energy and the largest drift of every run', async () => {
  assert.equal(count(await draw('coil_energy', fibreRecords()), lines), 2 + 2);
});

test('many methods that failed take a third of the panel at most, and errors keep their place', async () => {
  const failed = Array.from({length: 60}, (_, k) => record({h: 0.1, error: null, integrator: `method_${k}`}));
  const svg = await draw('precision', [...failed, record({h: 0.05, error: 1}), record({h: 0.025, error: 1e-3})]);
  assert.equal(count(svg, crosses), 60);
  assert.match(svg, />1e-2</);
  assert.doesNotMatch(svg, />1e-?([2-9]\d|1\d\d)/);
});
