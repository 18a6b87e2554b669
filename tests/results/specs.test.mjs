// Every spec draws what its records say: points, failures, floors, guides.
import assert from 'node:assert/strict';
import test from 'node:test';
import {draw as drawAll, figureNames, readSpec, toSvg} from '../../results/figures/lib/figure.mjs';
import {bunnyEnergyRecords, bunnyRecords, collisionRecords, energyRecords, fibreRecords, fputRecords, ladderRecords, lossRecords, phaseRecords, phiRecords, record, regionRecords, sizeRecords, stabilisedRecords, stabilityRecords, startRecords, turningRecords} from './fixture.mjs';
import {count, figure, linesOf, pointsOf, textsOf, wordsOf} from './marks.mjs';

const draw = (name, records) => toSvg(name, readSpec(name).spec, records);
const points = /aria-roledescription="point"/g;
const lines = /aria-roledescription="line mark"/g;

/// The rows of every fixture.
const fixtures = () => [
  fputRecords(), bunnyRecords(), energyRecords(), phiRecords(), sizeRecords(), bunnyEnergyRecords(), collisionRecords(), phaseRecords(),
  stabilisedRecords(), stabilityRecords(), fibreRecords(), lossRecords(), startRecords(), turningRecords()];

test('every figure name has a spec that draws some fixture, of which Vega does not warn, and nothing of an unfitting one', async () => {
  for (const name of figureNames().filter((one) => !['stability_region', 'contact_ladder', 'frames'].includes(one))) {
    let drawn = 0;
    for (const rows of fixtures()) {
      const warnings = [];
      if (!await drawAll(name, readSpec(name).spec, rows, {}, (text) => warnings.push(text))) continue;
      drawn += 1;
      assert.deepEqual(warnings, [], name);
    }
    assert.ok(drawn > 0, name);
  }
  assert.equal(await draw('fput_order', bunnyRecords()), null);
  assert.equal(await draw('bunny_precision', fputRecords()), null);
  assert.equal(await draw('stability_map', bunnyRecords()), null);
  assert.equal(await draw('fput_energy_methods', fputRecords()), null);
  assert.equal(await draw('turning_spring', fputRecords()), null);
});

test('the collision figures draw spectra and three lines of motion of every run', async () => {
  const records = collisionRecords();
  assert.equal(count(await draw('collision_spectrum', records), lines), records.length);
  assert.equal(count(await draw('collision_motion', records), lines), 3 * records.length);
  const words = wordsOf(await draw('collision_spectrum', records));
  assert.match(words, /h = 1\/30 s .*h = 1\/300 s .*h = 1\/3000 s soft .*h = 1\/30 s .*h = 1\/300 s .*h = 1\/3000 s stiff/);
  const phase = phaseRecords();
  assert.equal(count(await draw('particle_wall_phase', phase), points), phase.length);
});

test('a spring that turns: every run is a point, failed ones above the line', async () => {
  const svg = await draw('turning_spring', turningRecords());
  assert.equal(count(svg, points), turningRecords().length);
  assert.equal(count(svg, lines), 4);
});

test('the loss of energy is drawn of runs that ended well, as a line of each method', async () => {
  const svg = await draw('solid_loss', lossRecords());
  assert.equal(count(svg, points), 5);
  assert.equal(count(svg, lines), 2);
});

test('energies from several starts are a mean and a band of each method', async () => {
  const svg = await draw('energy_statistics', startRecords());
  assert.equal(count(svg, lines), 2);
  assert.equal(count(svg, /aria-roledescription="errorband"/g), 2);
  assert.equal(await draw('energy_statistics', energyRecords()), null);
});

