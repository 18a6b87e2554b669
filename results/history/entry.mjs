// The entry of one commit in the history of a code: a small file of JSON, which follows history.schema.json.
import {existsSync, readFileSync, readdirSync} from 'node:fs';
import path from 'node:path';
import {Fault} from '../figures/lib/fault.mjs';

export const schema = 'stiffbench.history/1';

const stepOf = ({h, tolerance}) => (tolerance === null ? `h = ${Number(h.toPrecision(4))}` : `tolerance ${Number(tolerance.toPrecision(4))}`);

/// Returns the error in the energy norm, which is never below that of the reference.
function errorOf({error: {energy_norm_relative: value, floor}}) {
  return value === null ? null : Math.max(value, floor.energy_norm_relative ?? 0);
}

function runOf(row) {
  const isSound = row.status === 'ok';
  return {
    problem: row.problem.label,
    method: row.method,
    step: stepOf(row.step),
    status: row.status,
    error: isSound ? errorOf(row) : null,
    order: isSound && row.step.tolerance === null && row.asymptotic ? row.slope : null,
    work: isSound ? Object.fromEntries(Object.entries(row.work).filter(([, calls]) => calls > 0)) : {},
  };
}

/// Returns what history keeps of rows, all of one program, of which these are the commit and its date.
export function entryOf(rows, commit, date) {
  const programs = new Set(rows.map(({environment: {git}}) => git?.commit ?? 'unknown'));
  if (programs.size > 1)
    throw new Fault('an entry of history has the runs of one program', `programs of ${[...programs].join(', ')}`,
                    'run the experiment into a new folder');
  if (!/^[0-9a-f]{7,64}$/.test(commit))
    throw new Fault('--commit is the hash of a commit', `"${commit}"`, 'give --commit "$(git rev-parse HEAD)"');
  if (Number.isNaN(Date.parse(date)))
    throw new Fault('--date is the date of the commit', `"${date}"`, 'give --date "$(git log -1 --format=%cI)"');
  const {compiler, flags, cpu, git} = rows[0].environment;
  return {schema, commit, date: new Date(date).toISOString(), stiffbench: git?.commit ?? 'unknown', compiler, flags,
          instruction_set: cpu.instruction_set_chosen, runs: rows.map(runOf)};
}

export const fileOf = (folder, {commit}) => path.join(folder, `${commit}.json`);

function readEntry(file) {
  const remedy = 'remove that file, or take a program of the version that wrote it';
  let entry;
  try {
    entry = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new Fault('a history has one file of JSON for each commit', `no JSON in ${file}`, remedy);
  }
  if (entry.schema !== schema) throw new Fault(`entries of history have the schema ${schema}`, `${entry.schema} in ${file}`, remedy);
  return entry;
}

/// Returns the entries of a folder by the dates of their commits.
export function readEntries(folder) {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')).sort() : [];
  if (!files.length)
    throw new Fault('a history is a folder with a file for each commit', `none in ${folder}`,
                    'add one: stiffbench history FOLDER RECORDS --commit HASH --date DATE');
  const entries = files.map((file) => readEntry(path.join(folder, file)));
  return entries.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}
