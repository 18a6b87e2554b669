// usage: node report.mjs DIR [--rows FILE] --facts FILE [--out PLACE] [--single-file]
// Writes pages about the runs of a directory, as a folder of files or as one file. 'stiffbench report' passes
// the rows in FILE (default: DIR/rows.jsonl) and further facts (report.schema.json). The pages need no
// network.
import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {parseArgs} from 'node:util';
import {draw, figureNames, readSpec} from '../figures/lib/figure.mjs';
import {Fault, run} from '../figures/lib/fault.mjs';
import {methodsOf} from '../figures/lib/methods.mjs';
import {kindOf, readRows} from '../figures/lib/rows.mjs';
import {print, write} from '../figures/lib/write.mjs';
import {problemsOf} from '../figures/page/data.mjs';
import {downloads} from './files.mjs';
import {methodPage} from './pages/method.mjs';
import {
  diagramPage,
  downloadsPage,
  environmentPage,
  figuresPage,
  motionPage,
  readingPage,
} from './pages/others.mjs';
import {overview} from './pages/overview.mjs';
import {paperPages} from './pages/papers.mjs';
import {problemPage} from './pages/problem.mjs';
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

/// Reads lines of JSON from a file of the directory, none if it does not exist.
function lines(file, schema) {
  if (!existsSync(file)) return [];
  return readRows(path.dirname(file), {
    file: path.basename(file),
    schema,
    make: 'stiffbench reproduce --json',
  });
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

/// Returns the report as pages use it: its facts, and the addresses of other pages.
function makeReport({directory, single}, rows, facts) {
  const places = new Map(facts.problems.map(({label}, k) => [label, k]));
  const of = new Map(
    facts.problems.map(({label}) => [label, rows.filter((row) => row.problem.label === label)]),
  );
  return {
    title: facts.experiment?.title ?? path.basename(path.resolve(directory)),
    rows,
    facts,
    data: problemsOf(rows),
    methods: methodsOf(rows).map((one) => ({...one, family: one.family.name})),
    href: single ? addresses.single : addresses.folder,
    pageOfProblem: ({label}) => `problem-${places.get(label) + 1}`,
    pageOfMethod: (name) => `method-${name.replace(/[^A-Za-z0-9_]/g, '-')}`,
    rowsOf: ({label}) => of.get(label),
    unitsOf: ({label}) => of.get(label)[0].problem.units,
  };
}

function pagesOf(report, {figures, motion, assessments, files}) {
  const names = [...new Set(report.methods.map(({integrator}) => integrator))];
  return [
    overview(report),
    diagramPage(),
    ...(figures.length ? [figuresPage(figures)] : []),
    ...(motion ? [motionPage(...motion)] : []),
    readingPage(),
    environmentPage(report.rows),
    downloadsPage(files),
    ...paperPages(assessments, report),
    ...report.facts.problems.map((problem) => problemPage(problem, report)),
    ...names.map((name) => methodPage(name, report)),
  ];
}

const asData = (svg) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;

function writeFolder(report, out, parts, {directory, figures, motion}) {
  const files = downloads(directory, report.rows, report.facts.citations);
  const sized = files.map((file) => ({...file, size: Buffer.byteLength(file.content)}));
  const images = figures.map((figure) => ({...figure, image: `figures/${figure.name}.svg`}));
  const contents = [
    ...files.map(({name, content}) => [name, content]),
    ...figures.map(({name, svg}) => [`figures/${name}.svg`, svg]),
    ...(motion ? [['motions.html', motion]] : []),
  ];
  const frame = motion && ['src', 'motions.html'];
  const pages = pagesOf(report, {...parts, figures: images, motion: frame, files: sized});
  replaceFiles(out, folderOf({...report, pages, files: Object.fromEntries(contents)}));
  print(path.join(out, 'index.html'));
}

function writeSingle(report, out, parts, {figures, motion}) {
  const images = figures.map((figure) => ({...figure, image: asData(figure.svg)}));
  const frame = motion && ['srcdoc', motion];
  checkFile(out);
  write(
    out,
    singleOf({
      ...report,
      pages: pagesOf(report, {...parts, figures: images, motion: frame, files: []}),
    }),
  );
}

await run(async (args) => {
  const options = readArguments(args),
    {directory, single, out} = options;
  const rows = readRows(directory, kindOf({}), options.rowsOfRuns);
  const facts = JSON.parse(readFileSync(options.facts, 'utf8')),
    report = makeReport(options, rows, facts);
  const motion = path.join(directory, 'motion.html');
  const beside = {
    directory,
    figures: await figuresOf(facts, rows),
    motion: existsSync(motion) && readFileSync(motion, 'utf8'),
  };
  const assessments = lines(path.join(directory, 'assessments.jsonl'), 'stiffbench.assessment/2');
  (single ? writeSingle : writeFolder)(report, out, {assessments}, beside);
});
