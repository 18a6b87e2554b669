#!/bin/bash
# compare_times.sh BUILD [names|slower|all [TIMES [PERCENT...]]]: measures 'compare --time' itself,
# on demand: it is a benchmark, and no test. Builds a program from kernel.cpp and compares it
#  - names: TIMES (10) times with a copy of itself whose name has 6 to 60 letters, which must be
#    found the same;
#  - slower: TIMES times with programs whose kernel computes PERCENT (8) more forces. From 8% on each
#    must be found slower; below, the number is only printed.
# Prints a line for each run of each comparison, and the sums; exits with 1 if one was wrong. Load the
# machine as you like.
set -euo pipefail
root=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../../../..")
build=$(realpath "$1")
part=${2:-all}
times=${3:-10}
percents=("${@:4}")
[[ ${#percents[@]} != 0 ]] || percents=(8)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

here=$root/tests/harness/checks/timing
native=$(grep -q 'STIFFBENCH_NATIVE:BOOL=ON' "$build/CMakeCache.txt" && echo -march=native || true)
compile() {  # source, object: vectors are aligned as in the library
  c++ -std=c++20 -O2 -DNDEBUG $native -I "$root" -isystem /usr/include/eigen3 -fmacro-prefix-map="$here/=program/" -c "$1" -o "$2"
}
mkdir "$scratch/code"
compile "$root/harness/main/main.cpp" "$scratch/main.o"
compile "$here/kernel.cpp" "$scratch/kernel.o"
# As stiffbench_describe_program() does it.
printf '%s\n' 'settings c++' "include $root" "source $here/kernel.cpp" > "$scratch/code/sources"
"$build/describe_code" "$scratch/code" "$here" program/ "$build/stiffbench_code/files"
compile "$scratch/code/graph.cpp" "$scratch/graph.o"
link() {  # forces in a step, program
  echo "namespace stiffbench { extern const int forces_in_kernel; const int forces_in_kernel = $1; }" > "$scratch/forces.cpp"
  compile "$scratch/forces.cpp" "$scratch/forces.o"
  c++ "$scratch"/{main.o,kernel.o,forces.o,graph.o} -L "$build" -lstiffbench -Wl,-rpath,"$build" -o "$2"
}
link 100 "$scratch/program"
cat > "$scratch/experiment.json" <<'EXPERIMENT'
{"schema": "stiffbench.experiment/1", "name": "experiment", "title": "short runs",
 "problems": [{"name": "duffing_chain"}, {"name": "fput", "parameters": {"end_time": 1}}],
 "integrators": [{"name": "timed_kernel"}, {"name": "rk4"}], "counts": [500]}
EXPERIMENT
sed 's/, {"name": "rk4"}//' "$scratch/experiment.json" > "$scratch/kernel.json"

run() {  # program, the program compared with it, experiment: prints the verdicts
  "$scratch/program" compare --time "$1" "$2" "$3" --json > "$scratch/out.json" 2> "$scratch/log" ||
    [[ $? == 1 ]] || { cat "$scratch/log" >&2; exit 2; }
  if grep -q '"text": ".*last line' "$scratch/out.json"; then cat "$scratch/out.json" >&2; exit 2; fi
  node -p 'const {runs} = JSON.parse(require("fs").readFileSync(process.argv[1]));
    runs.map(({problem, method, h, changes: {time}}) =>
      `  ${time.verdict.padEnd(6)} ${method} on ${problem}, h = ${h.toPrecision(2)}: ${time.text}`).join("\n")' \
    "$scratch/out.json"
}

wrong=0

names() {
  local changed=0 verdicts name length
  for ((i = 0; i < times; ++i)); do
    length=$((6 + (times > 1 ? 54 * i / (times - 1) : 54)))
    name=$scratch/$(printf 'n%.0s' $(seq "$length"))
    cp "$scratch/program" "$name"
    verdicts=$(run "$scratch/program" "$name" "$scratch/experiment.json")
    rm "$name"
    if [[ $verdicts == *worse* || $verdicts == *better* ]]; then changed=$((changed + 1)); fi
    printf 'itself, a name of %d letters:\n%s\n' "$length" "$verdicts"
  done
  echo "itself under $times names: a change in $changed"
  wrong=$((wrong + changed))
}

slower() {  # percent
  local found=0 verdicts
  link $((100 + $1)) "$scratch/slower"
  for ((i = 0; i < times; ++i)); do
    verdicts=$(run "$scratch/program" "$scratch/slower" "$scratch/kernel.json")
    if [[ $verdicts == *worse* ]]; then found=$((found + 1)); fi
    printf '%s%% more forces:\n%s\n' "$1" "$verdicts"
  done
  echo "$1% more forces: found in $found of $times"
  if (($1 >= 8)); then wrong=$((wrong + times - found)); fi
}

[[ $part == slower ]] || names
if [[ $part != names ]]; then
  for percent in "${percents[@]}"; do slower "$percent"; done
fi
[[ $wrong == 0 ]]
