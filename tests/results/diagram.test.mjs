// Diagrams: every run has its mark, in the place and the look that its row asks for, and the picture
// can be read in print.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {outline} from '../../results/figures/lib/diagram/svg.mjs';
import {ticksOf} from '../../results/figures/lib/diagram/axis.mjs';
import {spread} from '../../results/figures/lib/diagram/key.mjs';
import {methodsOf, stylesOf} from '../../results/figures/lib/methods.mjs';
import {factorFor} from '../../results/figures/lib/plot/plot.mjs';
import {stylesBy} from '../../results/figures/lib/plot/runs.mjs';
import {problemsOf} from '../../results/figures/page/data.mjs';
import {bunnyRecords, energyRecords, fputRecords, record} from './fixture.mjs';
import {allMethodRows} from './many_rows.mjs';
import {count, figure, floorsOf, framesOf, grey, greyLinesOf, linesOf, looksOf, pointsOf, sizeOf, slopesOf, stripsOf, textsOf, wordsOf} from './marks.mjs';

/// Twelve methods of seven families.
function manyRecords() {
  const names = ['rk4', 'velocity_verlet', 'bdf2', 'newmark', 'sdirk2', 'sdirk3', 'ros3pl', 'a_1', 'exprb2', 'exprb42', 'cvode_bdf', 'cvode_adams'];
  return names.flatMap((integrator, k) => [0, 1, 2].map((n) => {
    const adaptive = integrator.startsWith('cvode');
    return record({
      problem: 'brush', integrator, order: 2, ...(adaptive ? {tolerance: 10 ** (-3 - 2 * n), count: 100 * (n + 1)} : {h: 0.1 / 2 ** n}),
      error: n === 0 && k < 2 ? null : 10 ** (-1 - n - k / 10), seconds: 1 + k + n, pareto: k === 4,
      ranks: k < 3 && n === 2 ? [{level: 0.01, rank: k + 1, ratio: 1 + k / 2, coarsest: false, lead: k ? null : 'clear'}] : []});
  }));
}

test('failed runs stand in a strip above the line that divides it from the panel, one row for each status', async () => {
  const rows = [record({h: 0.1, error: null}), record({h: 0.05, error: 1}), record({h: 0.025, error: 1e-3}),
                record({integrator: 'bdf2', h: 0.1, error: null, status: 'newton_not_converged'})];
  const picture = await figure('precision', rows);
  const signs = textsOf(picture).filter(({text}) => ['×', 'N'].includes(text));
  assert.equal(signs.length, 2);
  for (const {top} of signs) assert.ok(top < -4, `${top}`);
  assert.ok(pointsOf(picture).every(({top}) => top > 0));
  const labels = textsOf(picture).filter(({text}) => ['diverged', 'newton not converged'].includes(text));
  assert.equal(labels.length, 2);
  assert.ok(Math.abs(labels[0].top - labels[1].top) >= 10);
  const [largest] = pointsOf(picture).filter(({x}) => x === 0.05);
  assert.ok(signs[0].left > largest.left);
});

test('failed runs that coincide are a number, and the data name the methods', async () => {
  const methods = Array.from({length: 9}, (_, k) => record({h: 0.1, error: null, integrator: `method_${k}`}));
  const picture = await figure('precision', [...methods, record({h: 0.05, error: 1}), record({h: 0.025, error: 1e-3})]);
  assert.ok(textsOf(picture).every(({text}) => text !== '×'));
  assert.ok(textsOf(picture).some(({text, top}) => text === '9' && top < -4));
  assert.match(picture.csv, /"method_0, method_1, method_2, method_3, method_4, method_5, method_6, method_7, method_8"/);
});

test('a failed run whose step is not known stands at the left, and the caption says so', async () => {
  const picture = await figure('precision', [
    record({h: 0.1, error: 1e-3}), record({h: 0.05, error: 1e-4}),
    record({integrator: 'cvode_bdf', tolerance: 1e-9, error: null, status: 'timeout'})]);
  assert.ok(textsOf(picture).find(({text}) => text === 'T').left <= 8);
  assert.match(wordsOf(picture.svg), /step not known/);
});

test('no failure, no strip; no floor, no band and no mark of it', async () => {
  const nothing = {position: {}, velocity: {}, state_max: null, energy_norm_relative: null};
  const exact = fputRecords().map((one) => ({...one, error: {...one.error, floor: nothing, digits: null, reference: null}, below_floor: {}}));
  const picture = await figure('precision', exact);
  assert.doesNotMatch(picture.svg, /diverged|failed runs|▾|reference known/);
  assert.deepEqual([...floorsOf(picture), ...stripsOf(picture)], []);
  assert.equal(pointsOf(picture).length, exact.length);
});

