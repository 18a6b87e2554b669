// The programs: what they write, and that every mistake is one line and exit status 2.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import {fileURLToPath} from 'node:url';
import vm from 'node:vm';
import {gunzipSync} from 'node:zlib';
import {bunnyRecords, energyRecords, fputRecords, regionRecords, rowsDirectory} from './fixture.mjs';
import {factsOf} from './many_rows.mjs';

const results = fileURLToPath(new URL('../../results/', import.meta.url));
const scratch = [];
test.after(() => scratch.forEach((directory) => rmSync(directory, {recursive: true})));

function recordsIn(rows, file, tail) {
  scratch.push(rowsDirectory(rows, file, tail));
  return scratch.at(-1);
}
function emptyDirectory() {
  scratch.push(mkdtempSync(path.join(os.tmpdir(), 'stiffbench-figures-')));
  return scratch.at(-1);
}
function run(program, args, environment = {}) {
  return spawnSync(process.execPath, [path.join(results, program), ...args],
                   {encoding: 'utf8', env: {...process.env, ...environment}});
}
const render = (args, environment) => run('figures/render.mjs', args, environment);

function fails(result, ...told) {
  assert.equal(result.status, 2, result.stderr);
  assert.equal(result.stdout, '');
  assert.equal(result.stderr.trimEnd().split('\n').length, 1, result.stderr);
  for (const text of told) assert.match(result.stderr, text);
}

/// No element of the page fetches anything; links to be followed by a reader are no fetch.
function fetchesNothing(html) {
  const markup = html.replace(/<script>[\s\S]*?<\/script>/g, '<script></script>');
  assert.doesNotMatch(markup, /<(?!a\b)[^>]*\b(src|href|data|action)\s*=\s*["']?\s*(https?:)?\/\//i);
  assert.doesNotMatch(html, /@import|sourceMappingURL/);
}

test('render writes every format and prints the paths', () => {
  const directory = recordsIn(fputRecords());
  const out = path.join(directory, 'pictures');
  const result = render(['fput_order', directory, '--out', out, '--formats', 'svg,pdf,png,html,csv']);
  assert.equal(result.status, 0, result.stderr);
  const files = ['svg', 'pdf', 'png', 'html', 'csv'].map((format) => path.join(out, `fput_order.${format}`));
  assert.deepEqual(result.stdout.trim().split('\n'), files);
  const [svg, pdf, png, html, csv] = files.map((file) => readFileSync(file));
  assert.match(svg.toString(), /^<svg /);
  assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
  assert.equal(png.subarray(1, 4).toString(), 'PNG');
  assert.match(csv.toString(), /^mark,.*method/);
  fetchesNothing(html.toString());
  assert.deepEqual(readdirSync(out).sort(), files.map((file) => path.basename(file)).sort());
});

test('of several figures each that can be drawn is, and the others are told', () => {
  const directory = recordsIn(fputRecords());
  const result = render(['bunny_precision', 'fput_order', directory, '--formats', 'svg']);
  assert.equal(result.status, 2);
  assert.match(result.stderr, /^stiffbench: figure bunny_precision draws runs.*\n$/);
  assert.deepEqual(result.stdout.trim().split('\n'), [path.join(directory, 'fput_order.svg')]);
});

test('the page of a figure holds the libraries, the spec and the records, and its scripts parse', () => {
  const hostile = '</script><b>';
  const directory = recordsIn(energyRecords().map((one) => ({...one, method: one.method === 'v_imex' ? hostile : one.method})));
  assert.equal(render(['fput_energy_methods', directory, '--formats', 'html']).status, 0);
  const html = readFileSync(path.join(directory, 'fput_energy_methods.html'), 'utf8');
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => text);
  assert.equal(scripts.length, 4);
  let drawn;
  const page = vm.createContext({vegaEmbed: (place, spec) => { drawn = {place, spec}; }});
  for (const script of scripts.slice(0, 3)) new vm.Script(script);
  vm.runInContext(scripts[3], page);
  assert.equal(drawn.place, '#figure');
  assert.ok(drawn.spec.data.find(({name}) => name === 'records').values.some(({method}) => method === hostile));
});

test('the page of a diagram holds its rows and one script, and text of records stays text', () => {
  const hostile = '</script><b>';
  const directory = recordsIn(fputRecords().map((one) => ({...one, problem: {...one.problem, label: hostile}})));
  assert.equal(render(['precision', directory, '--formats', 'html', '--title', hostile, '--x', 'time']).status, 0);
  const html = readFileSync(path.join(directory, 'precision.html'), 'utf8');
  fetchesNothing(html);
  const scripts = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, text]) => text);
  assert.equal(scripts.length, 2);
  const {problems: [problem], base} = JSON.parse(scripts[0]);
  assert.equal(problem.label, hostile);
  assert.equal(problem.rows.count, fputRecords().length);
  assert.deepEqual(base, {x: 'time', y: 'energy_norm'});
  new vm.Script(scripts[1]);
  assert.doesNotMatch(html, /<b>/);
});

