#!/bin/bash
# components.sh BUILD SCRATCH: what Debian packages are made of. Every file of an installation is in
# exactly one component, each component has what its package promises, and none of the files that end in packages
# names this machine's folders. The scripts and packages of npm that packages hold draw what the source tree draws.
source "$(dirname "${BASH_SOURCE[0]}")/../expect.sh"
root=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../../..")
readonly root build=$1 scratch=$2
readonly components=(program runtime development data)

rm -rf "$scratch"
mkdir -p "$scratch"
list() { (cd "$1" && find . -mindepth 1 '(' -type f -o -type l ')' -print | LC_ALL=C sort); }
cmake --install "$build" --prefix "$scratch/all" > "$scratch/install.log" || fail "$(tail "$scratch/install.log")"
python=()
[[ -z $(find "$scratch/all" -name '_core*.so') ]] || python=(python)
for component in "${components[@]}" "${python[@]}"; do
  cmake --install "$build" --prefix "$scratch/$component" --component $component >> "$scratch/install.log"
  list "$scratch/$component" > "$scratch/$component.list"
  cat "$scratch/$component.list" >> "$scratch/parts.list"
done
list "$scratch/all" > "$scratch/all.list"
LC_ALL=C sort "$scratch/parts.list" | diff "$scratch/all.list" - > "$scratch/diff" ||
  fail "files in no component (<) or in two (>): $(cat "$scratch/diff"); give install() one of ${components[*]}"

expect '^\./bin/stiffbench$' "$scratch/program.list"
expect '^\./share/man/man1/stiffbench\.1$' "$scratch/program.list"
expect '^\./lib.*/libstiffbench\.so\.0$' "$scratch/runtime.list"
[[ $(wc -l < "$scratch/runtime.list") == 2 ]] || fail "the library's package has more: $(cat "$scratch/runtime.list")"
for file in 'lib.*/libstiffbench\.so' 'lib.*/stiffbenchConfig\.cmake' 'include/stiffbench/.*/problem\.hpp'; do
  expect "^\./$file$" "$scratch/development.list"
done
for file in results/schema/record.schema.json results/history/history.mjs references.bib NAMES.md; do
  expect "^\./share/stiffbench/$file$" "$scratch/data.list"
done
strays=$(grep -vE '^\./share/' "$scratch/data.list" || true)
[[ -z $strays ]] || fail "data for every machine has files outside of share/: $strays"
if [[ -n ${python[*]} ]]; then expect '/_core.*\.so$' "$scratch/python.list"; fi
# The library itself names the source tree, except in a build for packages.
named=$(grep -rlF "$root" "$scratch/development" "$scratch/program" "$scratch/data" --exclude-dir=node_modules || true)
[[ -z $named ]] || fail "these files name $root: $named"

# An installation without node_modules, and with what packages have in its place.
node "$root/cmake/package/javascript.mjs" "$scratch/javascript"
share=$scratch/data/share/stiffbench
rm -rf "$share/node_modules"
cp -r "$scratch/javascript/results" "$scratch/javascript/node_modules" "$share/"
[[ ! -e $share/node_modules/esbuild && ! -e $share/node_modules/three ]] || fail 'packages hold esbuild or three'
cat > "$scratch/draw.mjs" << 'END'
// draw.mjs RESULTS OUT: a diagram, a figure of Vega and a report of made-up rows, by the scripts of RESULTS.
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
const [results, out, fixture] = process.argv.slice(2);
const from = (file) => import(pathToFileURL(path.join(results, file)));
const {draw, readSpec} = await from('figures/lib/figure.mjs'), {toPage} = await from('figures/lib/page.mjs');
const {bundle, scripts} = await from('figures/page/bundle.mjs');
const {energyRecords, record} = await import(pathToFileURL(fixture));
const save = (name, text) => writeFileSync(path.join(out, name), text);
mkdirSync(out);
const rows = [0.1, 0.05, 0.025].map((h) => record({h, error: h ** 4}));
for (const [name, own] of [['precision', rows], ['fput_energy_methods', energyRecords()]]) {
  const {spec} = readSpec(name);
  save(`${name}.svg`, (await draw(name, spec, own)).svg);
  save(`${name}.html`, await toPage(name, spec, own));
}
for (const name of Object.keys(scripts)) save(`${name}.js`, bundle(name));
const {load} = await from('figures/lib/packages.mjs');
save('markdown.html', load('markdown-it')().render('# A *word*\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'));
save('patch.json', JSON.stringify(load('fast-json-patch').applyPatch({a: 1}, [{op: 'add', path: '/b', value: 2}]).newDocument));
END
for side in "$root/results" "$share/results"; do
  node "$scratch/draw.mjs" "$side" "$scratch/drawn_${#side}" "$root/tests/results/fixture.mjs" ||
    fail "$side does not draw"
done
root_results=$root/results share_results=$share/results
diff -r "$scratch/drawn_${#root_results}" "$scratch/drawn_${#share_results}" > "$scratch/diff" ||
  fail "packages draw other figures: $(head -c 1000 "$scratch/diff")"
[[ $(find "$scratch/drawn_${#share_results}" -type f -size +0 | wc -l) == 10 ]] || fail 'a drawing is missing'
for package in vega-util three minisearch markdown-it d3-array; do
  expect "^$package [0-9.]+, licence: " "$scratch/javascript/licenses.txt"
done
