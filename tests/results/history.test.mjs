// The history over commits: what it keeps of rows, which changes are steps, and the page with them.
import assert from 'node:assert/strict';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {after, test} from 'node:test';
import {entryOf, readEntries} from '../../results/history/entry.mjs';
import {pageOf} from '../../results/history/page.mjs';
import {curvesOf, statusChanges, stepsOf} from '../../results/history/steps.mjs';
import {record} from './fixture.mjs';
import {madeUpHistory} from './made_up_history.mjs';

const folder = mkdtempSync(path.join(os.tmpdir(), 'stiffbench-history-'));
after(() => rmSync(folder, {recursive: true}));

const stepsIn = (entries) => curvesOf(entries).flatMap((curve) => stepsOf(curve).map((step) => ({...curve, ...step})));
const only = (entries, quantity) => stepsIn(entries).filter((step) => step.quantity === quantity);

test('a history without a change has no steps', () => {
  const entries = madeUpHistory(30);
  assert.ok(curvesOf(entries).length > 8);
  assert.deepEqual(stepsIn(entries), []);
  assert.deepEqual(statusChanges(curvesOf(entries)), []);
  assert.match(pageOf(entries), /No quantity has a step/);
});

test('round-off of another machine is no step', () => {
  const entries = madeUpHistory(20, ({run, at}) => {
    if (run.error) run.error *= 1 + 5e-6 * (at % 2);
  });
  assert.deepEqual(stepsIn(entries), []);
});

test('a planted step is at its commit, and says which way', () => {
  const entries = madeUpHistory(30, ({run, at}) => {
    if (run.method === 'rk4' && at >= 12) run.error *= 1.01;
    if (run.method === 'rk4' && at >= 20) run.work.force *= 0.5;
    if (run.method === 'exprb42' && at >= 25 && run.order) run.order -= 1;
  });
  const found = stepsIn(entries).map(({quantity, method, at, isWorse}) => `${quantity} ${method} ${at} ${isWorse}`);
  assert.deepEqual([...new Set(found)].sort(), ['error rk4 12 true', 'force rk4 20 false', 'order exprb42 25 true']);
});

test('many changes below the tolerance add up to a step', () => {
  const creeping = madeUpHistory(10, ({run, at}) => (run.work.force = Math.round(1000 * 1.02 ** at)));
  assert.deepEqual([...new Set(only(creeping, 'force').map(({at}) => at))], [3, 6, 9]);
});

test('a value that returns is two steps', () => {
  const entries = madeUpHistory(5, ({run, at}) => {
    if (at === 2 && run.error) run.error *= 2;
  });
  assert.deepEqual([...new Set(only(entries, 'error').map(({at, isWorse}) => `${at} ${isWorse}`))], ['2 true', '3 false']);
});

test('methods that choose their steps have a hundred times the tolerance of errors', () => {
  const changed = (factor) => madeUpHistory(4, ({run, at}) => {
    if (run.step.startsWith('tolerance') && at >= 2) run.error *= factor;
  });
  assert.equal(only(changed(1.0005), 'error').length, 0);
  assert.equal(only(changed(1.002), 'error').length, 2);  // one on each problem
});

test('a run that fails is a change of its status, and a gap in its curves', () => {
  const entries = madeUpHistory(6, ({run, at}) => {
    if (run.method === 'rk4' && at === 4) Object.assign(run, {status: 'diverged', error: null, order: null, work: {}});
  });
  const changes = statusChanges(curvesOf(entries)).map(({method, at, before, after: now, isWorse}) => [method, at, before, now, isWorse]);
  assert.deepEqual(changes[0], ['rk4', 4, 'ok', 'diverged', true]);
  assert.deepEqual(changes[1], ['rk4', 5, 'diverged', 'ok', false]);
  assert.deepEqual(stepsIn(entries), []);
});

test('a run that is new or gone is no step', () => {
  const entries = madeUpHistory(6);
  entries.slice(0, 3).forEach((entry) => (entry.runs = entry.runs.filter(({method}) => method !== 'rk4')));
  entries.slice(4).forEach((entry) => (entry.runs = entry.runs.filter(({method}) => method !== 'exprb42')));
  assert.deepEqual(stepsIn(entries), []);
  assert.deepEqual(statusChanges(curvesOf(entries)), []);
});

const environment = {git: {commit: 'c0ffee'.repeat(6), dirty: false}, compiler: 'GNU 12.2.0', flags: '-O3',
                     cpu: {instruction_set_chosen: 'avx2'}};
const rowsOf = (...rows) => rows.map((row) => ({...record(row), environment}));

test('an entry has errors no smaller than the reference\'s, and no times', () => {
  const rows = rowsOf({h: 0.1, error: 1e-3}, {h: 0.05, error: 1e-15, floor: 1e-12}, {h: 0.4, error: null});
  const entry = entryOf(rows, 'c0ffee12', '2026-11-26T12:00:00+01:00');
  assert.deepEqual(entry.runs.map(({error}) => error), [1e-3, 1e-12, null]);
  assert.equal(entry.date, '2026-11-26T11:00:00.000Z');
  assert.deepEqual(entry.runs[2].work, {});
  assert.doesNotMatch(JSON.stringify(entry), /time|seconds|runtime/);
});

test('rows of two programs, and what is no commit or no date, are refused', () => {
  const rows = rowsOf({h: 0.1, error: 1e-3}, {h: 0.05, error: 1e-4});
  assert.throws(() => entryOf(rows, 'c0ffee12', 'yesterday'), /--date is the date of the commit; got "yesterday"/);
  rows[1].environment = {...environment, git: {commit: 'beef', dirty: false}};
  assert.throws(() => entryOf(rows, 'c0ffee12', '2026-11-26'), /runs of one program; got programs of c0ffee.*, beef/);
  assert.throws(() => entryOf([rows[0]], '../main', '2026-11-26'), /--commit is the hash of a commit; got "..\/main"/);
});

test('entries are in the order of their dates, and others are refused', () => {
  const entries = madeUpHistory(3);
  entries.forEach((entry, k) => writeFileSync(path.join(folder, `${2 - k}.json`), JSON.stringify(entry)));
  assert.deepEqual(readEntries(folder), entries);
  writeFileSync(path.join(folder, 'other.json'), '{"schema": "stiffbench.history/9"}');
  assert.throws(() => readEntries(folder), /have the schema stiffbench.history\/1; got stiffbench.history\/9/);
  writeFileSync(path.join(folder, 'other.json'), '<<<<<<< HEAD');
  assert.throws(() => readEntries(folder), /one file of JSON for each commit; got no JSON in/);
});

test('the page names steps, escapes words and has no script', () => {
  const entries = madeUpHistory(8, ({run, at}) => {
    run.problem = run.problem.replace('fput', '<fput> & co');
    if (run.method === 'rk4' && at >= 5) run.work.force *= 3;
  });
  const page = pageOf(entries, 'report/index.html');
  assert.match(page, /<tr class="worse"><td>6: [0-9a-f]{12}<br>2026-01-06<\/td>\n<td>force of rk4 is worse<\/td>/);
  assert.match(page, /&lt;fput&gt; &amp; co/);
  assert.match(page, /<a href="report\/index.html">/);
  assert.doesNotMatch(page, /<script|<fput>/);
});
