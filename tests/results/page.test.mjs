// The parts of pages that only compute: rows as columns, addresses, curves, zoom, tables, search.
import assert from 'node:assert/strict';
import test from 'node:test';
import {defaults, isShown, readAddress, strangers, writeAddress} from '../../results/figures/page/choice.mjs';
import {chosenAfter} from '../../results/figures/page/controls.mjs';
import {blockOf, nearest, neighbour} from '../../results/figures/page/curves.mjs';
import {problemsOf} from '../../results/figures/page/data.mjs';
import {open} from '../../results/figures/page/open.mjs';
import {pack, unpack} from '../../results/figures/page/pack.mjs';
import {describe, stepOf} from '../../results/figures/page/words.mjs';
import {failureMarks, rowsOfStrip} from '../../results/figures/lib/diagram/failures.mjs';
import {panelOf, view} from '../../results/figures/lib/diagram/panel.mjs';
import {statusesOf} from '../../results/figures/lib/diagram/picture.mjs';
import {flat} from '../../results/figures/lib/diagram/shapes.mjs';
import {widthOf} from '../../results/figures/lib/diagram/text.mjs';
import {panned, zoomed} from '../../results/figures/page/zoom.mjs';
import {compareCells, sortRows} from '../../results/report/client/tables.mjs';
import {bunnyRecords, fputRecords, record} from './fixture.mjs';
import {manyRows} from './many_rows.mjs';

const fput = () => open(problemsOf(fputRecords())[0]);
const choice = (part) => ({...defaults, ...part});

test('rows survive as columns, which are much smaller', () => {
  const rows = manyRows(2000, 1), packed = pack(rows), again = unpack(packed, rows[0].problem);
  const entries = ({id, method, h, status, reason, slope, pareto, error, runtime, work}) =>
    ({id, method, h, status, reason, slope, pareto, floor: error.floor.state_max, samples: runtime.samples, force: work.force});
  assert.deepEqual(again.map(entries), rows.map(entries));
  const size = (value) => JSON.stringify(value).length;
  assert.ok(size(packed) < size(rows) / 5, `${size(packed)} of ${size(rows)}`);
});

test('a column of one value, of few and of many come back as they were', () => {
  for (const methods of ['aaaaaa', 'ababab', 'abcdef']) {
    const rows = [...methods].map((integrator) => record({integrator, h: 0.1, error: 0.1}));
    assert.equal(unpack(pack(rows), {}).map((row) => row.method).join(''), methods);
  }
});

test('rows of runs of which none returned its work have every axis but that of work', () => {
  const rows = [1, 2].map((h) => record({integrator: 'rk4', h, error: null, status: 'timeout'}));
  assert.deepEqual(open(problemsOf(rows)[0]).axes.x.map(([name]) => name), ['h', 'steps']);
});

test('in a zoom only curves that are seen have names', () => {
  const curve = (integrator, scale) => [1e-1, 1e-2, 1e-3].map((h) => record({integrator, order: 2, h, error: scale * h ** 2}));
  const block = blockOf(open(problemsOf([...curve('low', 1e-4), ...curve('high', 1)])[0]), choice({}));
  const named = (domain) => flat([view(panelOf(block, {width: 600, height: 400, strip: [], domain}, {key: 'below'})).shapes])
    .filter(({name}) => name === 'name').map(({words}) => words).sort();
  assert.deepEqual(named(), ['high', 'low']);
  assert.deepEqual(named({x: [1e-3, 1e-1], y: [1e-5, 1]}), ['high']);
});

test('an address brings back the choice that it was written from', () => {
  const all = [
    choice({}),
    choice({x: 'time', y: 'position', front: true, spread: true}),
    choice({zoom: [0.001, 0.1, 1e-8, 1]}),
    choice({problem: 'FPUT, ω = 100', hide: ['rk4 (a = 1, b = 2)', 'exprb2'], pin: 'beef'}),
    choice({show: ['rk4 (a = 1, b = 2)', 'exprb2']}),
    choice({show: []}),
  ];
  for (const place of ['', 'problem-1'])
    for (const one of all)
      assert.deepEqual(readAddress(writeAddress(place, one)), {place, choice: one});
  assert.equal(writeAddress('', choice({})), '#');
});

test('an address says what differs from the defaults of its page, nothing hidden among it', () => {
  const base = choice({x: 'time', hide: ['rk4']});
  assert.equal(writeAddress('p', base, base), '#p');
  const none = {...base, hide: [], x: 'h'};
  assert.deepEqual(readAddress(writeAddress('p', none, base), base).choice, none);
});

