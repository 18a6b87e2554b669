#!/bin/bash
# interface.sh ROOT BUILD SCRATCH CC [FORTRAN]: installs a build into SCRATCH/prefix, moves it, compiles the examples
# of docs/c.md there with the flags of pkg-config, and runs them. The lines for Julia, Matlab and Rust name
# functions that there are.
source "$(dirname "${BASH_SOURCE[0]}")/../../packaging/expect.sh"
readonly root=$1 build=$2 scratch=$3 cc=$4 fortran=${5-}
command -v pkg-config > /dev/null || { echo 'skipped: no pkg-config; ./bootstrap test installs it' && exit 77; }

rm -rf "$scratch"
mkdir -p "$scratch"
cmake --install "$build" --prefix "$scratch/first" > "$scratch/install.log" || fail "$(tail "$scratch/install.log")"
mv "$scratch/first" "$scratch/prefix"
cd "$scratch"
for file in stiffbench.h stiffbench.f90; do
  cmp "$root/c/$file" "prefix/include/$file" || fail "another $file is installed"
done

export PKG_CONFIG_PATH
PKG_CONFIG_PATH=$(dirname "$(find "$scratch/prefix" -name stiffbench.pc)")
flags=$(pkg-config --cflags --libs stiffbench) || fail 'pkg-config knows no stiffbench'
library=$(pkg-config --variable=libdir stiffbench)
block() {  # language: the first block of docs/c.md in it
  awk -v fence="\`\`\`$1" '$0 == fence {inside = 1; next} /^```/ {if (inside) exit} inside' "$root/docs/c.md"
}

block c > example.c
expect 'stiffbench_add_integrator' example.c
"$cc" -std=c99 -Wall -Wextra -pedantic -Werror example.c -o example $flags "-Wl,-rpath,$library" 2> build.log ||
  fail "$(cat build.log)"
./example > example.log || fail "$(cat example.log)"
expect '^status ok, error 0\.026[0-9]*, 2000 evaluations of the force$' example.log
# Pedantry of C++ as well, where a header in C often fails.
echo '#include <stiffbench.h>' > header.cpp
"${CXX:-c++}" -Wall -Wextra -pedantic -Werror -fsyntax-only header.cpp $flags || fail 'the header is no C++'

# Readers of headers without a whole preprocessor, as in Matlab and Julia, take only simple lines.
odd=$(grep -nE '^ *#' prefix/include/stiffbench.h |
  grep -vE '#(ifndef STIFFBENCH_H|define STIFFBENCH_H|define STIFFBENCH_ABI [0-9]+)$' |
  grep -vE '#(include <stdint.h>|ifdef __cplusplus|endif)$' || true)
[[ -z $odd ]] || fail "stiffbench.h has lines for a preprocessor that other languages do not read: $odd"
for language in julia matlab rust; do
  block $language > other
  [[ -s other ]] || fail "docs/c.md has no example in $language"
  grep -oE '\bstiffbench_[a-z_]+' other | sort -u | while read -r name; do
    grep -qE "\b$name\b" "$root/c/stiffbench.h" || fail "the example in $language names $name; stiffbench.h has none"
  done
done

if [[ -z $fortran ]]; then
  echo 'no Fortran compiler: the example in Fortran was not compiled; ./bootstrap test installs gfortran'
  exit 0
fi
block fortran > example.f90
module=$(pkg-config --variable=fortran_module stiffbench)
"$fortran" -std=f2008 -Wall -Wextra -pedantic -Wno-unused-dummy-argument -Werror "$module" example.f90 \
  -o fortran_example $flags "-Wl,-rpath,$library" 2> build.log || fail "$(cat build.log)"
./fortran_example > fortran.log || fail "$(cat fortran.log)"
expect '^ *status ok, error +2\.6[0-9]*E-02' fortran.log
