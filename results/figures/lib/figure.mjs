import {readFileSync, existsSync, readdirSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {Fault} from './fault.mjs';
import {strip} from './frames.mjs';
import {withScales} from './methods.mjs';
import {load} from './packages.mjs';

const folder = fileURLToPath(new URL('..', import.meta.url));
const ending = '.vl.json';

/// Paths of the specs in results/figures and below, by their names.
function specFiles() {
  return new Map(readdirSync(folder, {recursive: true}).filter((file) => file.endsWith(ending))
    .map((file) => [path.basename(file, ending), path.join(folder, file)]));
}

export function figureNames() {
  return [...specFiles().keys()].sort();
}

/// Reads a spec by its name in results/figures or by its path, as {name, spec}. A file with "extends"
/// is a patch (RFC 6902) of another spec, which it gives by its name or by its path from the file.
export function readSpec(nameOrPath) {
  const file = specFiles().get(nameOrPath) ?? nameOrPath;
  if (!existsSync(file))
    throw new Fault('a figure is a name or the path of a spec', `"${nameOrPath}"`,
                    `the names are ${figureNames().join(', ')}`);
  return {name: path.basename(file).replace(/(\.vl)?\.json$/, ''), spec: readPatched(file)};
}

function readPatched(file) {
  try {
    const spec = JSON.parse(readFileSync(file, 'utf8'));
    if (!spec.extends) return spec;
    const base = readPatched(specFiles().get(spec.extends) ?? path.join(path.dirname(file), spec.extends));
    return load('fast-json-patch').applyPatch(base, spec.patch, true).newDocument;
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault('a spec is a Vega-Lite file in JSON, or a patch of one',
                    `${oneLine(error.message)} in ${file}`, 'mend the spec');
  }
}

function oneLine(text) {
  return String(text).replace(/\s+/g, ' ').slice(0, 200);
}

/// The spec as complete Vega-Lite, with its rows, the theme, and the colour, shape and dash of every
/// method.
export function complete(spec, rows) {
  if (spec.data?.name !== 'records')
    throw new Fault('a figure reads records only: "data": {"name": "records"}',
                    JSON.stringify(spec.data ?? null), 'mend the spec');
  const theme = JSON.parse(readFileSync(path.join(folder, 'theme.json'), 'utf8'));
  const config = Object.fromEntries([...new Set([...Object.keys(theme), ...Object.keys(spec.config ?? {})])]
    .map((key) => [key, merge(theme[key], spec.config?.[key])]));
  const records = layouts[spec.usermeta?.layout]?.(rows) ?? rows;
  // Vega-Lite cannot take the height from the data, and every strip of pictures has its own.
  const height = records[0]?.height ? {height: records[0].height} : {};
  return {...withScales(spec, records), ...height, config, datasets: {records}};
}

/// Functions that change the rows before they are drawn, by the layout in a spec's usermeta.
const layouts = {strip};

function merge(a, b) {
  return typeof a === 'object' && typeof b === 'object' ? {...a, ...b} : b ?? a;
}

/// Draws the figure as SVG text; null if it has no mark for any of these records.
export async function toSvg(name, spec, records) {
  const vega = load('vega');
  const view = new vega.View(vega.parse(compile(name, complete(spec, records))), {renderer: 'none'});
  view.logger(quiet((text) => { throw unfit(name, text); }));
  await view.runAsync();
  const svg = countMarks(view.scenegraph().root) > 0 ? await view.toSVG() : null;
  view.finalize();
  return svg;
}

function compile(name, spec) {
  try {
    return load('vega-lite').compile(spec, {logger: quiet()}).spec;
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw unfit(name, error.message);
  }
}

function unfit(name, text) {
  return new Fault(`figure ${name} is valid Vega-Lite and follows paths that records have`,
                   oneLine(text), 'mend the spec');
}

/// A logger of Vega that passes on errors only. Warnings concern style, and stdout is for paths.
function quiet(error = () => logger) {
  const logger = {level: () => logger, warn: () => logger, info: () => logger, debug: () => logger, error};
  return logger;
}

/// Number of marks that draw data; marks of axes and legends do not count.
function countMarks(item) {
  const isData = item.role === 'mark' && ['symbol', 'line', 'rect', 'shape'].includes(item.marktype);
  return (isData ? item.items.length : 0) +
         (item.items ?? []).reduce((sum, child) => sum + countMarks(child), 0);
}