test('what an address names and the data lack is said', () => {
  const data = {problems: ['one'], methods: ['rk4'], xs: ['h'], ys: ['energy_norm'], ids: new Map([['1', {}]])};
  assert.deepEqual(strangers(choice({problem: 'one', hide: ['rk4'], pin: '1'}), data), []);
  assert.deepEqual(strangers(choice({problem: 'two', x: 'hour', hide: ['rk5'], pin: '2'}), data),
                   ['the problem "two"', 'the axis "hour"', 'the method "rk5"', 'the run "2"']);
});

test('a zoom that is no four positive numbers counts as none', () => {
  for (const zoom of ['1,2,3', '1,2,3,-4', 'a,b,c,d', ''])
    assert.equal(readAddress(`#?zoom=${zoom}`).choice.zoom, null);
});

test('curves have the values of the axes, and leave out what is hidden', () => {
  const data = fput(), {series, x, y} = blockOf(data, choice({x: 'time', y: 'position', hide: ['rk4']}));
  assert.deepEqual(series.map(({key}) => key).sort(), data.methods.map(({method}) => method).filter((name) => name !== 'rk4').sort());
  for (const run of series.flatMap(({runs}) => runs))
    assert.deepEqual([run.x, run.y], [run.row.runtime.total, run.row.error.position.l2_relative]);
  assert.deepEqual([x.name, y.name], ['time', 'position']);
});

test('methods without emphasis are the context of the others', () => {
  const {series, context} = blockOf(fput(), choice({hide: ['exprb2']}), ['rk4']);
  assert.deepEqual(series.map(({key}) => key), ['rk4']);
  assert.equal(context.length, fput().methods.length - 2);
});

test('failed runs stand at their steps, and nowhere on other axes', () => {
  const data = open(problemsOf(bunnyRecords())[0]), failed = data.rows.filter((row) => row.status !== 'ok');
  const count = (part) => blockOf(data, choice(part)).series.reduce((sum, {failures}) => sum + failures.length, 0);
  assert.ok(failed.length > 0);
  assert.equal(count({}), failed.length);
  assert.equal(count({x: 'time'}), 0);
});

test('h times omega_max is an axis where the rate is known', () => {
  assert.ok(!fput().axes.x.some(([name]) => name === 'h_omega'));
  const rows = fputRecords().map((row) => ({...row, problem: {...row.problem, omega_max: 100}}));
  const other = open(problemsOf(rows)[0]), [{runs: [run]}] = blockOf(other, choice({x: 'h_omega'})).series;
  assert.ok(other.axes.x.some(([name]) => name === 'h_omega'));
  assert.equal(run.x, 100 * run.row.h);
});

test('every counter with calls is an axis, one without is none', () => {
  const names = fput().axes.x.map(([name]) => name);
  assert.ok(names.includes('work.force'));
  assert.ok(!names.includes('work.factorize'));
});

test('the nearest run is found within reach only', () => {
  const {series} = blockOf(fput(), choice({})), goal = series[2].runs[3], at = (run) => [Math.log(run.x) * 50, Math.log(run.y) * 50];
  const [x, y] = at(goal);
  assert.equal(nearest(series, [x + 3, y], at, 10).run, goal);
  assert.equal(nearest(series, [x + 1e6, y], at, 10), null);
});

test('arrow keys go along a curve, stop at its ends, and to the next method at the nearest step', () => {
  const {series} = blockOf(fput(), choice({})), begin = neighbour(series, null, 1, 0);
  assert.equal(begin.curve, series[0]);
  const second = neighbour(series, begin, 1, 0);
  assert.ok(second.run.x > begin.run.x);
  assert.equal(neighbour(series, begin, -1, 0).run, begin.run);
  const across = neighbour(series, second, 0, 1);
  assert.equal(across.curve, series[1]);
  assert.equal(neighbour(series, begin, 0, -1).curve, series.at(-1));
});

test('a zoom keeps the value under the pointer, a pan the length', () => {
  const domain = [1e-4, 1], near = zoomed(domain, 2, 0.25);
  assert.ok(Math.abs(Math.log10(near[1] / near[0]) - 2) < 1e-12);
  assert.ok(Math.abs(Math.log10(near[0]) + 3.5) < 1e-12);
  assert.deepEqual(panned(domain, 0.5).map((one) => Number(one.toPrecision(6))), [0.01, 100]);
});

