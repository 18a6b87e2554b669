import {readFileSync, existsSync, readdirSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {Fault} from './fault.mjs';
import {strip} from './frames.mjs';
import {withScales} from './methods.mjs';
import {load} from './packages.mjs';

const folder = fileURLToPath(new URL('..', import.meta.url));
const ending = '.vl.json';

/// The specs of this folder and those below it: their paths by their names.
function specFiles() {
  return new Map(readdirSync(folder, {recursive: true}).filter((file) => file.endsWith(ending))
    .map((file) => [path.basename(file, ending), path.join(folder, file)]));
}

export function figureNames() {
  return [...specFiles().keys()].sort();
}

/// A spec by its name in results/figures or by its path: {name, spec}. A file with "extends" is
/// another spec, by its name or by its path from there, with an RFC 6902 patch, for figures that
/// differ in a few places only.
export function readSpec(nameOrPath) {
  const file = specFiles().get(nameOrPath) ?? nameOrPath;
  if (!existsSync(file))
    throw new Fault('a figure is a name or the path of a spec', `"${nameOrPath}"`,
                    `the names are ${figureNames().join(', ')}`);
  return {name: path.basename(file).replace(/(\.vl)?\.json$/, ''), spec: patched(file)};
}

function patched(file) {
  try {
    const spec = JSON.parse(readFileSync(file, 'utf8'));
    if (!spec.extends) return spec;
    const base = patched(specFiles().get(spec.extends) ?? path.join(path.dirname(file), spec.extends));
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

/// The spec with its data, its theme and the look of every method: complete Vega-Lite.
export function complete(spec, rows) {
  if (spec.data?.name !== 'records')
    throw new Fault('a figure reads records only: "data": {"name": "records"}',
                    JSON.stringify(spec.data ?? null), 'mend the spec');
  const theme = JSON.parse(readFileSync(path.join(folder, 'theme.json'), 'utf8'));
  const config = Object.fromEntries([...new Set([...Object.keys(theme), ...Object.keys(spec.config ?? {})])]
    .map((key) => [key, merge(theme[key], spec.config?.[key])]));
  const records = layouts[spec.usermeta?.layout]?.(rows) ?? rows;
  // Vega-Lite takes no height from data; strips of pictures have one each.
  const height = records[0]?.height ? {height: records[0].height} : {};
  return {...withScales(spec, records), ...height, config, datasets: {records}};
}

/// What a spec may have made of its rows before it draws them.
const layouts = {strip};

function merge(a, b) {
  return typeof a === 'object' && typeof b === 'object' ? {...a, ...b} : b ?? a;
}

/// The figure as SVG text, or null if it draws none of these records.
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

/// A logger that tells errors only: Vega's warnings concern style, and stdout is for paths.
function quiet(error = () => logger) {
  const logger = {level: () => logger, warn: () => logger, info: () => logger, debug: () => logger, error};
  return logger;
}

/// Points, lines, outlines and places of data, not those of axes and legends.
function countMarks(item) {
  const drawn = item.role === 'mark' && ['symbol', 'line', 'rect', 'shape'].includes(item.marktype);
  return (drawn ? item.items.length : 0) +
         (item.items ?? []).reduce((sum, child) => sum + countMarks(child), 0);
}
