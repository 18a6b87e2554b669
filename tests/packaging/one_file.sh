#!/bin/bash
# one_file.sh SOURCE SCRATCH: copies the source tree to SCRATCH/tree, runs the commands of
# CONTRIBUTING.md there, and looks for the new integrator, the new row and the new problem in what
# they leave, and in how many files. Rows of every family and methods from every template pass
# 'check method'; those with a wrong coefficient or a wrong claim do not. A back end for phi functions
# is one file, too.
source "$(dirname "${BASH_SOURCE[0]}")/expect.sh"
readonly source_tree=$1 scratch=$2 tree=$2/tree

copy_tree() {  # what git has or would take, but for what the commands write; outside git, all
  if git -C "$source_tree" rev-parse --is-inside-work-tree > /dev/null 2>&1; then
    git -C "$source_tree" ls-files -z --cached --others --exclude-standard
  else
    (cd "$source_tree" && find . -path ./build -prune -o -name node_modules -prune -o -type f -print0)
  fi | grep -zvE '/my_(method|problem|comparison)\.' |
    tar -C "$source_tree" --null -T - --ignore-failed-read -c | tar -C "$tree" -x
  ln -s "$source_tree/node_modules" "$tree/node_modules"
}

commands_of() {  # the ```sh blocks of a document
  awk '/^```sh$/ { on = 1; next } /^```$/ { on = 0 } on' "$1"
}

from_cache() {  # how many compilations the compiler cache has served
  [[ -f $scratch/ccache.log ]] || return 0
  echo "compiled anew: $(grep -c '^cache_miss' "$scratch/ccache.log")," \
    "from the compiler cache: $(grep -cE '^(direct|preprocessed)_cache_hit' "$scratch/ccache.log")"
}

rm -rf "$scratch"
mkdir -p "$tree"
copy_tree
cd "$tree"
export CCACHE_STATSLOG=$scratch/ccache.log
cmake --preset release -DSTIFFBENCH_BENCHMARKS=OFF > "$scratch/configure.log"
cmake --build --preset release --target stiffbench_program test_problems > "$scratch/build.log" || fail "$(tail -n 20 "$scratch/build.log")"
from_cache

commands_of CONTRIBUTING.md > "$scratch/commands.sh"
bash -eux "$scratch/commands.sh" > "$scratch/said.log" 2> "$scratch/commands.log" ||
  fail "$(tail -n 20 "$scratch/said.log" "$scratch/commands.log")"
from_cache

stiffbench=build/release/stiffbench
"$stiffbench" list integrators > "$scratch/integrators.log"
"$stiffbench" list problems > "$scratch/problems.log"
expect '^my_method ' "$scratch/integrators.log"
expect '^my_row ' "$scratch/integrators.log"
expect '^my_problem ' "$scratch/problems.log"
expect '^ok +my_method +oscillator +2  [12]\.[0-9]+ \+- ' "$scratch/said.log"
expect '^my_method: nothing is wrong' "$scratch/said.log"
expect '^my_row: nothing is wrong' "$scratch/said.log"
expect '^ok +rk4 +my_problem +4  [34]\.[0-9]+ \+- ' "$scratch/said.log"
expect '"name":"my_method".*"status":"ok"' build/my_comparison/records.jsonl
expect 'my_method' build/my_comparison/precision.svg

# An integrator, a row, a problem and an experiment: one file each.
(cd "$source_tree" && find problems integrators harness results -type f | sort) > "$scratch/before.log"
(find problems integrators harness results -type f | sort) | comm -13 "$scratch/before.log" - > "$scratch/new.log"
(cd "$source_tree" && find problems integrators harness -type f ! -exec cmp -s {} "$tree/{}" \; -print) > "$scratch/changed.log"
[[ $(cat "$scratch/new.log") == $'integrators/my_method.cpp\nproblems/my_problem.cpp\nresults/experiments/my_comparison.json' ]] ||
  fail "new files: $(cat "$scratch/new.log")"
[[ $(cat "$scratch/changed.log") == integrators/tableaus/dirk.hpp ]] || fail "changed files: $(cat "$scratch/changed.log")"

sed 's/"lanczos"/"my_back_end"/' integrators/phi/backends/lanczos.cpp > integrators/phi/backends/my_back_end.cpp
for family in explicit nystrom composition collocation rosenbrock imex exponential; do
  "$stiffbench" new row $family my_$family
done
for kernel in newton phi; do
  "$stiffbench" new integrator my_$kernel --kernel $kernel > "$scratch/new.log"
  expect "build/release/stiffbench check method my_$kernel" "$scratch/new.log"
done
# Wrong: a coefficient of one row, a claim of another, a coefficient of code that leaves the order
# as it is, and a stability function.
sed -i '/ my_row{/,/};/ s/{0.25, 0.5, 0.25}}}/{0.25, 0.4, 0.25}}}/' integrators/tableaus/dirk.hpp
"$stiffbench" new row gauss my_claim
sed -i '/ my_claim{/,/};/ s/dispersion = -1. \/ 270/dispersion = -1. \/ 180/' integrators/tableaus/collocation.hpp
sed 's/my_newton/my_wrong/; s/MyNewton/MyWrong/; s/(1, 1, 0.5)/(1, 1, 0.6)/' integrators/my_newton.cpp > integrators/my_wrong.cpp
cmake --build --preset release --target stiffbench_program > "$scratch/rows.log" || fail "$(tail -n 20 "$scratch/rows.log")"

for method in my_explicit my_nystrom my_composition my_collocation my_rosenbrock my_imex my_exponential my_newton my_phi; do
  "$stiffbench" check method $method --problem spring_pendulum > "$scratch/method.log" || fail "$method: $(cat "$scratch/method.log")"
  expect "^$method: nothing is wrong" "$scratch/method.log"
done
refused() {  # method, what is said of it
  if "$stiffbench" check method "$1" --problem spring_pendulum > "$scratch/method.log"; then fail "$1 passes: $(cat "$scratch/method.log")"; fi
  expect "$2" "$scratch/method.log"
}
refused my_row 'the condition .* is off by'
refused my_row '^MISS +my_row'
refused my_claim 'dispersion is -0.0037037037, and claimed -0.00555555556'
refused my_wrong 'not as it says: its stability function'

for integrator in exprb42 trigonometric_a; do
  "$stiffbench" run --problem fput --set problem.end_time=1 --integrator $integrator --h 0.01 \
    --set integrator.phi=my_back_end > "$scratch/back_end.json"
  expect '"status":"ok"' "$scratch/back_end.json"
done
