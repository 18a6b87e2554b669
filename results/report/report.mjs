// usage: node report.mjs DIR [--rows FILE] [--out FILE.html]
// Writes one static page about the runs of a directory. 'stiffbench report' hands over their rows in
// FILE (default: DIR/rows.jsonl). The page has every figure that draws these rows, a table of the
// runs with error, energy drift, work, time and status, the sources of the methods, and the
// environment of the runs. It needs no network.
import path from 'node:path';
import {parseArgs} from 'node:util';
import {Fault, run} from '../figures/lib/fault.mjs';
import {figureNames, readSpec, toSvg} from '../figures/lib/figure.mjs';
import {methodStyles} from '../figures/lib/methods.mjs';
import {escapeHtml} from '../figures/lib/page.mjs';
import {kindOf, readRows} from '../figures/lib/rows.mjs';
import {write} from '../figures/lib/write.mjs';

const usage = 'usage: node report.mjs DIR [--rows FILE] [--out FILE.html]';

function readArguments(args) {
  let parsed;
  try {
    parsed = parseArgs({args, allowPositionals: true, options: {rows: {type: 'string'}, out: {type: 'string'}}});
  } catch (error) {
    throw new Fault('report.mjs takes a directory', error.message.split('. ')[0], usage);
  }
  const {values, positionals} = parsed;
  if (positionals.length !== 1)
    throw new Fault('report.mjs takes a directory', `${positionals.length} arguments`, usage);
  const [directory] = positionals;
  return {directory, rowsOfRuns: values.rows, file: values.out ?? path.join(directory, 'report.html')};
}

function number(value, digits = 3) {
  if (value === null || value === undefined) return '–';
  const short = Number(value.toPrecision(digits));
  const size = Math.abs(short);
  return size !== 0 && (size < 1e-3 || size >= 1e6) ? short.toExponential() : String(short);
}

/// Median and median absolute deviation of a time (s); one sample has no deviation.
function time({median, mad, samples}) {
  if (median === null) return '–';
  return samples.length === 1 ? `${number(median)} (1 sample)` : `${number(median)} ± ${number(mad, 2)}`;
}

/// Cell of an error, marked when the error lies below the floor.
function errorCell(value, isBelowFloor) {
  if (value === null) return '–';
  return isBelowFloor ? `<span class="unknown">${number(value)} (below floor)</span>` : number(value);
}

function work(record) {
  return Object.entries(record.work).filter(([, count]) => count > 0)
    .map(([name, count]) => `${escapeHtml(name)}&nbsp;${count}`).join(', ') || '–';
}

const columns = [
  ['problem', (r) => escapeHtml(r.problem.label)],
  ['integrator', (r) => escapeHtml(r.method)],
  ['measured slope', (r) => number(r.slope)],
  ['order', (r) => number(r.integrator.order)],
  ['h (s)', (r) => (r.step.h === null && r.h !== null ? `mean ${number(r.h)}` : number(r.h, 6))],
  ['tolerance', (r) => number(r.step.tolerance)],
  ['steps', (r) => r.step.count ?? '–'],
  ['status', (r) => (r.failure ? `<b title="${escapeHtml(r.reason ?? '')}">${escapeHtml(r.status)}</b>` : 'ok')],
  ['relative error, energy norm', (r) => errorCell(r.error.energy_norm_relative, r.below_floor.energy_norm)],
  ['error, max norm of x, v (m, m/s)', (r) => errorCell(r.error.state_max, r.below_floor.state_max)],
  ['digits of the reference', (r) => number(r.error.digits)],
  ['largest energy drift (J)', (r) => number(r.energy.max_drift)],
  ['time of all steps, median ± MAD (s)', (r) => time(r.runtime)],
  ['work (calls)', work],
];

function table(records) {
  const row = (record) => `<tr${record.failure ? ' class="failed"' : ''}>${
    columns.map(([, cell]) => `<td>${cell(record)}</td>`).join('')}</tr>`;
  return `<table><thead><tr>${columns.map(([title]) => `<th>${escapeHtml(title)}</th>`).join('')}</tr></thead>
<tbody>
${records.map(row).join('\n')}
</tbody></table>`;
}

/// Every distinct environment of the records, as nested lists of its entries.
function environments(records) {
  const distinct = new Map(records.map((record) => [record.environment.hash, record.environment]));
  return [...distinct.values()].map((environment) => list(environment)).join('\n');
}

function list(value) {
  if (value === null || typeof value !== 'object') return escapeHtml(String(value));
  if (Array.isArray(value)) return escapeHtml(value.map((item) =>
    (typeof item === 'object' ? JSON.stringify(item) : item)).join(' '));
  return `<ul>${Object.entries(value).map(([key, item]) =>
    `<li>${escapeHtml(key)}: ${list(item)}</li>`).join('')}</ul>`;
}

async function figures(records) {
  const parts = [];
  for (const name of figureNames()) {
    const {spec} = readSpec(name);
    if (kindOf(spec) !== kindOf({})) continue;
    const svg = await toSvg(name, spec, records);
    if (svg !== null) parts.push(`<figure>${svg}<figcaption>${escapeHtml(name)}</figcaption></figure>`);
  }
  return parts.join('\n');
}

function sources(records) {
  const dois = new Map(records.map(({integrator}) => [integrator.name, integrator.doi]));
  return `<ul>${[...dois].map(([name, doi]) => `<li>${escapeHtml(name)}: ${
    doi ? `<a href="https://doi.org/${escapeHtml(doi)}">doi:${escapeHtml(doi)}</a>` : 'no DOI'}</li>`).join('')}</ul>`;
}

function summary(records) {
  const failed = records.filter((record) => record.failure).length;
  return `${records.length} runs, ${failed} of which failed.`;
}

const style = `body { font: 14px/1.4 "DejaVu Sans", Verdana, sans-serif; margin: 2em; }
table { border-collapse: collapse; font-size: 12px; }
th, td { border: 1px solid #ccc; padding: 2px 6px; text-align: left; vertical-align: top; }
thead th { position: sticky; top: 0; background: #eee; }
.failed { background: #fbeee6; } .unknown { color: #777; }
figure { margin: 1em 0; } figcaption { color: #777; }`;

await run(async (args) => {
  const {directory, rowsOfRuns, file} = readArguments(args);
  const records = readRows(directory, kindOf({}), rowsOfRuns);
  const order = methodStyles(records).map((style) => style.method);
  records.sort((a, b) => a.problem.rank - b.problem.rank ||
    order.indexOf(a.method) - order.indexOf(b.method) || b.h - a.h);
  const title = `stiffbench: ${path.basename(path.resolve(directory))}`;
  write(file, `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>${summary(records)}</p>
<h2>Figures</h2>
${await figures(records)}
<h2>Runs</h2>
${table(records)}
<h2>Sources of the integrators</h2>
${sources(records)}
<h2>Environment</h2>
${environments(records)}
</body>
</html>
`);
});
