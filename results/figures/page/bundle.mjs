// The code of a page as one script, since pages from disk cannot load modules. (Runs in Node.)
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {load} from '../lib/packages.mjs';

/// The module at this address with all that it imports, as the text of a script; `options` of esbuild
/// take the place of these.
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

/// The text of a script as a page may contain it: without end tags of scripts and without the address
/// of a source map.
export function inline(script) {
  return script.replace(/<\/script/g, '<\\/script').replace(/^\/\/# sourceMappingURL=.*$/gm, '');
}

/// A value as the text of a script element of JSON.
export function inlineJson(value) {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}

export const style = (file) => readFileSync(file, 'utf8');
