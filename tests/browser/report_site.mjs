// A report of the bunny's archived records, as a folder and as one file, for tests of its pages.
import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {spawnSync} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {pageFile} from './open_page.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url)),
  archive = path.join(root, 'results/archive/bunny/bunny_as_published_1k');
const program = process.env.STIFFBENCH ?? path.join(root, 'build/release/stiffbench');
/// Runs the program and returns what it prints.
function run(...words) {
  const result = spawnSync(program, words, {encoding: 'utf8'});
  assert.equal(result.status, 0, result.stderr);
  return result.stdout.trim();
}
// 'merge' writes every record with the members that it shares with others.
const merged = path.dirname(pageFile('merged/source.txt', archive));
run('merge', archive, '--out', merged);
const lines = readFileSync(path.join(merged, 'records.jsonl'), 'utf8').trim().split('\n');
const calls = ['jacobian_products', 'stiffness', 'damping', 'stiffness_products', 'factorize', 'solve', 'newton_iterations', 'krylov_vectors', 'one_time_setups'];

export const experiment = JSON.parse(readFileSync(path.join(archive, 'experiment.json'), 'utf8'));
/// Archived records have no energies and no work; these get some.
export const rows = lines.map((line, k) => ({
  ...JSON.parse(line),
  energy: {initial: 1, final: 1, max_drift: 1e-6 * (1 + k), rms_drift: 1e-7, slope: 0},
  work: {force: 1000 + k, ...Object.fromEntries(calls.map((name) => [name, 0]))},
}));
export const linesOf = (records) => records.map((one) => JSON.stringify(one) + '\n').join('');

/// A folder with these records, and with a claim of a paper.
export const folder = path.dirname(pageFile('records.jsonl', linesOf(rows)));
pageFile('experiment.json', JSON.stringify({...experiment, title: 'Bunnies', remarks: ['A remark.']}));
pageFile(
  'claims/somebody2020_table1.md',
  `# Somebody 2020

## Table 1: Errors

| claim | verdict |
|---|---|
| It is 2. | **holds** |
| It is red. | **cannot be tested here** |

<details><summary>Every claim of Table 1 beside the paper</summary>

**1. It is 2.**

- page 3: It is 2 there.
- Rule: In every case: error is within 10% of 2.

</details>
`,
);

export const report = (from, ...words) => run('report', from, ...words);
const site = path.dirname(report(folder));
export const single = report(folder, '--single-file'),
  in_site = (name) => path.join(site, name);
export const pages = readdirSync(site).filter((file) => file.endsWith('.html'));
export const ready = (page) => page.waitForSelector('html.live', {state: 'attached'});
export const drawn = (page) => page.waitForSelector('.explorer .curves [data-method]:visible');
export const column = (page, table, k) =>
  page
    .locator(`${table} tbody tr`)
    .evaluateAll((all, cell) => all.map((row) => row.cells[cell].textContent), k);