test('the reference: a band where it is near, a mark at the edge where it is far below, its digits beside the title', async () => {
  const near = await figure('precision', [record({h: 0.1, error: 1e-3, floor: 1e-5}), record({h: 0.05, error: 1e-4, floor: 1e-5})]);
  assert.equal(floorsOf(near).length, 1);
  assert.doesNotMatch(near.svg, /▾/);
  const far = await figure('precision', [record({h: 0.1, error: 1e-3}), record({h: 0.05, error: 1e-4})]);
  assert.equal(floorsOf(far).length, 0);
  assert.match(far.svg, />▾ reference 10⁻¹²</);
  assert.match(far.svg, />reference known to 12.0 digits</);
  assert.doesNotMatch(far.svg, />10⁻⁵</);
});

test('points below the reference are grey, all others have the colour of their method', async () => {
  const rows = bunnyRecords(), drawn = pointsOf(await figure('bunny_precision', rows));
  const ok = rows.filter((one) => one.status === 'ok'), below = ok.filter((one) => one.below_floor.energy_norm);
  assert.ok(below.length > 0);
  assert.equal(drawn.filter(({color}) => color === '#b0b0b0').length, below.length);
  assert.equal(drawn.length, ok.length);
});

test('more than ten methods: each family in colour with all others grey behind it, and the front alone', async () => {
  const rows = manyRecords(), picture = await figure('precision', rows);
  for (const family of ['explicit', 'implicit', 'diagonally implicit', 'Rosenbrock', 'energy-controllable', 'exponential', 'peers'])
    assert.equal(textsOf(picture).filter(({text}) => text === family).length, 1, family);
  const ok = rows.filter((one) => one.status === 'ok'), onFront = ok.filter((one) => one.pareto);
  assert.equal(pointsOf(picture).length, ok.length + onFront.length);
  assert.equal(greyLinesOf(picture).length, 10 * 6);  // every method but its own family's, of those that are joined
  assert.match(picture.svg, />Pareto front</);
  for (const [rank, name] of [[1, 'rk4'], [2, 'velocity_verlet ×1.5'], [3, 'bdf2 ×2.0']])
    assert.equal(textsOf(picture).filter(({text}) => text === name).length, rank === 1 ? 2 : 1, name);
});

test('a long name leaves room for the ratio of its time', async () => {
  const rows = manyRecords().map((row) => ({...row, method: `${row.method} (parameter = 0.12345)`}));
  const words = textsOf(await figure('precision', rows)).map(({text}) => text);
  for (const name of ['velocity_verlet', 'bdf2'])
    assert.equal(words.filter((one) => one.startsWith(`${name} (`) && /… ×\d/.test(one)).length, 1, name);
});

/// Colour, shape and dash that each method has in a picture, after a test that it has no second one.
function signsOf(picture) {
  return Object.fromEntries([...looksOf(picture)].map(([method, {colors, shapes, dashes}]) => {
    assert.ok(colors.size === 1 && shapes.size === 1 && dashes.size <= 1, method);
    return [method, {color: [...colors][0], shape: [...shapes][0], dash: [...dashes][0]}];
  }));
}

test('a method has one colour, shape and dash in all figures of an experiment, whatever they show, and in pages', async () => {
  const all = allMethodRows(), methods = methodsOf(all), whole = signsOf(await figure('precision', all));
  assert.ok(Object.keys(whole).length >= 50);
  const choices = [/^exprb2$|^epirk/, /^exprb|^rk4|^bdf2/, /^ros|^sdirk/, /chebyshev/, /^(cvode|arkode)/];
  for (const pattern of choices)
    for (const name of ['precision', 'work_precision', 'fput_order']) {
      const own = signsOf(await figure(name, all.filter(({method}) => pattern.test(method)), {methods}));
      assert.ok(Object.keys(own).length > 0);
      for (const [method, sign] of Object.entries(own)) assert.deepEqual(sign, whole[method], `${name} ${pattern} ${method}`);
    }
  const shown = stylesBy('method', all.filter(({method}) => choices[1].test(method)), methods);
  assert.ok(shown.size > 3);
  for (const [method, {color, dash}] of shown) assert.deepEqual([color, dash.join()], [whole[method].color, whole[method].dash]);
  for (const [problem] of [problemsOf(all), problemsOf(all.slice(0, 30), methods)])
    for (const {method, style: {color, shape, dash}} of problem.methods) {
      assert.deepEqual([color, shape, dash.join()], [whole[method].color, whole[method].shape, whole[method].dash ?? dash.join()], method);
      assert.match(outline(shape, 4)([10, 10]), /^M[\d.,LaZ -]+.*z$/, method);
    }
});

