// usage: node render.mjs SPEC DIR [--rows FILE] [--out DIR] [--formats svg,pdf,png,html]
// Draws a Vega-Lite spec, given by its name or path, and prints the paths of the files it wrote. The
// spec draws the rows of runs in FILE (default: DIR/rows.jsonl), which 'stiffbench figure' hands over,
// or the file of DIR that its usermeta names. Needs the packages of package-lock.json, and rsvg-convert for
// PDF and PNG.
import {spawnSync} from 'node:child_process';
import path from 'node:path';
import {parseArgs} from 'node:util';
import {Fault, run} from './lib/fault.mjs';
import {figureNames, readSpec, toSvg} from './lib/figure.mjs';
import {toPage} from './lib/page.mjs';
import {kindOf, readRows} from './lib/rows.mjs';
import {write} from './lib/write.mjs';

const formats = ['svg', 'pdf', 'png', 'html'];
const usage = 'usage: node render.mjs SPEC DIR [--rows FILE] [--out DIR] [--formats svg,pdf,png,html]';

function readArguments(args) {
  let parsed;
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: {rows: {type: 'string'}, out: {type: 'string'}, formats: {type: 'string', default: 'svg,pdf,html'}},
    });
  } catch (error) {
    throw new Fault('render.mjs takes a spec and a directory', error.message.split('. ')[0], usage);
  }
  const {values, positionals} = parsed;
  if (positionals.length !== 2)
    throw new Fault('render.mjs takes a spec and a directory', `${positionals.length} arguments`, usage);
  const outputFormats = values.formats.split(',');
  for (const format of outputFormats)
    if (!formats.includes(format))
      throw new Fault('formats are svg, pdf, png and html', `"${format}"`, usage);
  const [spec, directory] = positionals;
  return {spec, directory, rowsOfRuns: values.rows, out: values.out ?? directory, outputFormats};
}

/// Converts SVG text to PDF or PNG with librsvg.
function convert(svg, format) {
  const options = format === 'png' ? ['--zoom', '2'] : [];
  const result = spawnSync('rsvg-convert', ['--format', format, ...options],
                           {input: svg, maxBuffer: 1 << 30});
  if (result.error)
    throw new Fault(`${format} needs rsvg-convert`, result.error.code, 'run ./bootstrap, or ask for svg,html');
  if (result.status !== 0)
    throw new Fault('rsvg-convert converts the figure', `exit status ${result.status}`,
                    String(result.stderr).trim().replace(/\s+/g, ' '));
  return result.stdout;
}

await run(async (args) => {
  const {spec: nameOrPath, directory, rowsOfRuns, out, outputFormats} = readArguments(args);
  const {name, spec} = readSpec(nameOrPath);
  const rows = readRows(directory, kindOf(spec), rowsOfRuns);
  const svg = await toSvg(name, spec, rows);
  if (svg === null)
    throw new Fault(`figure ${name} draws runs of these records`,
                    `${rows.length} records of which none fits`,
                    `choose another figure (${figureNames().join(', ')}), or run with a reference: errors need one`);
  for (const format of outputFormats) {
    const content = format === 'svg' ? svg
      : format === 'html' ? toPage(name, spec, rows) : convert(svg, format);
    write(path.join(out, `${name}.${format}`), content);
  }
});
