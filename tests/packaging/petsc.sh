#!/bin/bash
# petsc.sh SCRATCH: where PETSc is installed, builds SCRATCH/tree, which one_file.sh has left, with its
# methods (-DSTIFFBENCH_PETSC=ON), runs the tests of peers in it, and looks for the methods in what
# the program lists and in records that it leaves, and for nothing else that runs leave behind: MPI
# has daemons and folders of its own. Where PETSc is not installed, 77: skipped.
source "$(dirname "${BASH_SOURCE[0]}")/expect.sh"
readonly scratch=$1 build=$1/tree/build/petsc

command -v pkg-config > /dev/null && pkg-config --atleast-version=3.18 petsc || exit 77
cd "$scratch/tree"
cmake --preset petsc -DSTIFFBENCH_BENCHMARKS=OFF > "$scratch/configure_petsc.log" ||
  fail "$(tail -n 20 "$scratch/configure_petsc.log")"
cmake --build --preset petsc --target stiffbench_program test_integrators > "$scratch/build_petsc.log" ||
  fail "$(tail -n 20 "$scratch/build_petsc.log")"

"$build/tests/test_integrators" "*PETSc*,*peers*" > "$scratch/petsc_tests.log" || fail "$(cat "$scratch/petsc_tests.log")"
expect 'All tests passed' "$scratch/petsc_tests.log"
"$build/stiffbench" list integrators > "$scratch/petsc_integrators.log"
mkdir -p "$scratch/tmp"
export TMPDIR=$scratch/tmp
for method in petsc_alpha2 petsc_rosw petsc_arkimex; do
  expect "^$method " "$scratch/petsc_integrators.log"
  "$build/stiffbench" run --problem duffing_chain --integrator $method --h 0.01 --set integrator.adaptive=false \
    --json > "$scratch/$method.json"
  expect '"status": *"ok"' "$scratch/$method.json"
done
[[ -z $(find "$scratch/tmp" -mindepth 1) ]] || fail "left behind: $(find "$scratch/tmp" -mindepth 1)"
expect '"petsc": *"3\.' "$scratch/petsc_rosw.json"
