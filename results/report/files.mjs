// Files for download beside the pages.
import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {gzipSync} from 'node:zlib';

const cell = (value) => {
  const words = value === null || value === undefined ? '' : String(value);
  return /[",\n]/.test(words) ? `"${words.replaceAll('"', '""')}"` : words;
};

/// Returns one line of comma-separated values per run.
export function csvOf(rows) {
  const counters = [...new Set(rows.flatMap((row) => Object.keys(row.work)))];
  const columns = {
    problem: (row) => row.problem.label,
    method: (row) => row.method,
    family: (row) => row.family.name,
    h: (row) => row.h,
    tolerance: (row) => row.step.tolerance,
    steps: (row) => row.step.count,
    status: (row) => row.status,
    reason: (row) => row.reason,
    error_energy_norm: (row) => row.error.energy_norm_relative,
    error_position: (row) => row.error.position.l2_relative,
    error_velocity: (row) => row.error.velocity.l2_relative,
    error_state_max: (row) => row.error.state_max,
    floor_energy_norm: (row) => row.error.floor.energy_norm_relative,
    slope: (row) => row.slope,
    asymptotic: (row) => row.asymptotic,
    pareto: (row) => row.pareto,
    energy_drift: (row) => row.energy.max_drift,
    time: (row) => row.runtime.total,
    time_mad: (row) => row.runtime.mad,
    peak_bytes: (row) => row.memory.peak_bytes,
    weighted_work: (row) => row.weighted_work,
    ...Object.fromEntries(counters.map((name) => [name, (row) => row.work[name]])),
    id: (row) => row.id,
  };
  const lines = rows.map((row) =>
    Object.values(columns)
      .map((value) => cell(value(row)))
      .join(','),
  );
  return [Object.keys(columns).join(','), ...lines].join('\n') + '\n';
}

/// Returns [{name, content, what}] of a folder's records.
export function downloads(directory, rows, citations) {
  const file = (name) => path.join(directory, name),
    all = [];
  all.push({
    name: 'files/runs.csv.gz',
    content: gzipSync(csvOf(rows)),
    what: 'a line for each run, comma-separated',
  });
  if (existsSync(file('records.jsonl')))
    all.push({
      name: 'files/records.jsonl.gz',
      content: gzipSync(readFileSync(file('records.jsonl'))),
      what: 'the records, all codes',
    });
  if (existsSync(file('experiment.json')))
    all.push({
      name: 'files/experiment.json',
      content: readFileSync(file('experiment.json')),
      what: 'the experiment, to run it again',
    });
  const entries = Object.values(citations);
  if (entries.length)
    all.push({
      name: 'files/sources.bib',
      content: entries.join('\n'),
      what: 'sources of problems and methods',
    });
  return all;
}