test('a spec may be a path, and packages may stand elsewhere', () => {
  const directory = recordsIn(bunnyRecords());
  const result = render([path.join(results, 'figures/precision.vl.json'), directory, '--formats', 'svg'],
                        {STIFFBENCH_NODE_MODULES: path.join(results, '../node_modules')});
  assert.equal(result.status, 0, result.stderr);
});

const nulls = {
  position: {max: null, l2_relative: null}, velocity: {max: null, l2_relative: null}, state_max: null, energy_norm_relative: null,
};

test('mistakes are told in one line', () => {
  const directory = recordsIn(fputRecords());
  fails(render([]), /usage/);
  fails(render(['precision', directory, '--wrong']), /usage/);
  fails(render(['precission', directory]), /"precission"/, /fput_order/);
  fails(render(['precision', directory, '--formats', 'gif']), /"gif"/);
  fails(render(['precision', emptyDirectory()]), /records\.jsonl/, /stiffbench run/);
  fails(render(['precision', recordsIn([])]), /at least one line/);
  fails(render(['precision', recordsIn(fputRecords(), 'rows.jsonl', '{"broken\n')]), /malformed line/);
  fails(render(['precision', recordsIn([{schema: 'other/1'}])]), /other\/1/);
  fails(render(['bunny_precision', directory]), /none fits/, /stiffbench list figures/);
  const without = fputRecords().map((row) => ({...row, error: {...row.error, ...nulls, reference: null}}));
  fails(render(['precision', recordsIn(without)]), /need a reference; got \d+ records without one; run/);
  const short = fputRecords().map((row) => ({...row, energy: {...row.energy, series: null}}));
  fails(render(['fput_energy_steps', recordsIn(short)]), /energies over time; got \d+ records without them; run/);
  fails(render(['precision', directory, '--width', 'wide']), /--width/, /"wide"/);
  fails(render(['precision', directory, '--x', 'hour']), /"hour"/, /time/);
  fails(render(['precision', directory, '--formats', 'html'], {STIFFBENCH_NODE_MODULES: emptyDirectory()}), /bootstrap/);
  fails(render(['precision', directory, '--formats', 'html'], {STIFFBENCH_NODE_MODULES: '/nowhere'}), /bootstrap/);
  fails(render(['precision', directory, '--formats', 'pdf'], {PATH: '/nowhere'}), /rsvg-convert/);
  fails(render(['precision', directory, '--out', path.join(directory, 'rows.jsonl', 'x'), '--formats', 'svg']),
        /right to write/, /--out/);
  fails(run('report/report.mjs', []), /usage/);
  fails(run('report/report.mjs', [directory]), /usage/);
});

test('mistakes in a spec are told in one line', () => {
  const directory = recordsIn(fputRecords());
  const spec = (content) => {
    const file = path.join(emptyDirectory(), 'mine.vl.json');
    writeFileSync(file, content);
    return render([file, directory, '--formats', 'svg']);
  };
  fails(spec('{'), /JSON/, /mine\.vl\.json/);
  fails(spec('{"data": {"url": "https://example.org"}}'), /records only/);
  fails(spec('{"data": {"name": "records"}, "mark": 3}'), /mine/);
  fails(spec('{"data": {"name": "records"}, "mark": "point", "transform": [{"calculate": "datum.no.path", "as": "y"}], "encoding": {"y": {"field": "y"}}}'),
        /follows paths/);
});

/// The program's pages about these rows, in a new folder, with more words for it.
function report(rows, words = [], facts = factsOf(rows)) {
  const directory = recordsIn(rows), file = path.join(directory, 'facts.json');
  writeFileSync(file, JSON.stringify(facts));
  return {directory, ...run('report/report.mjs', [directory, '--facts', file, ...words])};
}

