#!/bin/bash
# packages.sh: makes build/packages from build/portable, which ./bootstrap package has built: Debian packages, which
# lintian judges, a tarball of the sources with the locked node_modules, and SHA256SUMS. Needs a commit without
# changes, which packages and tarball are of.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

fail() {  # rule, got, remedy
  printf 'packages.sh: %s; got %s; %s\n' "$1" "$2" "$3" >&2
  exit 1
}

readonly out=build/packages build=build/portable
version=$(sed -nE 's/^project\(stiffbench VERSION ([0-9.]+).*/\1/p' CMakeLists.txt)
[[ -z $(git status --porcelain) ]] ||
  fail 'packages are of a commit' "changes: $(git status --porcelain | head -n 3 | tr '\n' ' ')" 'commit them'
grep -qE "^## $version \([0-9-]{10}\)$" CHANGELOG.md ||
  fail 'a release has a section in CHANGELOG.md' "none '## $version (DATE)'" 'write it'

tarball() {  # the files of the commit with node_modules, the same bytes at every time
  local name=stiffbench-$version scratch date
  date=$(git log -1 --format=%ct)
  scratch=$(mktemp -d)
  git archive --prefix="$name/" HEAD | tar -x -C "$scratch"
  cp -r node_modules "$scratch/$name/"
  find "$scratch" -exec touch -h -d "@$date" '{}' +
  touch -d "@$((date + 1))" "$scratch/$name/node_modules/.package-lock.json"  # newer than package-lock.json
  tar -C "$scratch" --sort=name --owner=0 --group=0 --numeric-owner -cf - "$name" | xz -T1 > "$out/$name.tar.xz"
  rm -rf "$scratch"
}

rm -rf "$out" "$build/cpack"
mkdir -p "$out"
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) cpack --config "$build/CPackConfig.cmake" -B "$PWD/$build/cpack"
mv "$build"/cpack/*.deb "$out/"
lintian --fail-on error --info "$out"/*.deb
tarball
(cd "$out" && sha256sum ./*.deb ./*.tar.xz > SHA256SUMS)
ls -l "$out"
