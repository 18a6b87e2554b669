import {mkdirSync, renameSync, rmSync, writeFileSync, writeSync} from 'node:fs';
import path from 'node:path';
import {Fault, words} from './fault.mjs';

const full = ['ENOSPC', 'EDQUOT'];

/// Removes the part of a file that was written, if any.
function removeQuietly(partial) {
  try {
    rmSync(partial, {force: true});
  } catch {
    // The error of the write is the one to report.
  }
}

/// Writes a file atomically.
export function put(file, content) {
  const partial = `${file}.${process.pid}.partial`;
  try {
    mkdirSync(path.dirname(file), {recursive: true});
    writeFileSync(partial, content);
    renameSync(partial, file);
  } catch (error) {
    removeQuietly(partial);
    throw new Fault('results go where there is room and the right to write', `${words(error)} for ${file}`,
                    full.includes(error.code) ? 'make room on that disk' : 'choose another place with --out');
  }
}

/// Prints a line. Unlike console.log(), it reports a full disk. A closed pipe is not an error.
export function print(line) {
  try {
    writeSync(process.stdout.fd, `${line}\n`);
  } catch (error) {
    if (error.code === 'EPIPE') return;
    throw new Fault('standard output takes all that is printed', words(error),
                    full.includes(error.code) ? 'make room on that disk' : 'redirect it to another place');
  }
}

/// Writes a file and prints its path, with a remark if given.
export function write(file, content, remark = '') {
  put(file, content);
  print(remark ? `${file}, ${remark}` : file);
}
