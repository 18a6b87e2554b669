// Bundles the code of a page into one script, because pages opened from disk cannot load modules. (Runs in
// Node.)
import {existsSync, readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {folderOf, load} from '../lib/packages.mjs';

/// Scripts of pages: the module from the root of results/, the npm packages in it, options of esbuild.
export const scripts = {
  diagram: {module: 'figures/page/main.mjs'},
  figure: {module: 'figures/page/equip.mjs'},
  report: {module: 'report/client/main.mjs', packages: ['minisearch']},
  motion: {module: 'motion/page/main.mjs', packages: ['three'], options: {format: 'esm'}},
};

/// Returns the address of the script that packages of stiffbench have beside the module (cmake/package).
export const bundled = ({module}) => new URL(`../../${module.replace(/mjs$/, 'bundle.js')}`, import.meta.url);

/// Returns a module of `scripts`, given by name, with all its imports, as the text of a script. Packages of
/// stiffbench have that text as a file, and neither esbuild nor the packages in it.
export function bundle(name) {
  const file = bundled(scripts[name]);
  return existsSync(file) ? readFileSync(file, 'utf8') : inline(build(scripts[name]));
}

function build({module, packages = [], options = {}}) {
  const {outputFiles} = load('esbuild').buildSync({
    entryPoints: [fileURLToPath(new URL(`../../${module}`, import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    charset: 'utf8',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'silent',
    alias: Object.fromEntries(packages.map((own) => [own, folderOf(own)])),
    ...options,
  });
  return outputFiles[0].text;
}

/// Escapes a script for inclusion in a page: removes end tags of scripts and the address of a source map.
export function inline(script) {
  return script.replace(/<\/script/g, '<\\/script').replace(/^\/\/# sourceMappingURL=.*$/gm, '');
}

/// Returns a value as the text of a JSON script element.
export function inlineJson(value) {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}

export const style = (file) => readFileSync(file, 'utf8');
