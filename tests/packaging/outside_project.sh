#!/bin/bash
# outside_project.sh SCRATCH: installs the build that one_file.sh left in SCRATCH/tree, moves the
# tree out of the way, and builds a project that finds the package and has an integrator of its own.
source "$(dirname "${BASH_SOURCE[0]}")/expect.sh"
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
readonly here scratch=$1 prefix=$1/moved/prefix

rm -rf "$scratch/moved" "$scratch/outside"
cmake --install "$scratch/tree/build/release" --prefix "$scratch/prefix" > "$scratch/install.log"
mkdir "$scratch/moved"
mv "$scratch/prefix" "$scratch/tree" "$scratch/moved/"
trap 'mv "$scratch/moved/tree" "$scratch/"' EXIT

cp -r "$here/outside" "$scratch/outside"
cd "$scratch/outside"
sed 's/@NAME@/outside_method/; s/@CLASS@/OutsideMethod/' \
  "$prefix/share/stiffbench/integrators/template.cpp.in" > outside_method.cpp
(cd "$prefix/include/stiffbench" && find . -name '*.hpp') |
  sed -E 's,^\./(.*),#include "\1",' > all_headers.cpp
expect '"problems/contract/problem.hpp"' all_headers.cpp
cmake -G Ninja -S . -B build -DCMAKE_PREFIX_PATH="$prefix" > configure.log
cmake --build build > build.log || fail "$(tail -n 20 build.log)"

build/outside list integrators > integrators.log
expect '^outside_method ' integrators.log
expect '^velocity_verlet ' integrators.log
build/outside run --problem fput --set problem.end_time=1 --integrator outside_method --h 0.001 > record.json
expect '"name": ?"outside_method"' record.json
expect '"status": ?"ok"' record.json

# Its own code has an identity, in which its flags are; that of the library is the library's.
code() {  # program, integrator
  "$1" run --problem fput --set problem.end_time=1 --integrator "$2" --h 0.001 --no-reference --repeats 0 |
    sed -E 's/.*"code":(\{[^}]*\}).*/\1/'
}
code build/outside outside_method > own_code.log
expect '"integrator":"[0-9a-f]{16}"' own_code.log
[[ $(code build/outside rk4) == $(code "$prefix/bin/stiffbench" rk4) ]] || fail 'the code of rk4 is another here'
cmake -S . -B build -DCMAKE_CXX_FLAGS=-O1 >> configure.log
cmake --build build --target outside >> build.log || fail "$(tail -n 20 build.log)"
[[ $(code build/outside outside_method) != $(cat own_code.log) ]] || fail 'flags are no part of the code'
[[ $(code build/outside rk4) == $(code "$prefix/bin/stiffbench" rk4) ]] || fail 'flags here changed the library'
"$prefix/bin/stiffbench" list experiments > experiments.log
expect '^demo ' experiments.log
"$prefix/bin/stiffbench" help floor > help.log
expect "reference's own uncertainty" help.log
"$prefix/bin/stiffbench" help statuses > statuses.log
expect '^  diverged ' statuses.log
expect '^_stiffbench\(\)' "$prefix/share/bash-completion/completions/stiffbench"
expect '^#compdef stiffbench' "$prefix/share/zsh/site-functions/_stiffbench"
expect '^\.TH STIFFBENCH 1' "$prefix/share/man/man1/stiffbench.1"
"$prefix/bin/stiffbench" cite velocity_verlet > cite.log
expect 'PhysRev' cite.log
"$prefix/bin/stiffbench" figure precision "$scratch/moved/tree/build/my_comparison" --out . --formats svg
expect 'my_method' precision.svg
