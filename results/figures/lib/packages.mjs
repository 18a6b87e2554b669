import {createRequire} from 'node:module';
import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {Fault} from './fault.mjs';

const remedy = 'run ./bootstrap, or let STIFFBENCH_NODE_MODULES name a folder that has it';

/// Returns a require() that searches only $STIFFBENCH_NODE_MODULES if it is set, else node_modules of this
/// file's folder and its parents.
function lookup() {
  const folder = process.env.STIFFBENCH_NODE_MODULES;
  if (!folder) return createRequire(import.meta.url);
  if (!existsSync(folder))
    throw new Fault('STIFFBENCH_NODE_MODULES names a folder of packages', folder, remedy);
  return createRequire(path.join(path.resolve(folder), '..', 'lookup.js'));
}

/// Returns the folder of an installed package. require.resolve() is unsuitable, because a package may hide
/// its files from it.
export function folderOf(name) {
  const folder = lookup().resolve.paths(name)
    .map((modules) => path.join(modules, name)).find(existsSync);
  if (!folder) throw new Fault(`the npm package ${name} is needed`, 'none', remedy);
  return folder;
}

/// Loads a package by name.
export function load(name) {
  return lookup()(folderOf(name));
}

/// Returns the text of a file of a package.
export function source(name, file) {
  return readFileSync(path.join(folderOf(name), file), 'utf8');
}