test('families and single methods are switched', () => {
  const methods = [['a', 'one'], ['b', 'one'], ['c', 'two']].map(([method, name]) => ({method, family: {name}}));
  const after = (input, before = {hide: [], show: null}) => chosenAfter(input, methods, before),
    hidden = (...hide) => ({show: null, hide}),
    shown = (...show) => ({show, hide: []});
  assert.deepEqual(after({name: 'method', value: 'b', checked: false}), hidden('b'));
  assert.deepEqual(after({name: 'family', value: 'one', checked: false}), shown('c'));
  assert.deepEqual(after({name: 'family', value: 'one', checked: false}, hidden('c')), shown());
  assert.deepEqual(after({name: 'family', value: 'one', checked: true}, shown()), hidden('c'));
  assert.deepEqual(after({name: 'method', value: 'a', checked: true}, shown('c')), hidden('b'));
  assert.deepEqual(after({name: 'none'}), shown());
  assert.deepEqual(after({name: 'all'}, hidden('a', 'c')), hidden());
});

test('an address names the methods that are shown where most are hidden, and old ones still serve', () => {
  const methods = Array.from({length: 58}, (_, k) => ({method: `method${k}`, family: {name: `family${k}`}}));
  const four = choice(
    [3, 5, 7, 11].reduce(
      (before, k) => chosenAfter({name: 'method', value: `method${k}`, checked: true}, methods, before),
      chosenAfter({name: 'none'}, methods, choice({})),
    ),
  );
  const address = writeAddress('', four);
  assert.equal(address, '#?show=method3&show=method5&show=method7&show=method11');
  const old = `#?${methods.filter((_, k) => ![3, 5, 7, 11].includes(k)).map(({method}) => `hide=${method}`).join('&')}`;
  for (const {method} of methods)
    assert.equal(isShown(readAddress(address).choice, method), isShown(readAddress(old).choice, method));
});

test('numbers of a record have their units', () => {
  const units = {length: 'mm', mass: 'mg', time: 'ms'};
  const failed = record({h: 0.05, error: null}), ok = record({h: 0.05, error: 0.1});
  failed.reason = 'the energy is 1.2e+07 times what start and loads explain at t = 0.25';
  const said = (row, name, its = units) => new Map(describe(row, its)).get(name);
  assert.equal(said({...ok, code: {}}, 'largest energy drift'), '0.1 mg mm²/ms²');
  assert.equal(said({...ok, code: {}}, 'largest energy drift', {length: 'm', mass: 'kg', time: 's'}), '0.1 J');
  assert.equal(said({...ok, code: {}}, 'step size h'), '0.05 ms');
  assert.match(said({...failed, code: {}}, 'status'), /explain at t = 0\.25 ms$/);
  assert.equal(stepOf({...ok, problem: {units}}), 'h = 0.05 ms');
});

test('numbers of the strip stay inside the frame', () => {
  const rows = Array.from({length: 33}, (_, k) => record({integrator: `m${k}`, h: 0.01, error: null}))
    .concat([1, 0.01].map((h) => record({integrator: 'rk4', h, error: h})));
  const block = blockOf(open(problemsOf(rows)[0]), choice({})), strip = rowsOfStrip(statusesOf([block]), 300);
  const panel = panelOf(block, {width: 300, height: 300, strip}), {x} = flat([view(panel).shapes]).find(({words}) => words === '33');
  assert.deepEqual(failureMarks(panel).map(({all}) => all.length), [33]);
  assert.ok(x - widthOf('33', 9.5, true) / 2 >= 0, `${x}`);
});

test('tables sort numbers by size, texts naturally, and empty cells last in both directions', () => {
  const sorted = (cells, descending) => sortRows(cells.map((one) => [one]), ([one]) => one, descending).flat();
  assert.deepEqual(sorted(['1e-3', '–', '20', '3'], false), ['1e-3', '3', '20', '–']);
  assert.deepEqual(sorted(['1e-3', '–', '20', '3'], true), ['20', '3', '1e-3', '–']);
  assert.deepEqual(sorted(['gauss6', 'gauss4', 'bdf2'], false), ['bdf2', 'gauss4', 'gauss6']);
  assert.equal(compareCells('', ''), 0);
  const forms = ['1e-4', '(2e-3)', '5/8 ×', '1† (alone)', '2.1†', 'h = 5 s', '10%', 'rk4'];
  assert.deepEqual(sorted([...forms].reverse(), false), forms);
  assert.deepEqual(sorted(['8k vertices', '1k vertices', '10k vertices'], false), ['1k vertices', '8k vertices', '10k vertices']);
});