test('no two methods share colour and shape, and those of a panel share neither while there are others', async () => {
  const methods = methodsOf(allMethodRows()), styles = stylesOf(methods);
  assert.equal(new Set([...styles.values()].map(({color, shape}) => color + shape)).size, methods.length);
  for (const family of new Set(methods.map((one) => one.family.name))) {
    const own = methods.filter((one) => one.family.name === family).map(({method}) => styles.get(method));
    const distinct = (part) => new Set(own.map((style) => String(style[part]))).size;
    assert.equal(distinct('color'), Math.min(own.length, 7), family);
    assert.equal(distinct('shape'), Math.min(own.length, 10), family);
    assert.equal(new Set(own.map(({color, dash}) => color + dash)).size, own.length, family);
  }
  const unknown = stylesOf(Array.from({length: 7}, (_, k) => ({method: `own_${k}`, integrator: `own_${k}`, family: {name: 'others', rank: 8}})));
  assert.equal(new Set([...unknown.values()].map(({color}) => color)).size, 7);
});

test('a family has as many lines of its key as methods, beside its own panel', async () => {
  const names = Array.from({length: 14}, (_, k) => `sdirk${k}`);
  const rows = names.flatMap((integrator) => [0.1, 0.05].map((h) => record({integrator, h, error: h ** 2})));
  const picture = await figure('work_precision', rows);
  for (const name of names) {
    const own = textsOf(picture).filter(({text}) => text === name);
    assert.ok(own.length === 1 && own[0].top >= 0, name);
  }
  assert.match(wordsOf(picture.svg), /The same on other axes: --x force, --x calls\./);
  assert.match(wordsOf((await figure('precision_measures', rows)).svg), /--error position, --error velocity\./);
});

test('of a family whose key has no room for all, the fastest have names, the others are grey, and their failures stay', async () => {
  const names = Array.from({length: 100}, (_, k) => `sdirk${k}`);
  const rows = [...names, 'rk4'].flatMap((integrator, k) => [0, 1, 2].map((n) => record({
    integrator, h: 0.1 / 2 ** n, error: k === 99 && n === 0 ? null : 10 ** (-1 - n), seconds: 1 + k + n})));
  const picture = await figure('precision', rows), words = textsOf(picture).map(({text}) => text);
  const named = names.filter((name) => words.includes(name)), count = named.length;
  assert.ok(count > 10 && count < 100, `${count}`);
  assert.deepEqual(named, names.slice(0, count));  // the fastest
  assert.ok(words.includes(`diagonally implicit, ${count} of 100 named`) && words.includes('explicit'));
  assert.equal(greyLinesOf(picture).length, 100 - count + 1 + 100);  // in its panel, and in that of the other family
  assert.equal(textsOf(picture).filter(({text}) => text === '×').length, 1);
  assert.match(wordsOf(picture.svg), /the fastest methods to some error have names, the others are grey\./);
  const [first] = framesOf(picture).slice(-2), bottom = Math.max(...textsOf(picture).filter(({text}) => named.includes(text)).map(({top}) => top));
  assert.ok(bottom <= first.height + 5, 'a key ends with its plot');
});

test('integrators that choose their steps stand at their mean step and are not joined', async () => {
  const at = (tolerance, steps, error) => record({integrator: 'cvode_adams', order: null, tolerance, count: steps, error});
  for (const name of ['precision', 'work_precision']) {
    const picture = await figure(name, [at(1e-3, 100, 1e-2), at(1e-7, 200, 1e-6), at(1e-5, 400, 1e-4)]);
    assert.equal(linesOf(picture).length, 0);
    assert.ok(pointsOf(picture).length >= 3);
  }
  const [first] = pointsOf(await figure('precision', [at(1e-6, 400, 1e-5)]));
  assert.equal(first.x, 0.25);
});

