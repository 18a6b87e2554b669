// Every figure that is plain Vega-Lite looks as diagrams do: numbers at its ticks, the titles of its spec, the
// colours of methods, the experiment's title, and words on the runs that failed.
import assert from 'node:assert/strict';
import test from 'node:test';
import {complete, figureNames, readSpec} from '../../results/figures/lib/figure.mjs';
import {palette} from '../../results/figures/lib/methods.mjs';
import {runsOf} from '../../results/figures/lib/plot/runs.mjs';
import {viewOf} from '../../results/figures/lib/vega.mjs';
import * as fixture from './fixture.mjs';

const {bunnyEnergyRecords, collisionRecords, energyRecords, fibreRecords, ladderRecords, lossRecords, phaseRecords, phiRecords,
       regionRecords, sizeRecords, stabilisedRecords, stabilityRecords, startRecords, turningRecords} = fixture;
const rowsOf = {
  bunny_energy: bunnyEnergyRecords, bunny_size: sizeRecords, coil_energy: fibreRecords, contact_ladder: ladderRecords, collision_motion: collisionRecords,
  collision_spectrum: collisionRecords, dissipation_dispersion: stabilityRecords, energy_statistics: startRecords,
  fput_energy_methods: energyRecords, fput_energy_steps: energyRecords, particle_wall_phase: phaseRecords, phi_stiffness: phiRecords,
  solid_energy: energyRecords, solid_loss: lossRecords, stabilised_map: stabilisedRecords, stability_map: stabilityRecords, stability_region: regionRecords,
  brush_size: fibreRecords, turning_spring: turningRecords};

const plain = figureNames().map((name) => ({name, spec: readSpec(name).spec}))
  .filter(({spec}) => !spec.usermeta?.diagram && !spec.usermeta?.layout);
const widths = [178, 85];
const title = 'The title of the experiment';

/// A row as one that a figure draws, of a method that failed.
const failedAs = (row) => ({...row, id: 'failed', method: 'newcomer', status: 'diverged', failure: {sign: '×', label: '×  diverged'},
                            energy: {...row.energy, series: null}});

/// All items of a scene, with what is around them and their boxes in the picture.
function itemsOf(mark, left = 0, top = 0, around = []) {
  return mark.items.flatMap((item) => {
    const x = left + (item.x ?? 0), y = top + (item.y ?? 0), roles = [...around, mark.role];
    if (mark.marktype === 'group') return item.items.flatMap((inner) => itemsOf(inner, x, y, roles));
    const {x1, y1, x2, y2} = item.bounds;
    return [{item, roles, kind: mark.marktype, axis: around.lastIndexOf('axis') >= 0, box: [left + x1, top + y1, left + x2, top + y2]}];
  });
}

async function sceneOf({name, spec}, rows, width) {
  const view = await viewOf(name, await complete(name, spec, rows, {experiment: title, width}), assert.fail);
  const {root} = view.scenegraph(), items = itemsOf(root), {bounds} = root.items[0];
  view.finalize();
  return {items, bounds, of: (role) => items.filter(({roles}) => roles.at(-1) === role)};
}

const overlap = (a, b) => a[0] < b[2] - 1 && b[0] < a[2] - 1 && a[1] < b[3] - 1 && b[1] < a[3] - 1;
const number = /^−?(\d+(\.\d+)?|(\d+(\.\d+)?·)?10[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]*)$/;
const texts = (items) => items.map(({item}) => [item.text].flat().join(' '));
const strings = (part) => (typeof part === 'string' ? [part] : part && typeof part === 'object' ? Object.values(part).flatMap(strings) : []);

test('a fixture for every figure', () => {
  assert.deepEqual(plain.map(({name}) => name).filter((name) => !rowsOf[name]), []);
});

for (const figure of plain) {
  const {name, spec} = figure, rows = rowsOf[name](), isOfRuns = !spec.usermeta?.rows;
  test(`${name}: says only what it shows`, () => {
    const words = JSON.stringify(spec);
    for (const own of ['labelExpr', 'tickCount', '"config"', 'labelLimit', 'fontFamily', '"scheme"', 'strokeDash": {"field": "series'])
      assert.ok(!words.includes(own), own);
    assert.equal(typeof spec.title, 'string');
    assert.equal(typeof spec.usermeta.runs, isOfRuns ? 'string' : 'undefined');
  });

  for (const width of widths)
    test(`${name}: ticks, titles and colours at ${width} mm`, async () => {
      const scene = await sceneOf(figure, rows, width);
      const labels = scene.of('axis-label').filter(({item}) => item.text !== ''), names = new Set(rows.map(({method}) => method));
      assert.ok(labels.length > 3);
      for (const text of texts(labels)) assert.ok(number.test(text) || names.has(text), text);
      for (const [k, one] of labels.entries())
        for (const other of labels.slice(0, k)) assert.ok(!overlap(one.box, other.box), texts([one, other]).join(' on '));
      for (const text of texts(scene.of('axis-title'))) assert.ok(strings(spec).includes(text), `title "${text}"`);
      assert.equal(texts(scene.of('title-text')).includes(title), true);
      const lines = scene.items.filter(({kind, roles}) => kind === 'line' && roles.at(-1) === 'mark' && roles.length > 1);
      const isSequence = JSON.stringify(spec).includes('"ordinal"');
      for (const {item} of lines)
        assert.ok(isSequence || [...palette.colors, '#888888'].includes(item.stroke), `colour ${item.stroke}`);
      for (const {box} of scene.items.filter(({roles}) => roles.at(-1) === 'title-text' || roles.at(-1) === 'title-subtitle'))
        assert.ok(box[2] <= (width * 96) / 25.4 - 12 + 8, `the title ends at ${box[2]} px`);
    });

  if (isOfRuns)
    test(`${name}: a run that failed is named or drawn`, async () => {
      const scene = await sceneOf(figure, [...rows, failedAs(runsOf(spec, rows).find(({failure}) => !failure))], 178);
      if (spec.usermeta.failures !== 'drawn') assert.match(texts(scene.of('title-subtitle')).join(' '), /Failed: .*newcomer/);
      else assert.ok(texts(scene.items).some((text) => /newcomer|×/.test(text)) || scene.items.some(({item}) => item.datum?.method === 'newcomer'));
    });
}

for (const width of widths)
  test(`bunny_energy: names wider than their panels leave the panels their room at ${width} mm`, async () => {
    const figure = plain.find(({name}) => name === 'bunny_energy');
    const rows = [0, 1, 2].flatMap((rank) => rowsOf.bunny_energy().filter(({problem}) => problem.rank === 0).map((row) => (
      {...row, id: `${row.id} ${rank}`, problem: {...row.problem, rank, label: `κ = 1e10, kd = 1e1${rank} N/m, stiff, T = 0.004 s`}})));
    const {items, bounds} = await sceneOf(figure, rows, width), page = (width * 96) / 25.4;
    assert.ok(bounds.x2 - bounds.x1 <= page, `${bounds.x2 - bounds.x1} px on a page of ${page}`);
    assert.ok(texts(items.filter(({kind}) => kind === 'text')).some((text) => text.endsWith('T = 0.004 s')));
  });
