import {mkdirSync, renameSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {Fault} from './fault.mjs';

/// Writes a file, which appears whole or not at all.
export function put(file, content) {
  const partial = `${file}.${process.pid}.partial`;
  try {
    mkdirSync(path.dirname(file), {recursive: true});
    writeFileSync(partial, content);
    renameSync(partial, file);
  } catch (error) {
    throw new Fault('results are written to a directory that can be written', `${error.code} for ${file}`,
                    'choose another one with --out');
  }
}

/// Writes a file and prints its path, with a remark if there is one.
export function write(file, content, remark = '') {
  put(file, content);
  console.log(remark ? `${file}, ${remark}` : file);
}
