// Target of a report: files that are not part of a report are never replaced.
import {closeSync, existsSync, lstatSync, openSync, readdirSync, readFileSync, readSync, rmdirSync, rmSync, statSync} from 'node:fs';
import path from 'node:path';
import {Fault} from '../figures/lib/fault.mjs';
import {put} from '../figures/lib/write.mjs';

/// List of the files that a report wrote into a folder, which identifies the folder.
const list = 'report-files.txt';
const head = 'Files that stiffbench report wrote into this folder, and replaces when it is made again:';

/// Part of the head of every page, which identifies a single-file report.
export const sign = '<meta name="generator" content="stiffbench report">';

/// Returns the files that an earlier report wrote, or null if the folder has no list of them.
function earlierFiles(folder) {
  const file = path.join(folder, list);
  if (!existsSync(file)) return null;
  const [first, ...names] = readFileSync(file, 'utf8').split('\n');
  return first === head ? names.filter(isInside) : null;
}

/// Returns true if the name of a file stays inside its folder.
const isInside = (name) => name !== '' && !path.isAbsolute(name) && !name.split('/').includes('..');

const save = (folder, names) => put(path.join(folder, list), [head, ...names].join('\n') + '\n');

/// Returns true if a file, or even a dangling link, of this name exists.
const isThere = (file) => lstatSync(file, {throwIfNoEntry: false}) !== undefined;

/// Removes the files, and folders that become empty.
function remove(folder, names) {
  for (const name of names) {
    rmSync(path.join(folder, name), {force: true});
    const above = path.join(folder, path.dirname(name));
    if (above !== path.join(folder) && existsSync(above) && readdirSync(above).length === 0) rmdirSync(above);
  }
}

/// Throws a Fault for a folder in which the report would replace a foreign file.
function check(folder, earlier, names) {
  if (!existsSync(folder) || (earlier === null && readdirSync(folder).length === 0)) return;
  if (earlier === null)
    throw new Fault(
      `a report goes into a folder of its own, which is empty or has its ${list}`,
      `${folder}, which has other files`,
      'choose another one with --out, or move them away',
    );
  const foreign = names.find((name) => !earlier.includes(name) && isThere(path.join(folder, name)));
  if (foreign)
    throw new Fault(
      `a report replaces only files that are in ${path.join(folder, list)}`,
      `${foreign}, which is not`,
      'move it away, or choose another folder with --out',
    );
}

/// Writes the files {name: content} into the folder, replacing those of an earlier report. The list is
/// written first and is complete at any time, so that an interrupted report can be repeated.
export function replaceFiles(folder, files) {
  const names = Object.keys(files),
    earlier = earlierFiles(folder);
  check(folder, earlier, names);
  const gone = (earlier ?? []).filter((name) => !names.includes(name));
  save(folder, [...names, ...gone]);
  remove(folder, gone);
  for (const [name, content] of Object.entries(files)) put(path.join(folder, name), content);
  save(folder, names);
}

/// Throws a Fault for a file that is not a report, or a folder. An empty file may be replaced.
export function checkFile(file) {
  if (existsSync(file) && statSync(file).isDirectory())
    throw new Fault(
      'one file is written with --single-file',
      `${file}, which is a folder`,
      'name a file in it with --out',
    );
  if (!existsSync(file) || readStart(file) === '' || readStart(file).includes(sign)) return;
  throw new Fault(
    'a report replaces only a report',
    `${file}, which is another file`,
    'choose another one with --out, or move it away',
  );
}

function readStart(file) {
  const start = Buffer.alloc(1000),
    opened = openSync(file);
  try {
    return start.toString('utf8', 0, readSync(opened, start));
  } finally {
    closeSync(opened);
  }
}