test('the steps of a case share their ranges, and a title of axes stands once', async () => {
  for (const [name, vertical, horizontal] of [['collision_spectrum', 'energy (J)', 'angular frequency (rad/s)'], ['collision_motion', 'x (m)', 't (s)']]) {
    const svg = await draw(name, collisionRecords());
    assert.deepEqual([vertical, horizontal].map((title) => svg.split(`>${title}<`).length - 1), [2, 1], name);
    const ranges = [...svg.matchAll(/Y-axis for a \w+ scale with values from ([^"]*)"/g)].map(([, range]) => range);
    assert.equal(ranges.length, 6, name);
    for (const own of [ranges.slice(0, 3), ranges.slice(3)]) assert.equal(new Set(own).size, 1, name);
  }
});

test('where lines coincide, a thin one lies on a wide one', async () => {
  const svg = await draw('collision_motion', collisionRecords());
  const widths = [...svg.matchAll(/aria-roledescription="line mark"[^>]*stroke="[^"]*" stroke-width="([\d.]+)"/g)].map(([, width]) => Number(width));
  for (let panel = 0; panel < 6; ++panel) {
    const own = widths.slice(6 * panel, 6 * panel + 6);
    assert.deepEqual(own, [...own].sort((a, b) => b - a));
    assert.equal(new Set(own).size, 2);
  }
});

test('the energy figures draw one line for each run that they are about', async () => {
  const records = energyRecords();
  assert.equal(count(await draw('fput_energy_methods', records), lines), 2 * 6);
  assert.equal(count(await draw('fput_energy_steps', records), lines), 2 * (5 + 6));
});

test('the figure of sizes draws of each method the cheapest run that reaches 1%', async () => {
  const svg = await draw('bunny_size', sizeRecords());
  assert.equal(count(svg, points), 6);
  const times = [...svg.matchAll(/degrees of freedom: 2976; run time \(s\): ([\d.e-]+); method: \w+; dof/g)].map(([, time]) => Number(time));
  assert.deepEqual(times.sort(), [0.05952, 0.11904]);
  assert.equal(await draw('bunny_size', sizeRecords().filter((one) => one.problem.dof === 2976)), null);
});

test('the energy figure of the bunny draws every run below and epirk4s3 above', async () => {
  assert.equal(count(await draw('bunny_energy', bunnyEnergyRecords()), lines), 4 + 6);
});

test('the stability map has a red place for every unstable step, a grey one for what is no linear map', async () => {
  const svg = await draw('stability_map', stabilityRecords());
  const unstable = stabilityRecords().filter((one) => one.status === 'diverged').length;
  assert.ok(unstable > 10);
  assert.equal(count(svg, /aria-roledescription="rect mark"[^>]*fill="#d55e00"/g), unstable);
  assert.equal(count(svg, /aria-roledescription="rect mark"[^>]*fill="#b0b0b0"/g), 61);
});

test('the map of stabilised methods has a row for each method and damping, red growth, and grey steps that are refused', async () => {
  const svg = await draw('stabilised_map', stabilisedRecords());
  const of = (is) => stabilisedRecords().filter(is).length;
  assert.equal(count(svg, /aria-roledescription="rect mark"[^>]*fill="#d55e00"/g), of((one) => one.outputs.spectral_radius > 1));
  assert.equal(count(svg, /aria-roledescription="rect mark"[^>]*fill="#b0b0b0"/g), of((one) => one.status === 'diverged'));
  for (const name of ['rkc2', 'rock2', 'rock4'])
    for (const beta of ['0.25', '1']) assert.ok(wordsOf(svg).includes(`${name}, β = ${beta} h`), `${name} ${beta}`);
  assert.equal(await draw('stabilised_map', stabilityRecords()), null);
});

test('a figure with a block for each family has its key in groups by family, where each has its names', async () => {
  const both = (names) => [0.5, 1, 2].flatMap((omega) => names.map((integrator) => ({  // whose lines coincide
    ...record({problem: 'oscillator', parameters: {omega, end_time: 24}, integrator, h: 1, error: 1}),
    outputs: {spectral_radius: 1, dissipation: -0.01 * omega ** 4, dispersion: 0.01 * omega ** 2}})));
  const svg = await draw('dissipation_dispersion', [...both(['rk4', 'velocity_verlet']), ...both(['sdirk2', 'tr_bdf2'])]);
  const words = wordsOf(svg).split(/\s+/), places = ['explicit:', 'rk4', 'velocity_verlet', 'implicit:', 'sdirk2', 'tr_bdf2'].map((word) => words.indexOf(word));
  assert.ok(places.every((place) => place >= 0), places.join());
  assert.deepEqual(places, [...places].sort((a, b) => a - b));
});

test('a region of stability is where |R| is at most 1, of every method', async () => {
  const svg = await draw('stability_region', regionRecords());
  assert.equal(count(svg, /aria-roledescription="rect mark"/g), 3);
  assert.equal(await draw('stability_region', fputRecords()), null);
});

test('the ladder of contact has a place of its own colour for every number and method', async () => {
  const svg = await draw('contact_ladder', ladderRecords());
  for (const color of ['#74add1', '#d55e00', '#7a1f00', '#d9d9d9'])
    assert.equal(count(svg, new RegExp(`aria-roledescription="rect mark"[^>]*fill="${color}"`, 'g')), 4, color);
  assert.match(wordsOf(svg), /slope.*rest/);
});

test('the size of brushes: times, memory, and the exponent that the times follow', async () => {
  const svg = await draw('brush_size', fibreRecords());
  assert.equal(count(svg, points), 8 + 8 + 2);
  assert.equal(count(svg, />1\.00</g), 1);
  assert.equal(count(svg, />1\.05</g), 1);
});

test('the coil: energy and the largest drift of every run', async () => {
  assert.equal(count(await draw('coil_energy', fibreRecords()), lines), 2 + 2);
});

test('the work figures draw time and calls of finished runs', async () => {
  const finished = bunnyRecords().filter((one) => one.status === 'ok');
  const work = await figure('work_precision', bunnyRecords());
  assert.equal(pointsOf(work).length, finished.length + 0);  // families: over time alone
  assert.match(wordsOf(work.svg), /--x force, --x calls/);
  const fput = fputRecords();
  assert.equal(pointsOf(await figure('fput_efficiency', fput)).length, fput.length);
});

test('the figure of three measures draws each run three times, against its own floors', async () => {
  const records = bunnyRecords().filter((one) => !/^(cvode|epirk|trig|new|gen|bdf)/.test(one.method));
  const ok = records.filter((one) => one.status === 'ok').length;
  const picture = await figure('precision_measures', records);
  assert.equal(pointsOf(picture).length, 3 * ok);
  for (const words of ['positions', 'velocities', 'energy norm']) assert.equal(count(picture.svg, new RegExp(`>relative error, ${words}<`, 'g')), 3);
  const one = record({h: 0.1, error: 1e-3});
  one.error.velocity.l2_relative = 1e-14;
  one.below_floor.velocity = true;
  assert.equal(pointsOf(await figure('precision_measures', [one])).filter(({color}) => color === '#b0b0b0').length, 1);
});

test('the figures of phi functions have a line for each back end, or for each tolerance', async () => {
  const stiffness = await draw('phi_stiffness', phiRecords().filter((one) => one.step.h === 1e-4));
  assert.equal(count(stiffness, points), 2 * (4 + 3 + 4));
  assert.equal(count(stiffness, /aria-roledescription="text mark"[^>]*>K</g), 2);
  const plateaus = await figure('phi_error_floors', phiRecords().filter((one) => one.problem.parameters.kd === 1e8));
  assert.equal(pointsOf(plateaus).length, 3 * 2 * 3);
  assert.equal(linesOf(plateaus).length, 3 * 2);
  assert.equal(textsOf(plateaus).filter(({text, name}) => text === '10⁻⁶' && name === 'name').length, 3);
  assert.equal(await draw('phi_error_floors', fputRecords()), null);
});

test('a run of several fitting problems stands in its panel; unknown methods come last and look different', async () => {
  const names = ['newcomer', 'exprb2', 'bdf2', 'another', 'rk4'];
  const picture = await figure('precision', names.map((integrator, k) => record({integrator, h: 0.1, error: 10 ** -k})));
  assert.equal(new Set(pointsOf(picture).map(({shape, color}) => shape + color)).size, names.length);
  assert.equal(new Set(pointsOf(picture).map(({shape}) => shape)).size, names.length);
});

test('precision over h omega_max: each problem has its own frequency, and problems without one are left out', async () => {
  const {svg, ...picture} = await figure('precision_omega', fibreRecords());
  const drawn = pointsOf(picture);
  assert.equal(drawn.length, fibreRecords().filter((one) => one.status === 'ok').length);
  for (const value of [1.53, 31.1, 1820]) assert.ok(drawn.some(({x}) => Math.abs(x / value - 1) < 5e-3), `${value}`);
  assert.match(svg, />h ω_max</);
  assert.equal(await draw('precision_omega', fputRecords()), null);
});
