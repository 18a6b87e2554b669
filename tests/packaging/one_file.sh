#!/bin/bash
# one_file.sh SOURCE SCRATCH: copies the source tree to SCRATCH/tree, runs the commands of
# CONTRIBUTING.md there, and looks for the new integrator, the new row and the new problem in what
# they leave, and in how many files. A row of every family passes its order check; one with a wrong
# coefficient does not. A back end for phi functions is one file, too.
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
expect '^ok +my_row +oscillator +2  [12]\.[0-9]+ \+- ' "$scratch/said.log"
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
for family in explicit gauss rosenbrock exponential; do
  "$stiffbench" new row $family my_$family
done
sed -i '/ my_row{/,/};/ s/{0.25, 0.5, 0.25}}}/{0.25, 0.4, 0.25}}}/' integrators/tableaus/dirk.hpp
cmake --build --preset release --target stiffbench_program > "$scratch/rows.log" || fail "$(tail -n 20 "$scratch/rows.log")"
"$stiffbench" check orders --problem duffing_chain --integrator my_explicit --integrator my_gauss \
  --integrator my_rosenbrock --integrator my_exponential > "$scratch/rows.log" ||
  fail "$(grep MISS "$scratch/rows.log")"
for family in explicit gauss rosenbrock exponential; do
  expect "^ok +my_$family .* [23]  [23]\.[0-9]+ \+- " "$scratch/rows.log"
done
if "$stiffbench" check orders --problem duffing_chain --integrator my_row > "$scratch/wrong_row.log"; then
  fail 'a wrong coefficient passes the order check'
fi
expect '^MISS +my_row' "$scratch/wrong_row.log"

for integrator in exprb42 trigonometric_a; do
  "$stiffbench" run --problem fput --set problem.end_time=1 --integrator $integrator --h 0.01 \
    --set integrator.phi=my_back_end > "$scratch/back_end.json"
  expect '"status":"ok"' "$scratch/back_end.json"
done