test('guides have the slopes of the orders, wherever an error stands against a step, and nowhere else', async () => {
  for (const name of ['precision', 'fput_order']) {
    const found = slopesOf(await figure(name, fputRecords()));
    assert.deepEqual(Object.keys(found), ['2', '4']);
    assert.ok(Math.abs(found[4] / found[2] - 2) < 1e-3);
  }
  const picture = await figure('precision', fputRecords()), own = pointsOf(picture).filter(({method}) => method === 'exprb2');
  const measured = (own.at(-1).top - own[0].top) / (own[0].left - own.at(-1).left);
  assert.ok(Math.abs(measured / slopesOf(picture)[2] - 1) < 0.02);
  assert.deepEqual(slopesOf(await figure('work_precision', fputRecords())), {});
});

test('axes have units of the problem, powers of ten and at least two labels', async () => {
  assert.match((await figure('precision', manyRecords())).svg, />step size h \(ms\)</);
  assert.match((await figure('precision', fputRecords())).svg, />step size h \(s\)</);
  assert.match((await figure('fput_order', fputRecords())).svg, />error, max norm of x, v \(m, m\/s\)</);
  const picture = await figure('precision', [record({h: 0.0005, error: 2e-4}), record({h: 0.00025, error: 1e-4})]);
  assert.doesNotMatch(picture.svg, />1e-\d/);
  for (const [low, high] of [[1e-14, 1e5], [2e-4, 9e-3], [3e-4, 4e-4], [0.0031, 0.0032], [0.9, 1.2], [5, 4e7]])
    for (const most of [2, 3, 8]) {
      const ticks = ticksOf([low, high], most);
      assert.ok(new Set(ticks).size >= 2 && ticks.length <= Math.max(most, 2), `${low} ${high} ${most}: ${ticks}`);
      for (const tick of ticks) assert.ok(tick > low * 0.98 && tick < high * 1.02, `${tick}`);
    }
});

test('a diagram of all methods is a page: two columns of families, small strips, and failures by their methods', async () => {
  const rows = allMethodRows();
  for (const name of ['precision', 'work_precision']) {
    const picture = await figure(name, rows), [width, height] = sizeOf(picture), panels = framesOf(picture).slice(1);
    assert.ok(width === 178 && height <= 247, `${name}: ${height} mm`);
    assert.equal(panels.length, new Set(rows.map((row) => row.family.name)).size);
    for (const panel of panels) assert.ok(panel.height >= 60 && panel.width >= 100);
    assert.equal(stripsOf(picture).length, name === 'precision' ? 7 : 0);
    assert.ok(panels.every((panel) => 16 <= 0.2 * panel.height));
    if (name === 'precision')
      for (const {method, text} of [{method: 'rk4', text: '3×'}, {method: 'odeint_rk4', text: '3×'}])
        assert.ok(textsOf(picture).some((own) => own.text === method && textsOf(picture).some((one) =>
          one.text === text && one.view === own.view && Math.abs(one.top - own.top) < 2 && one.left > own.left)), method);
  }
  const three = await figure('precision', bunnyRecords()), frames = framesOf(three);
  assert.ok(sizeOf(three)[1] <= 247 && frames.length % 3 === 0 && frames.length > 12);
});

test('a picture in which labels would collide is refused, with the remedy', async () => {
  await assert.rejects(figure('precision', allMethodRows(), {width: 85}), /51 methods.*85.*--only/);
  await assert.rejects(figure('precision', manyRecords(), {width: 85}), /12 methods.*--only/);
  await assert.rejects(figure('precision', allMethodRows(), {columns: 3}), /mm wide.*fewer --columns/);
  await assert.rejects(figure('work_precision', fputRecords(), {columns: 3, width: 85}), /mm wide.*fewer --columns/);
  const columns = async (count) => new Set(framesOf(await figure('work_precision', fputRecords(), {columns: count})).map(({width}) => width));
  assert.ok(Math.max(...await columns(1)) > Math.max(...await columns(2)) && Math.max(...await columns(2)) > Math.max(...await columns(3)));
});

test('the key of three panels in two columns stands in the place of the fourth', async () => {
  const alike = bunnyRecords().filter(({method}) => /^(bdf2|newmark|generalized_alpha|v_imex)$/.test(method));
  const picture = await figure('precision', alike, {columns: 2}), panels = framesOf(picture);
  assert.equal(panels.length, 3);
  const entry = textsOf(picture).find(({text, view}) => text === 'newmark' && !view), [, second, third] = panels;
  assert.ok(entry.left > second.x && entry.top > third.y && entry.top < third.y + third.height + 100);
});

