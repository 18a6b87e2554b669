import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {Fault} from './fault.mjs';

/// The default kind of rows of a specification: runs, which 'stiffbench figure' passes on.
const runs = {file: 'rows.jsonl', schema: 'stiffbench.row/1', source: 'records.jsonl',
              make: 'stiffbench run EXPERIMENT --out DIR'};

/// Returns the kind of rows that a specification draws: their file, schema and origin.
export function kindOf(spec) {
  return spec.usermeta?.rows ?? runs;
}

/// Reads the rows that a specification draws: one JSON object per line of a file in the directory. Rows of
/// runs come from the file `rowsOfRuns` if it is given.
export function readRows(directory, kind, rowsOfRuns) {
  const ofRuns = kind.schema === runs.schema;
  const file = ofRuns && rowsOfRuns ? rowsOfRuns : path.join(directory, kind.file);
  if (!existsSync(file))
    throw new Fault(`this figure draws a folder with ${kind.source ?? kind.file}`, `${directory} without it`,
                    `make it with ${kind.make ?? 'its program'}, or draw another figure`);
  const rows = readFileSync(file, 'utf8').split('\n').filter((line) => line.trim() !== '').map(parse);
  for (const row of rows)
    if (row.schema !== kind.schema)
      throw new Fault(`lines that this figure draws have the schema ${kind.schema}`,
                      `${row.schema} in ${file}`, 'make them again with this version');
  if (rows.length === 0)
    throw new Fault('a figure needs at least one line of data', `none in ${file}`, 'make it again');
  return rows;

  function parse(line) {
    try {
      return JSON.parse(line);
    } catch {
      throw new Fault(`every line of ${kind.file} is one JSON object`, `a malformed line in ${file}`,
                      'make it again');
    }
  }
}
