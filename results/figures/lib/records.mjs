import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {Fault} from './fault.mjs';

/// What lines are, and who draws those that are no runs: what 'stiffbench list integrators
/// --properties --out' writes, a line for each method, and 'stiffbench frames', one for each picture.
const run = 'stiffbench.record/1';
const figures = {'stiffbench.stability/1': 'stability_region', 'stiffbench.frame/1': 'frames'};

/// The records of a directory, all of this schema; runs are normalised: see normalise.
export function readRecords(directory, schema = run) {
  const file = path.join(directory, 'records.jsonl');
  if (!existsSync(file))
    throw new Fault('a directory of records holds records.jsonl', directory,
                    'make one with stiffbench run EXPERIMENT --out DIR');
  const lines = readFileSync(file, 'utf8').split('\n');
  const records = [];
  lines.forEach((line, index) => {
    if (line.trim() === '') return;
    // A run that was killed while writing leaves a last line without its line break.
    const record = parse(line, schema, `${file}:${index + 1}`, index === lines.length - 1);
    if (record) records.push(record);
  });
  if (records.length === 0)
    throw new Fault('a figure needs at least one record', `none in ${file}`,
                    'run the experiment to its end');
  return schema === run ? normalise(records) : records.map(named);
}

const named = (record) => ({...record, method: record.integrator.name});

function parse(line, schema, place, unfinished) {
  let record;
  try {
    record = JSON.parse(line);
  } catch (error) {
    if (unfinished) {
      console.error(`note: ${place} is incomplete and is left out`);
      return null;
    }
    throw new Fault('every line of a records file is one JSON object',
                    `a malformed line at ${place}`, 'delete that line or run the experiment again');
  }
  if (record?.schema !== schema)
    throw new Fault(`records that are drawn here have the schema ${schema}`, `${record?.schema} at ${place}`,
                    figures[record?.schema] ? `draw the figure ${figures[record.schema]}`
                      : record?.schema === run ? 'draw a figure of runs'
                        : 'run the experiment again with this version');
  return record;
}

const noMeasures = () => ({
  position: {max: null, l2_relative: null},
  velocity: {max: null, l2_relative: null},
  state_max: null,
  energy_norm_relative: null,
});
const noError = () => ({reference: null, digits: null, floor: null, ...noMeasures()});
const noEnergy = {initial: null, final: null, max_drift: null, rms_drift: null, slope: null};
const noRuntime = {unit: 's', setup: null, samples: [], median: null, mad: null};

const failureSigns = {
  diverged: '×', newton_failed: 'N', singular: 'S', krylov_stagnated: 'K', indefinite: 'I',
  infeasible: 'F', timeout: 'T', out_of_memory: 'M', crashed: 'C', unfit: 'U',
};

/// What specs rely on: of a run that was repeated only the last record stays; objects that are null
/// become objects of nulls, and outputs that there are none objects without any, so that a path like error.floor.state_max can always be followed; the
/// final state, which no figure draws, is dropped. Added are
/// - method, problem.label: labels that tell apart whatever was run with different parameters;
/// - problem.rank: the place of that label in natural order (records come in random order);
/// - h: the step size, or the mean step of an integrator that chooses its own (s), or null;
/// - failure: {sign, label} of a run that did not end well, else null.
export function normalise(records) {
  const latest = [...new Map(records.map((record) => [record.id, record])).values()];
  const hashes = latest.map((record) => record.problem.hash);
  const methods = labels(latest.map(withoutTolerance), hashes);
  const problems = labels(latest.map((record) => record.problem), hashes.map(() => ''));
  const ranks = [...new Set(problems)].sort(naturally);
  return latest.map(({final, ...record}, index) => {
    const error = record.error ?? noError();
    return {
      ...record,
      method: methods[index],
      h: record.step.h ?? meanStep(record),
      failure: record.status === 'ok' ? null : failure(record.status),
      problem: {...record.problem, label: problems[index], rank: ranks.indexOf(problems[index])},
      error: {...error, floor: error.floor ?? noMeasures(), outputs: error.outputs ?? {}},
      outputs: record.outputs ?? {},
      energy: {...(record.energy ?? noEnergy), series: record.energy?.series ?? null},
      work: record.work ?? {},
      memory: record.memory ?? {peak_bytes: null},
      runtime: record.runtime ?? noRuntime,
      reason: record.reason ?? null,
    };
  });
}

/// Compares labels so that 2 comes before 10.
export function naturally(a, b) {
  return a.localeCompare(b, 'en', {numeric: true});
}

/// The integrator without rtol, through which it gets step.tolerance: a sweep over tolerances, like
/// one over steps, is one method.
function withoutTolerance({integrator}) {
  const {rtol, ...parameters} = integrator.parameters;
  return {...integrator, parameters};
}

function meanStep({problem, step}) {
  return step.count > 0 ? (problem.parameters.end_time ?? NaN) / step.count || null : null;
}

function failure(status) {
  const sign = failureSigns[status];
  return {sign, label: `${sign}  ${status.replaceAll('_', ' ')}`};
}

/// One label per thing {name, title, parameters}: its title or name, and those parameters in which
/// it differs from others of that label in the same scope. (An integrator whose default depends on
/// the problem, as the phi back end does, is still one method.)
function labels(things, scopes) {
  const label = (thing) => thing.title ?? thing.name;
  const first = new Map();
  const differing = new Map();
  things.forEach((thing, index) => {
    const group = JSON.stringify([label(thing), scopes[index]]);
    if (!first.has(group)) first.set(group, thing.parameters);
    if (!differing.has(label(thing))) differing.set(label(thing), new Set());
    for (const name of differences(thing.parameters, first.get(group)))
      differing.get(label(thing)).add(name);
  });
  return things.map((thing) => {
    const names = [...differing.get(label(thing))];
    if (names.length === 0) return label(thing);
    return `${label(thing)} (${names.map((n) => `${n} = ${show(thing.parameters[n])}`).join(', ')})`;
  });
}

function differences(a, b) {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]));
}

function show(value) {
  if (value === undefined) return 'none';
  return typeof value === 'number' ? String(Number(value.toPrecision(4))) : JSON.stringify(value);
}