test('no title, and a bare picture', async () => {
  const head = (picture) => textsOf(picture).filter(({view}) => !framesOf(picture).some((panel) => panel.view === view)).map(({text}) => text);
  const none = await figure('precision', fputRecords(), {title: '', experiment: 'Two chains'});
  assert.doesNotMatch(none.svg, /Two chains|Precision diagram/);
  assert.match(head(none)[0], /^▾/);
  const bare = await figure('precision', fputRecords(), {bare: true, experiment: 'Two chains'});
  assert.deepEqual(head(bare), []);
  assert.doesNotMatch(bare.svg, />fput<|reference known|Two chains/);
  assert.match(bare.svg, />step size h \(s\)</);
  assert.match(bare.svg, />rk4</);
  const two = [...fputRecords(), ...fputRecords().map((row) => ({...row, problem: {...row.problem, label: 'other', rank: 1}}))];
  assert.match((await figure('precision', two, {bare: true})).svg, />other</);
  assert.doesNotMatch((await figure('fput_energy_methods', energyRecords(), {title: ''})).svg, /FPUT chain/);
  assert.doesNotMatch((await figure('fput_energy_methods', energyRecords(), {bare: true})).svg, /FPUT chain/);
});

test('of the drift nothing is said that concerns errors, and nothing is said twice', async () => {
  const drift = await figure('precision', fputRecords(), {y: 'drift', x: 'time'});
  assert.doesNotMatch(wordsOf(drift.svg), /reference|digits|▾/);
  const [title, panel] = ['Precision diagram', 'fput'].map((words) => textsOf(drift).find(({text}) => text === words));
  assert.ok(title && panel && textsOf(drift).filter(({view}) => view === title.view).length === 1);
  const picture = await figure('work_precision', fputRecords());
  assert.equal(count(wordsOf(picture.svg), /reference known/g), 1);
  assert.equal(textsOf(picture).filter(({text}) => text.startsWith('fput')).length, 1);
  for (const words of ['Run time', 'Evaluations of the force', 'Weighted calls'])
    assert.equal(textsOf(picture).filter(({text}) => text === words).length, 1, words);
});

test('texts of a key and of guides are moved apart, and runs that failed have no place in a diagram of work', async () => {
  const places = spread([50, 50, 50, 99, 100], 11, 0, 100);
  assert.deepEqual([...places].sort((a, b) => a - b), [50, 61, 72, 89, 100]);
  const work = await figure('work_precision', [...fputRecords(), record({integrator: 'explicit_euler', h: 0.1, error: null})]);
  assert.doesNotMatch(work.svg, /explicit_euler/);
  assert.match(wordsOf(work.svg), /Failed runs without a place on this axis: 1\./);
});

test('problems stand in the order of their ranks', async () => {
  const rows = ['soft', 'medium', 'stiff'].flatMap((label, rank) => [0.1, 0.05].map((h) => record({label, rank, h, error: h})));
  const titles = textsOf(await figure('precision', rows.reverse())).map(({text}) => text);
  assert.deepEqual(titles.filter((text) => ['soft', 'medium', 'stiff'].includes(text)), ['soft', 'medium', 'stiff']);
});

test('each axis of work says what it is; the weights of calls are printed', async () => {
  const picture = await figure('work_precision', fputRecords());
  for (const title of ['run time (s)', 'evaluations of the force', 'weighted calls, in evaluations of the force'])
    assert.ok(wordsOf(picture.svg).includes(` ${title} `), title);
  assert.match(wordsOf(picture.svg), /Weighted calls = force \+ 2\.5 solve; weights fitted to the times\./);
  assert.equal(pointsOf(picture).length, 3 * fputRecords().length);
});

test('title, axes, measure, width and height can be chosen', async () => {
  const picture = await figure('precision', fputRecords(), {title: 'My own title', x: 'time', error: 'state_max', width: 85, height: 40});
  assert.match(picture.svg, />My own title</);
  const titled = await figure('precision', fputRecords(), {experiment: 'Two chains'});
  assert.match(titled.svg, />Two chains</);
  assert.match((await figure('fput_energy_methods', energyRecords(), {experiment: 'Two chains'})).svg, />Two chains</);
  assert.match((await figure('fput_energy_methods', energyRecords(), {title: 'My own title'})).svg, />My own title</);
  assert.match(picture.svg, />run time \(s\)</);
  assert.match(wordsOf(picture.svg), /error, max norm of x, v \(m, m\/s\)/);
  assert.match(picture.svg, /<svg [^>]*width="85mm"/);
  assert.match((await figure('precision', fputRecords(), {y: 'drift'})).svg, />largest energy drift \(J\)</);
  assert.match(wordsOf((await figure('precision', manyRecords(), {y: 'drift'})).svg), /largest energy drift \(mg mm²\/ms²\)/);
  await assert.rejects(figure('precision', fputRecords(), {x: 'time_of_day'}), /time_of_day/);
  await assert.rejects(figure('coil_energy', fputRecords(), {x: 'time'}), /--x is for diagrams/);
});

