#!/bin/bash
# outside_project.sh SCRATCH: installs the build that one_file.sh left in SCRATCH/tree, moves the
# tree out of the way, and builds a project that finds the package and has an integrator of its own.
# Runs the recipes of docs/ci there.
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
"$prefix/bin/stiffbench" new integrator outside_method --folder . > new.log
expect '^  cmake --build build && build/outside check method outside_method$' new.log
expect '^  stiffbench_add_program\(outside \.\.\. outside_method.cpp\)$' new.log
if "$prefix/bin/stiffbench" new integrator other_method 2> new.log; then fail 'a file in no source tree'; fi
expect 'in a project of your own give --folder \.' new.log
(cd "$prefix/include/stiffbench" && find . -name '*.hpp') |
  sed -E 's,^\./(.*),#include "\1",' > all_headers.cpp
expect '"problems/contract/problem.hpp"' all_headers.cpp
sed -i -E 's,doi = "[^"]*",doi = "10.1000/unprinted",' outside_method.cpp
cmake -G Ninja -S . -B build -DCMAKE_PREFIX_PATH="$prefix" > configure.log
cmake --build build > build.log || fail "$(tail -n 20 build.log)"

build/outside list integrators > integrators.log
expect '^outside_method ' integrators.log
expect '^velocity_verlet ' integrators.log
build/outside check method outside_method --problem spring_pendulum > method.log || fail "$(cat method.log)"
expect '^outside_method: nothing is wrong' method.log
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
same_method() { sed -E 's/.*"integrator":"([^"]*)".*/\1/'; }
[[ $(code build/outside outside_row | same_method) == $(code "$prefix/bin/stiffbench" implicit_midpoint | same_method) ]] ||
  fail 'a row with the coefficients of implicit_midpoint has other code'
cmake -S . -B build -DCMAKE_CXX_FLAGS=-O1 >> configure.log
cmake --build build --target outside >> build.log || fail "$(tail -n 20 build.log)"
[[ $(code build/outside outside_method) != $(cat own_code.log) ]] || fail 'flags are no part of the code'
[[ $(code build/outside rk4) == $(code "$prefix/bin/stiffbench" rk4) ]] || fail 'flags here changed the library'
build/outside help resuming > help.log
expect '^  outside run demo --out' help.log
build/outside completion bash > completion.log
expect '^_outside\(\)' completion.log
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
# A source that references.bib lacks does not hide the others.
status=0
build/outside cite velocity_verlet outside_method > cite.log 2> missing.log || status=$?
[[ $status == 2 ]] || fail "cite of a source that there is not: status $status"
expect 'PhysRev' cite.log
expect 'no entry with doi \{10.1000/unprinted\} for outside_method; add it there' missing.log
"$prefix/bin/stiffbench" figure precision "$scratch/moved/tree/build/my_comparison" --out . --formats svg
expect 'my_method' precision.svg

# The recipes of docs/ci, in this project: their commands pass, and fail once the method is worse.
mkdir -p ci/baseline
cp "$here/../../docs/ci/gate.sh" ci/
cat > ci/experiment.json << 'END'
{"schema": "stiffbench.experiment/1", "name": "experiment", "title": "the project's own",
 "problems": [{"name": "damped_oscillator"}], "integrators": [{"name": "outside_method"}],
 "counts": [50, 100], "repeats": 0}
END
cp ci/experiment.json ci/baseline/
commands_of() {  # of a recipe, without its installation and its builds; no verdict on times
  grep -oE '(bash ci/gate\.sh|build/my_bench check) .*' "$here/../../docs/ci/$1" |
    sed 's/my_bench/outside/g; s/my_method/outside_method/; /gate.sh time/ s/$/ || [[ $? == 1 ]]/'
}
build/outside check baseline --write ci/baseline > write.log
rm -rf build_base && cp -r build build_base
for recipe in github.yml gitlab.yml; do
  commands_of $recipe > recipe.sh
  [[ $(grep -c . recipe.sh) == 5 ]] || fail "$recipe has other commands: $(cat recipe.sh)"
  bash -eux recipe.sh > recipe.log 2>&1 || fail "$recipe: $(tail -n 20 recipe.log)"
done
expect '"name": "outside_method on damped_oscillator, h = 0.1: error"' history.json

sed -i 's/problem_->force(\(.*\));/problem_->force(\1);\n    problem_->force(\1);/' outside_method.cpp
cmake --build build > build.log || fail "$(tail -n 20 build.log)"
for gate in "baseline build/outside ci/baseline" \
  "change build_base/outside build/outside ci/experiment.json"; do
  status=0
  GITHUB_ACTIONS=true GITHUB_STEP_SUMMARY=summary.md bash ci/gate.sh $gate > gate.log 2>&1 || status=$?
  [[ $status == 1 ]] || fail "gate.sh $gate: status $status, $(cat gate.log)"
  expect '^::error title=work of outside_method on damped_oscillator got worse::.*force' gate.log
done
expect '^## Something got worse' summary.md

for words in '' 'tim a b c' 'time a b'; do
  status=0
  bash ci/gate.sh $words > gate.log 2>&1 || status=$?
  [[ $status == 2 ]] || fail "gate.sh $words: status $status"
  expect '^  gate.sh time OLD NEW EXPERIMENT' gate.log
done
