// A report of the bunny's made-up records, as a folder and as one file, for tests of its pages.
import assert from 'node:assert/strict';
import {readdirSync} from 'node:fs';
import path from 'node:path';
import {spawnSync} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {bunnyRecords} from '../results/fixture.mjs';
import {factsOf} from '../results/many_rows.mjs';
import {pageFile} from './open_page.mjs';

const program = fileURLToPath(new URL('../../results/report/report.mjs', import.meta.url));
export const rows = bunnyRecords(),
  folder = path.dirname(pageFile('rows.jsonl', rows.map((row) => JSON.stringify(row)).join('\n')));
export const experiment = {
  name: 'bunny',
  title: 'Bunnies beside each other',
  remarks: ['A remark.'],
  figures: ['precision'],
};
const claim = (verdict, paper) => ({
  claim: `It ${verdict}.`,
  place: 'page 3',
  states: 'It is 2 there.',
  paper,
  differs: '',
  rule: 'In every case: error is within 10% of 2.',
  verdict,
  ours: '2',
  margin: 0.1,
  sentence: 'Because.',
  cases: [
    {
      label: 'rk4',
      value: 2,
      least: 2,
      most: 2,
      text: '2',
      paper: null,
      answer: 'yes',
      margin: 0.1,
      note: '',
    },
  ],
});
pageFile(
  'assessments.jsonl',
  JSON.stringify({
    schema: 'stiffbench.assessment/2',
    target: 'paper_table',
    title: 'Errors',
    paper: 'Somebody 2020',
    doi: '10.1137/080717717',
    place: 'Table 1',
    claims: [claim('holds', '2'), claim('cannot be tested here', '')],
  }) + '\n',
);
pageFile('facts.json', JSON.stringify(factsOf(rows, experiment)));

export function report(...words) {
  const result = spawnSync(
    process.execPath,
    [program, folder, '--facts', path.join(folder, 'facts.json'), ...words],
    {encoding: 'utf8'},
  );
  assert.equal(result.status, 0, result.stderr);
  return result.stdout.trim();
}
const site = path.dirname(report());
export const single = report('--single-file'),
  in_site = (name) => path.join(site, name);
export const pages = readdirSync(site).filter((file) => file.endsWith('.html'));
export const ready = (page) => page.waitForSelector('html.live', {state: 'attached'});
export const drawn = (page) => page.waitForSelector('.explorer .curves [data-method]:visible');
export const column = (page, table, k) =>
  page
    .locator(`${table} tbody tr`)
    .evaluateAll((all, cell) => all.map((row) => row.cells[cell].textContent), k);