test('in print, 85 and 178 mm wide, texts have 5.4 points at least and signs 2 mm', async () => {
  for (const width of [85, 178])
    for (const rows of [fputRecords(), ...(width > 85 ? [manyRecords()] : [])]) {
      const picture = await figure('precision', rows, {width});
      const [, units] = picture.svg.match(/viewBox="0 0 ([\d.]+)/), mm = width / Number(units);
      const sizes = [...picture.svg.matchAll(/font-size="([\d.]+)"/g)].map(([, one]) => Number(one));
      assert.ok(Math.min(...sizes) * mm * 72 / 25.4 > 5.4, `${width}: ${Math.min(...sizes) * mm * 72 / 25.4}`);
      for (const [, sign] of picture.svg.matchAll(/class="signs" d="(M[^z]*)z/g)) {
        const xs = [...sign.matchAll(/(-?[\d.]+),/g)].map(([, x]) => Number(x)), arc = /a([\d.]+)/.exec(sign);
        const wide = arc ? 2 * arc[1] : Math.max(...xs) - Math.min(...xs);
        assert.ok(wide * mm > 1.9, `${width}: ${sign}`);
      }
    }
});

test('the data of a figure are what it draws', async () => {
  const picture = await figure('precision', fputRecords());
  const [head, ...body] = picture.csv.trim().split('\n').map((line) => line.split(','));
  const runs = body.map((cells) => Object.fromEntries(head.map((name, k) => [name, cells[k]]))).filter((row) => row.mark === 'symbol');
  const near = (a, b) => Math.abs(a / b - 1) < 1e-2;
  assert.equal(runs.length, fputRecords().length);
  for (const point of pointsOf(picture))
    assert.ok(runs.some((row) => row.method === point.method && near(Number(row.x), point.x) && near(Number(row.y), point.y)));
  assert.doesNotMatch(head.join(), /_color|_px/);
  assert.deepEqual([...new Set(body.map(([mark]) => mark))].sort(), ['line', 'symbol', 'text']);
  assert.equal(body.filter(([mark]) => mark === 'line').length, 4);  // the ends of two guides
});

// Machado, Oliveira, Fernandes 2009 (doi:10.1109/TVCG.2009.113), severity 1, in linear RGB.
const sights = {
  normal: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protan: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deutan: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritan: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};

/// The colour as somebody sees it, in CIELAB (D65).
function lab(hex, sight) {
  const linear = [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16) / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  const times = (m, v) => [0, 1, 2].map((row) => m[3 * row] * v[0] + m[3 * row + 1] * v[1] + m[3 * row + 2] * v[2]);
  const rgb = times(sight, linear).map((v) => Math.min(1, Math.max(0, v)));
  const white = [0.95047, 1, 1.08883];
  const [x, y, z] = times([0.4124, 0.3576, 0.1805, 0.2126, 0.7152, 0.0722, 0.0193, 0.1192, 0.9505], rgb)
    .map((v, k) => v / white[k]).map((v) => (v > 0.008856 ? Math.cbrt(v) : 7.787 * v + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

test('colours differ for every kind of sight, from each other and from the grey of what stands behind', () => {
  const {colors} = JSON.parse(readFileSync(new URL('../../results/figures/methods.json', import.meta.url), 'utf8'));
  const all = Object.entries({...colors, grey});
  for (const [kind, sight] of Object.entries(sights))
    for (const [k, [name, color]] of all.entries())
      for (const [other, second] of all.slice(0, k)) {
        const a = lab(color, sight), b = lab(second, sight);
        const distance = Math.hypot(...a.map((v, n) => v - b[n]));
        assert.ok(distance > 15, `${kind}: ${name} and ${other}, ${distance.toFixed(1)}`);
      }
});

test('a page whose names leave no room for panels is refused', () => {
  assert.ok(Math.abs(factorFor(600, [1, 700], [0.8, 580]) - 0.8333) < 1e-3);
  assert.throws(() => factorFor(649, [1, 808.5], [0.8024, 790.5]), /panels must have room .* 717 px of the page's 649; give a larger --width/);
});
