// Bundles the code of a page into one script, because pages opened from disk cannot load modules. (Runs in
// Node.)
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {load} from '../lib/packages.mjs';

/// Returns the module at this address, with all its imports, as the text of a script; `options` override
/// these options of esbuild.
export function bundle(entry, options = {}) {
  const {outputFiles} = load('esbuild').buildSync({
    entryPoints: [fileURLToPath(entry)],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    charset: 'utf8',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'silent',
    ...options,
  });
  return inline(outputFiles[0].text);
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