test('a report is a folder of pages with files to download, and fetches nothing', () => {
  const records = fputRecords();
  records[0].method = '<b>hostile</b>';
  const {directory, status, stdout, stderr} = report(records), site = path.join(directory, 'report');
  assert.equal(status, 0, stderr);
  assert.equal(stdout.trim(), path.join(site, 'index.html'));
  const files = readdirSync(site, {recursive: true}).sort();
  for (const name of ['problem-1.html', 'method-rk4.html', 'diagram.html', 'environment.html', 'downloads.html', 'data/1.js', 'files/sources.bib'])
    assert.ok(files.includes(name), name);
  for (const name of files.filter((one) => one.endsWith('.html'))) {
    const html = readFileSync(path.join(site, name), 'utf8');
    fetchesNothing(html);
    assert.doesNotMatch(html, /<b>hostile/, name);
  }
  const csv = gunzipSync(readFileSync(path.join(site, 'files/runs.csv.gz'))).toString().trimEnd().split('\n');
  assert.equal(csv.length, 1 + records.length);
  assert.match(readFileSync(path.join(site, 'environment.html'), 'utf8'), /made up/);
});

test('a report may be one file, and draws the figures that its experiment names', () => {
  const records = fputRecords(), experiment = {name: 'mine', title: 'My title', figures: ['fput_order', 'phi_error_floors']};
  const {directory, status, stderr} = report(records, ['--single-file'], factsOf(records, experiment));
  assert.equal(status, 0, stderr);
  const html = readFileSync(path.join(directory, 'report.html'), 'utf8');
  fetchesNothing(html);
  assert.match(html, /<header><a href="#overview">My title<\/a>/);
  assert.equal(html.match(/<img src="data:image\/svg\+xml/g).length, 1);  // the other has nothing to draw
});

test('a report that is made again keeps no page of what is gone, and nothing of others is removed', () => {
  const records = bunnyRecords(), {directory} = report(records), site = path.join(directory, 'report');
  assert.ok(readdirSync(site).includes('problem-3.html'));
  writeFileSync(path.join(site, 'notes.txt'), 'mine');
  const fewer = records.filter((row) => row.problem.rank === 0), rows = path.join(directory, 'fewer.jsonl');
  writeFileSync(rows, fewer.map((row) => JSON.stringify(row)).join('\n'));
  writeFileSync(path.join(directory, 'facts.json'), JSON.stringify(factsOf(fewer)));
  assert.equal(run('report/report.mjs', [directory, '--rows', rows, '--facts', path.join(directory, 'facts.json')]).status, 0);
  const files = readdirSync(site, {recursive: true});
  assert.ok(!files.includes('problem-3.html') && !files.includes('data/2.js'));
  assert.ok(files.includes('problem-1.html') && files.includes('notes.txt'));
});

/// All files of a folder with their content.
const contentsOf = (folder) => Object.fromEntries(readdirSync(folder, {recursive: true, withFileTypes: true})
  .filter((entry) => entry.isFile())
  .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
  .map((file) => [path.relative(folder, file), readFileSync(file, 'utf8')]));

test('a report is refused where it would replace files of others', () => {
  const records = fputRecords(), {directory} = report(records), facts = ['--facts', path.join(directory, 'facts.json')];
  const again = (...words) => run('report/report.mjs', [directory, ...facts, ...words]);
  for (const mine of [{'site.js': '1', 'thesis.html': 'mine', 'index.html': 'mine', 'data/precious.csv': '1,2'},
                      {'index.html': 'mine'}, {'data/1.js': '1'}]) {
    const web = emptyDirectory();
    for (const [name, content] of Object.entries(mine)) {
      mkdirSync(path.dirname(path.join(web, name)), {recursive: true});
      writeFileSync(path.join(web, name), content);
    }
    fails(again('--out', web), /folder of its own/, /--out/);
    assert.deepEqual(contentsOf(web), mine);
  }
  const page = path.join(directory, 'thesis.html');
  writeFileSync(page, '<p>mine</p>');
  fails(again('--single-file', '--out', page), /thesis\.html, which is another file/, /--out/);
  assert.equal(readFileSync(page, 'utf8'), '<p>mine</p>');
  writeFileSync(page, '');
  assert.equal(again('--single-file', '--out', page).status, 0);
  assert.equal(again('--single-file', '--out', page).status, 0);  // its own
  fails(again('--single-file', '--out', emptyDirectory()), /which is a folder/, /--out/);
  assert.equal(again('--out', emptyDirectory()).status, 0);
});

test('a report refuses to replace a file that was put between its own, and removes nothing outside', () => {
  const records = fputRecords(), {directory} = report(records), site = path.join(directory, 'report');
  const again = () => run('report/report.mjs', [directory, '--facts', path.join(directory, 'facts.json')]);
  const list = path.join(site, 'report-files.txt'), outside = path.join(directory, 'outside.txt');
  writeFileSync(outside, 'mine');
  const [head, ...names] = readFileSync(list, 'utf8').trimEnd().split('\n');
  assert.deepEqual(names.sort(), Object.keys(contentsOf(site)).filter((name) => name !== 'report-files.txt').sort());
  const own = names.filter((name) => name !== 'style.css');
  writeFileSync(list, [head, ...own, '../outside.txt', outside].join('\n') + '\n');
  fails(again(), /report-files\.txt/, /got style\.css/);
  rmSync(path.join(site, 'style.css'));
  assert.equal(again().status, 0);
  assert.equal(readFileSync(outside, 'utf8'), 'mine');
});

test('a disk that cannot be written is told in one line, and no part of a file stays', () => {
  const records = fputRecords(), {directory} = report(records), facts = path.join(directory, 'facts.json');
  const place = path.join(directory, 'report', 'index.html');
  fails(run('report/report.mjs', [directory, '--facts', facts, '--out', place]), /not a directory/);
  fails(run('report/report.mjs', [directory, '--facts', path.join(directory, 'none')]), /no such file or directory/);
  fails(render(['precision', directory, '--out', '/dev/full', '--formats', 'svg']), /\/dev\/full/);
  const folder = path.join(directory, 'precision.svg');  // a folder cannot be replaced by a file
  mkdirSync(path.join(folder, 'mine'), {recursive: true});
  fails(render(['precision', directory, '--formats', 'svg']), /precision\.svg/);
  assert.ok(!readdirSync(directory).some((name) => name.endsWith('.partial')));
});

test('a path that cannot be printed is told', () => {
  const directory = recordsIn(fputRecords()), program = path.join(results, 'figures/render.mjs');
  const result = spawnSync('sh', ['-c', '"$@" > /dev/full', 'sh', process.execPath, program, 'precision', directory, '--formats', 'svg'], {encoding: 'utf8'});
  fails(result, /standard output .*; got no space left on device; make room/);
});

test('a report shows the page of motions that the folder has, inside its own', () => {
  const records = fputRecords(), {directory} = report(records);
  writeFileSync(path.join(directory, 'motion.html'), '<p>"moving"</p>');
  const facts = path.join(directory, 'facts.json');
  assert.equal(run('report/report.mjs', [directory, '--facts', facts]).status, 0);
  assert.match(readFileSync(path.join(directory, 'report/motion.html'), 'utf8'), /<iframe src="motions\.html"/);
  assert.equal(readFileSync(path.join(directory, 'report/motions.html'), 'utf8'), '<p>"moving"</p>');
  assert.equal(run('report/report.mjs', [directory, '--facts', facts, '--single-file']).status, 0);
  assert.match(readFileSync(path.join(directory, 'report.html'), 'utf8'), /<iframe srcdoc="&lt;p&gt;&quot;moving&quot;/);
});

test('every figure reads its own kind of rows, from the file that its spec names', () => {
  const regions = recordsIn(regionRecords(), 'stability.jsonl'), runs = recordsIn(fputRecords());
  assert.equal(render(['stability_region', regions, '--formats', 'svg']).status, 0);
  fails(render(['precision', regions]), /records\.jsonl/, /stiffbench run/);
  fails(render(['frames', runs]), /motion\.jsonl/, /stiffbench frames --out/);
  fails(run('report/report.mjs', [regions, '--facts', 'none']), /records\.jsonl/);
  fails(render(['stability_region', recordsIn(fputRecords(), 'stability.jsonl')]), /stiffbench\.stability\/1/);
});

test('rows of runs may stand in a file of their own', () => {
  const rows = path.join(recordsIn(fputRecords(), 'mine.jsonl'), 'mine.jsonl');
  const directory = emptyDirectory();
  assert.equal(render(['precision', directory, '--rows', rows, '--formats', 'svg']).status, 0);
  assert.deepEqual(readdirSync(directory), ['precision.svg']);
});
