// usage: node stable.mjs ROOT [--write]
// Compares the schemas of ROOT/results/schema, but those of its folder internal, with stable.txt, the promise of the last release: every document that
// was valid is valid, and every field that was there is there (docs/release/README.md). A field of a version of a
// schema may be added if documents may lack it. Prints what breaks the promise. --write makes the promise anew: for a
// release, or after a schema got a new version.
import {readFileSync, readdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const promised = fileURLToPath(new URL('stable.txt', import.meta.url));
const [root, option] = process.argv.slice(2);

/// Returns the version of a schema, such as "record/1"; formats without a word for it have their first one.
function versionOf(name, {properties: {schema = {}}}) {
  const [word] = schema.enum ?? [schema.const ?? `stiffbench.${name}/1`];
  return word.replace('stiffbench.', '');
}

/// Returns a line for every type, every allowed word, every reference and every needed field of a part of a schema.
function linesOf(place, part) {
  const types = [part.type ?? []].flat().map((type) => `${place} is ${type}`);
  const words = [...(part.enum ?? []), ...('const' in part ? [part.const] : [])].map((word) => `${place} = ${JSON.stringify(word)}`);
  const reference = part.$ref ? [`${place} as ${part.$ref}`] : [];
  const needed = (part.required ?? []).map((name) => `${place}.${name} is needed`);
  const parts = [...Object.entries(part.properties ?? {}).map(([name, inner]) => [`${place}.${name}`, inner]),
                 ...Object.entries(part.definitions ?? {}).map(([name, inner]) => [`${place}#${name}`, inner]),
                 ...(part.items ? [[`${place}[]`, part.items]] : []),
                 ...['oneOf', 'anyOf', 'allOf'].flatMap((key) => (part[key] ?? []).map((inner, k) => [`${place} ${key} ${k}`, inner])),
                 ...(typeof part.additionalProperties === 'object' ? [[`${place}.*`, part.additionalProperties]] : [])];
  return [...types, ...words, ...reference, ...needed, ...parts.flatMap(([where, inner]) => linesOf(where, inner))];
}

const folder = path.join(root, 'results/schema'), now = new Map();
for (const file of readdirSync(folder).filter((name) => name.endsWith('.json')).sort()) {
  const name = file.replace('.schema.json', ''), schema = JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
  now.set(versionOf(name, schema), linesOf(versionOf(name, schema), schema));
}

if (option === '--write') {
  writeFileSync(promised, [...now.values()].flat().map((line) => `${line}\n`).join(''));
  process.exit();
}

const locked = new Map();
for (const line of readFileSync(promised, 'utf8').trim().split('\n')) {
  const version = line.match(/^[a-z_]+\/\d+/)[0];
  locked.set(version, [...(locked.get(version) ?? []), line]);
}

const complaints = [];
for (const [version, lines] of locked) {
  const [name, number] = version.split('/'), current = now.get(version);
  const next = [...now.keys()].find((other) => other.startsWith(`${name}/`));
  if (!current) {
    if (!next || Number(next.split('/')[1]) < Number(number)) complaints.push(`${version} is gone, and there is no later version of it`);
    else complaints.push(`${next} follows ${version}: say in CHANGELOG.md what reads files of ${version}, and run stable.mjs ${root} --write`);
    continue;
  }
  const places = new Set(lines.map((line) => line.replace(/ (is|=|as) .*$/, '')));
  complaints.push(...lines.filter((line) => !current.includes(line)).map((line) => `no longer true: ${line}`),
                  ...current.filter((line) => !lines.includes(line) && line.endsWith(' is needed') && places.has(line.replace(/\.[^.]*$/, '')))
                    .map((line) => `earlier documents lack it: ${line}`));
}
for (const version of now.keys()) if (!locked.has(version) && ![...locked.keys()].some((other) => other.split('/')[0] === version.split('/')[0]))
  complaints.push(`${version} is promised by no release: run stable.mjs ${root} --write`);
if (complaints.length) {
  console.log(complaints.join('\n'));
  console.log('A schema keeps its promise within one version: give it the next number in "schema", or undo the change\n' +
    '(docs/release/README.md says which versions of stiffbench may have that).');
  process.exit(1);
}
