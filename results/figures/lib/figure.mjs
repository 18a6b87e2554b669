import {readFileSync, existsSync, readdirSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {csvOf} from './csv.mjs';
import {Fault} from './fault.mjs';
import {diagram} from './diagram/diagram.mjs';
import {flat} from './diagram/shapes.mjs';
import {fileOf} from './diagram/svg.mjs';
import {strip} from './frames.mjs';
import {load} from './packages.mjs';
import {plot} from './plot/plot.mjs';
import {compile, viewOf} from './vega.mjs';

const folder = fileURLToPath(new URL('..', import.meta.url));
const ending = '.vl.json', standard = 178;  // mm

/// Returns the paths of the specifications in results/figures and below, by name.
function specFiles() {
  return new Map(readdirSync(folder, {recursive: true}).filter((file) => file.endsWith(ending))
    .map((file) => [path.basename(file, ending), path.join(folder, file)]));
}

export function figureNames() {
  return [...specFiles().keys()].sort();
}

/// Reads a specification by its name in results/figures or by its path, as {name, spec}. A file with
/// "extends" is a patch (RFC 6902) of another specification, given by its name or by its path relative to the
/// file.
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

/// Returns the figure of these rows as a Vega specification; null if no row fits. `chosen` overrides
/// defaults: the experiment's title, the methods among which styles are assigned (default: those of the
/// rows) and the width (mm). `warn` receives Vega's warnings.
export async function complete(name, spec, rows, chosen = {}, warn = () => {}) {
  for (const option of ['x', 'y', 'error', 'height', 'columns'])
    if (chosen[option] !== undefined)
      throw new Fault(`--${option} is for diagrams of errors, time and work`, 'another figure',
                      'leave it out, or draw precision or work_precision');
  if (spec.usermeta?.layout) return compile(name, picture(spec, rows), warn);
  return plot(name, spec, rows, chosen, configOf(spec.config), warn);
}

/// Vega-Lite cannot derive the height from the data, and each strip of pictures has a different one.
function picture(spec, rows) {
  const records = layouts[spec.usermeta.layout](rows);
  return {...spec, height: records[0].height, config: configOf(spec.config), datasets: {records}};
}

/// Returns the theme overridden by the specification's own settings.
function configOf(own = {}) {
  const theme = JSON.parse(readFileSync(path.join(folder, 'theme.json'), 'utf8'));
  return Object.fromEntries([...new Set([...Object.keys(theme), ...Object.keys(own)])]
    .map((key) => [key, merge(theme[key], own[key])]));
}

/// Functions that transform the rows before drawing, by the layout in a specification's usermeta.
const layouts = {strip};

function merge(a, b) {
  return typeof a === 'object' && typeof b === 'object' && !Array.isArray(b) ? {...a, ...b} : b ?? a;
}

/// Draws the figure: {svg, csv}, SVG text and the data of its marks, with the picture of a diagram or the Vega
/// specification of another figure; null if it has no mark for these records. A diagram also takes from `chosen` its x,
/// y, error, height and columns.
export async function draw(name, spec, records, chosen = {}, warn = () => {}) {
  if (spec.data?.name !== 'records')
    throw new Fault('a figure reads records only: "data": {"name": "records"}',
                    JSON.stringify(spec.data ?? null), 'mend the spec');
  if (spec.usermeta?.diagram) {
    const picture = diagram(spec, records, chosen);
    return picture && {svg: fileOf(picture, chosen.width ?? spec.usermeta.diagram.width ?? standard), csv: toCsv(dataOf(picture.shapes)), picture};
  }
  const vega = await complete(name, spec, records, chosen, warn);
  if (vega === null) return null;
  const view = await viewOf(name, vega, warn);
  const marks = marksOf(view.scenegraph().root);
  const result = marks.length > 0
    ? {svg: inMillimetres(await view.toSVG(), chosen.width ?? standard), csv: toCsv(marks), vega} : null;
  view.finalize();
  return result;
}

/// Draws the figure as SVG text; null if it has no mark for these records.
export async function toSvg(name, spec, records) {
  return (await draw(name, spec, records))?.svg ?? null;
}

/// Scales the picture to this width (mm), or to one pixel per unit.
function inMillimetres(svg, width) {
  if (!width) return svg;
  return svg.replace(/ width="([\d.]+)" height="([\d.]+)"/, (_, w, h) =>
    ` width="${width}mm" height="${Number((width * h / w).toFixed(2))}mm"`);
}

/// Returns the data of all data marks, excluding marks of axes and legends.
function marksOf(item) {
  const isData = item.role === 'mark' && ['symbol', 'line', 'rect', 'shape', 'text'].includes(item.marktype);
  const own = isData ? item.items.map((one) => ({mark: item.marktype, ...one.datum})) : [];
  return [...own, ...(item.items ?? []).flatMap(marksOf)].filter((one) => isFact(one));
}

const markNames = {signs: 'symbol', box: 'rect'};

/// Returns the data of the shapes of a diagram.
const dataOf = (shapes) =>
  flat(shapes).flatMap(({kind, data = []}) => [data].flat().map((one) => ({mark: markNames[kind] ?? kind, ...one})));

/// Returns true if a mark shows a number, and is not just a text or line of the layout.
const isFact = (datum) => Object.keys(columnsOf(datum)).some((name) => typeof datum[name] === 'number');

/// Returns the columns of a mark's data in a file: plain values. Names that begin with _ concern the layout.
function columnsOf(datum) {
  return Object.fromEntries(Object.entries(datum).filter(([name, value]) =>
    !name.startsWith('_') && ['number', 'string', 'boolean'].includes(typeof value)));
}

/// Formats exactly the drawn data as comma-separated values: one line per mark, where a point and its vertex
/// of a line count as one.
const toCsv = (marks) =>
  csvOf([...new Map(marks.map(columnsOf).map(({mark, ...data}) => [JSON.stringify(data), {mark, ...data}])).values()]);
