#!/bin/bash
# citation.sh ROOT: CITATION.cff has the keys of the Citation File Format 1.2.0 that a citation needs, no other ones,
# and the version and the date of the last release of CHANGELOG.md, which is that of CMakeLists.txt, package.json,
# package-lock.json and pyproject.toml. Prints what differs.
source "$(dirname "${BASH_SOURCE[0]}")/../expect.sh"
cd "$1"
read -r version date < <(sed -nE 's/^## ([0-9.]+) \(([0-9]{4}-[0-9]{2}-[0-9]{2})\)$/\1 \2/p' CHANGELOG.md) ||
  fail "CHANGELOG.md has no section '## VERSION (DATE)'"

expect "^project\(stiffbench VERSION $version LANGUAGES" CMakeLists.txt
expect "^version = \"$version\"$" pyproject.toml
expect "^  \"version\": \"$version\",$" package.json
expect "^  \"version\": \"$version\",$" package-lock.json
for line in 'cff-version: 1\.2\.0' 'message: .+' 'title: stiffbench' 'type: software' "version: $version" \
  "date-released: $date" "license: $(sed -nE '1s/ License$//p' LICENSE)" 'authors:' '  - name: .+' 'keywords:'; do
  expect "^$line$" CITATION.cff
done
allowed='abstract|authors|cff-version|commit|contact|date-released|doi|identifiers|keywords|license|license-url|message'
allowed+='|preferred-citation|references|repository|repository-artifact|repository-code|title|type|url|version'
others=$(grep -oE '^[^ #-][^:]*' CITATION.cff | grep -vxE "$allowed" || true)
[[ -z $others ]] || fail "the format has no keys $others"
twice=$(grep -oE '^[^ #-][^:]*' CITATION.cff | sort | uniq -d)
[[ -z $twice ]] || fail "keys stand twice: $twice"
[[ -z $(grep -nP '\t' CITATION.cff) ]] || fail 'YAML has no tabulators'
