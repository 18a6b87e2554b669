// usage: node report.mjs DIR [--rows FILE] --facts FILE [--out PLACE] [--single-file]
// Writes pages about the runs of a directory, as a folder of files or as one file. 'stiffbench report' passes
// the rows in FILE (default: DIR/rows.jsonl) and the pages as Markdown (report.schema.json). The pages need
// no network.
import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {parseArgs} from 'node:util';
import {draw, figureNames, readSpec} from '../figures/lib/figure.mjs';
import {Fault, run} from '../figures/lib/fault.mjs';
import {kindOf, readRows} from '../figures/lib/rows.mjs';
import {print, write} from '../figures/lib/write.mjs';
import {problemsOf} from '../figures/page/data.mjs';
import {downloads} from './files.mjs';
import {pageReader} from './markdown.mjs';
import {downloadsText, figuresPage, motionPage} from './pages.mjs';
import {checkFile, replaceFiles} from './place.mjs';
import {addresses, folderOf, singleOf} from './site.mjs';

const usage = 'usage: node report.mjs DIR [--rows FILE] --facts FILE [--out PLACE] [--single-file]';

function readArguments(args) {
  let parsed;
  try {
    const text = {type: 'string'};
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: {rows: text, facts: text, out: text, 'single-file': {type: 'boolean'}},
    });
  } catch (error) {
    throw new Fault('report.mjs takes a directory', error.message.split('. ')[0], usage);
  }
  const {values, positionals} = parsed;
  if (positionals.length !== 1 || !values.facts)
    throw new Fault(
      'report.mjs takes a directory and a file of facts',
      `${positionals.length} directories`,
      usage,
    );
  const [directory] = positionals,
    single = values['single-file'] ?? false;
  return {
    directory,
    single,
    rowsOfRuns: values.rows,
    facts: values.facts,
    out: values.out ?? path.join(directory, single ? 'report.html' : 'report'),
  };
}

/// Reports why a figure cannot be drawn and is omitted.
function leaveOut(error) {
  if (!(error instanceof Fault)) throw error;
  console.error(`note: the report leaves a figure out: ${error.message}`);
  return null;
}

/// Returns the figures named by the experiment, as {name, title, svg}.
async function figuresOf({experiment}, rows) {
  const all = [];
  for (const name of experiment?.figures ?? []) {
    if (!figureNames().includes(name) || kindOf(readSpec(name).spec) !== kindOf({})) continue;
    const {spec} = readSpec(name),
      drawn = await draw(name, spec, rows).catch(leaveOut);
    if (drawn) all.push({name, title: spec.title?.text ?? spec.title ?? name, svg: drawn.svg});
  }
  return all;
}

/// Returns the pages in their order, with the report's own ones among them.
function pagesOf({facts, href}, {figures, motion, files}) {
  const all = {...facts.pages, downloads: downloadsText(files)},
    read = pageReader({...facts, pages: all}, href);
  const {overview, diagram, methods, coefficients, reading, environment, downloads, ...others} = Object.fromEntries(
    Object.entries(all).map(([id, markdown]) => [id, read(id, markdown)]),
  );
  return [
    overview,
    diagram,
    ...(figures.length ? [figuresPage(figures)] : []),
    ...(motion ? [motionPage(...motion)] : []),
    methods,
    coefficients,
    reading,
    environment,
    downloads,
    ...Object.values(others),
  ];
}

const asData = (svg) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;

function writeFolder(report, out, {directory, figures, motion}) {
  const files = downloads(directory, report.rows, report.facts.citations);
  const sized = files.map((file) => ({...file, size: Buffer.byteLength(file.content)}));
  const images = figures.map((figure) => ({...figure, image: `figures/${figure.name}.svg`}));
  const contents = [
    ...files.map(({name, content}) => [name, content]),
    ...figures.map(({name, svg}) => [`figures/${name}.svg`, svg]),
    ...(motion ? [['motions.html', motion]] : []),
  ];
  const frame = motion && ['src', 'motions.html'];
  const pages = pagesOf(report, {figures: images, motion: frame, files: sized});
  replaceFiles(out, folderOf({...report, pages, files: Object.fromEntries(contents)}));
  print(path.join(out, 'index.html'));
}

function writeSingle(report, out, {figures, motion}) {
  const images = figures.map((figure) => ({...figure, image: asData(figure.svg)}));
  const frame = motion && ['srcdoc', motion];
  checkFile(out);
  write(
    out,
    singleOf({
      ...report,
      pages: pagesOf(report, {figures: images, motion: frame, files: []}),
    }),
  );
}

await run(async (args) => {
  const options = readArguments(args),
    {directory, single, out} = options;
  const rows = readRows(directory, kindOf({}), options.rowsOfRuns);
  const facts = JSON.parse(readFileSync(options.facts, 'utf8'));
  const report = {
    title: facts.experiment?.title ?? path.basename(path.resolve(directory)),
    rows,
    facts,
    data: problemsOf(rows),
    href: single ? addresses.single : addresses.folder,
  };
  const motion = path.join(directory, 'motion.html');
  (single ? writeSingle : writeFolder)(report, out, {
    directory,
    figures: await figuresOf(facts, rows),
    motion: existsSync(motion) && readFileSync(motion, 'utf8'),
  });
});
