// usage: node render.mjs SPEC... DIR [--rows FILE] [--facts FILE] [--out DIR] [--formats svg,pdf,png,html,csv]
//        [--title TEXT] [--bare] [--experiment TITLE] [--width MM] [--height MM] [--columns N] [--x AXIS] [--y AXIS]
//        [--error MEASURE]
// Draws figures, given by name or path, and prints the paths of the files written. A specification draws the
// rows of runs in FILE (default: DIR/rows.jsonl), which 'stiffbench figure' passes on, or the file of DIR
// named by its usermeta. The file of facts lists the methods of all records, among which styles are assigned.
// Diagrams have the title of the experiment. If one of several figures cannot be drawn, the others still are.
// Needs the packages of package-lock.json, and rsvg-convert for PDF and PNG.
import {spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {parseArgs} from 'node:util';
import {Fault, run} from './lib/fault.mjs';
import {draw, readSpec} from './lib/figure.mjs';
import {methodsOf} from './lib/methods.mjs';
import {toPage} from './lib/page.mjs';
import {kindOf, readRows} from './lib/rows.mjs';
import {write} from './lib/write.mjs';

const formats = ['svg', 'pdf', 'png', 'html', 'csv'];
const words = ['rows', 'facts', 'out', 'formats', 'title', 'experiment', 'x', 'y', 'error', 'columns'];
const lengths = ['width', 'height'];
const usage = 'usage: node render.mjs SPEC... DIR [--rows FILE] [--out DIR] [--formats svg,pdf,png,html,csv] ...';

function readArguments(args) {
  let parsed;
  try {
    const options = Object.fromEntries([...words, ...lengths].map((name) => [name, {type: 'string'}]));
    parsed = parseArgs({args, allowPositionals: true, options: {...options, bare: {type: 'boolean'}}});
  } catch (error) {
    throw new Fault('render.mjs takes specs and a directory', error.message.split('. ')[0], usage);
  }
  const {values, positionals} = parsed;
  if (positionals.length < 2)
    throw new Fault('render.mjs takes specs and a directory', `${positionals.length} arguments`, usage);
  const specs = positionals.slice(0, -1), directory = positionals.at(-1);
  const {rows, facts, out = directory, formats: list = 'svg,pdf,png,html', ...chosen} = values;
  const outputFormats = list.split(',');
  for (const format of outputFormats)
    if (!formats.includes(format))
      throw new Fault(`formats are ${formats.join(', ')}`, `"${format}"`, usage);
  for (const name of lengths) if (name in chosen) chosen[name] = length(name, chosen[name]);
  if ('columns' in chosen) chosen.columns = columns(chosen.columns);
  if (facts) chosen.methods = methodsOf(JSON.parse(readFileSync(facts, 'utf8')).methods);
  return {specs, directory, rowsOfRuns: rows, out, chosen, outputFormats};
}

function length(name, text) {
  const value = Number(text), least = name === 'width' ? 60 : 15;
  if (!(value >= least && value <= 1000))
    throw new Fault(`--${name} is a length in mm from ${least} to 1000`, `"${text}"`, 'give for instance --width 85');
  return value;
}

function columns(text) {
  const value = Number(text);
  if (!(Number.isInteger(value) && value >= 1))
    throw new Fault('--columns is a whole number of at least 1', `"${text}"`, 'give for instance --columns 2');
  return value;
}

/// Converts SVG text to PDF or PNG with librsvg.
function convert(svg, format) {
  const options = format === 'png' ? ['--dpi-x', '300', '--dpi-y', '300'] : [];
  const result = spawnSync('rsvg-convert', ['--format', format, ...options],
                           {input: svg, maxBuffer: 1 << 30});
  if (result.error)
    throw new Fault(`${format} needs rsvg-convert`, result.error.code, 'run ./bootstrap, or ask for svg,html');
  if (result.status !== 0)
    throw new Fault('rsvg-convert converts the figure', `exit status ${result.status}`,
                    String(result.stderr).trim().replace(/\s+/g, ' '));
  return result.stdout;
}

/// Returns the reason why a figure has nothing to draw for these rows.
function misfit(name, spec, rows) {
  if (JSON.stringify(spec).includes('energy.series') && !rows.some(({energy}) => energy?.series))
    return new Fault(`figure ${name} draws energies over time`, `${rows.length} records without them`,
                     'run the experiment: archived records leave them out');
  if (rows.some(({status}) => status === 'ok') && rows.every(({error}) => error?.reference === null))
    return new Fault(`figure ${name} draws errors, which need a reference`, `${rows.length} records without one`,
                     'run the experiment with a reference, or draw what needs none: --y drift, or --y time');
  return new Fault(`figure ${name} draws runs of these records`, `${rows.length} records of which none fits`,
                   "choose another figure of 'stiffbench list figures'");
}

async function render(nameOrPath, {directory, rowsOfRuns, out, chosen, outputFormats}) {
  const {name, spec} = readSpec(nameOrPath);
  const rows = readRows(directory, kindOf(spec), rowsOfRuns);
  const drawn = await draw(name, spec, rows, chosen);
  if (drawn === null) throw misfit(name, spec, rows);
  for (const format of outputFormats) {
    const content = drawn[format] ??
      (format === 'html' ? await toPage(name, spec, rows, chosen, drawn.vega) : convert(drawn.svg, format));
    write(path.join(out, `${name}.${format}`), content);
  }
}

await run(async (args) => {
  const {specs, ...options} = readArguments(args);
  for (const spec of specs) await run(() => render(spec, options));
});
