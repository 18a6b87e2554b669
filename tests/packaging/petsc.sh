#!/bin/bash
# petsc.sh SOURCE SCRATCH NATIVE: where PETSc is installed, builds the tree with its methods
# (-DSTIFFBENCH_PETSC=ON), runs the tests of peers in it, and looks for the methods in what the
# program lists and in records that it leaves, and for nothing else that runs leave behind: MPI has
# daemons and folders of its own. Where PETSc is not installed, 77: skipped.
source "$(dirname "${BASH_SOURCE[0]}")/expect.sh"
readonly source_tree=$1 scratch=$2 native=$3 build=$2/build

command -v pkg-config > /dev/null && pkg-config --atleast-version=3.18 petsc || exit 77
mkdir -p "$scratch"
cmake -S "$source_tree" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DSTIFFBENCH_NATIVE="$native" \
  -DSTIFFBENCH_PETSC=ON -DSTIFFBENCH_BENCHMARKS=OFF > "$scratch/configure.log" ||
  fail "$(tail -n 20 "$scratch/configure.log")"
cmake --build "$build" --target stiffbench_program test_integrators > "$scratch/build.log" ||
  fail "$(tail -n 20 "$scratch/build.log")"

"$build/tests/test_integrators" "*PETSc*,*peers*" > "$scratch/tests.log" || fail "$(cat "$scratch/tests.log")"
expect 'All tests passed' "$scratch/tests.log"
"$build/stiffbench" list integrators > "$scratch/integrators.log"
mkdir -p "$scratch/tmp"
export TMPDIR=$scratch/tmp
for method in petsc_alpha2 petsc_rosw petsc_arkimex; do
  expect "^$method " "$scratch/integrators.log"
  "$build/stiffbench" run --problem duffing_chain --integrator $method --h 0.01 --set integrator.adaptive=false \
    --json > "$scratch/$method.json"
  expect '"status": *"ok"' "$scratch/$method.json"
done
[[ -z $(find "$scratch/tmp" -mindepth 1) ]] || fail "left behind: $(find "$scratch/tmp" -mindepth 1)"
expect '"petsc": *"3\.' "$scratch/petsc_rosw.json"
