#!/bin/bash
# compare_times.sh BUILD [TIMES]: measures 'compare --time' itself, on demand. Builds two programs
# from kernel.cpp, one with a kernel that is 30% slower, and compares TIMES (20) times each: a
# program with a copy of itself, which must be quiet, and the two, where the slower one must be
# reported. Prints a line for each comparison and the sums; exits with 1 if one was wrong. Load the
# machine as you like.
set -euo pipefail
root=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../../../..")
build=$(realpath "$1")
times=${2:-20}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

for tenths in 10 13; do
  c++ -std=c++20 -O2 -I "$root" -isystem /usr/include/eigen3 -DKERNEL_TENTHS=$tenths \
    "$root/harness/main/main.cpp" "$root/tests/harness/checks/timing/kernel.cpp" \
    -L "$build" -lstiffbench -Wl,-rpath,"$build" -o "$scratch/program$tenths"
done
cp "$scratch/program10" "$scratch/copy"
cat > "$scratch/experiment.json" <<'EXPERIMENT'
{"schema": "stiffbench.experiment/1", "name": "experiment", "title": "short and long runs",
 "problems": [{"name": "fput", "parameters": {"end_time": 1}}],
 "integrators": [{"name": "timed_kernel"}], "counts": [500, 5000]}
EXPERIMENT

run() {  # program, the program compared with it: prints the verdicts, "worse" for a slower one
  "$scratch/$2" compare --time "$scratch/$1" "$scratch/$2" "$scratch/experiment.json" --json --seconds 0.02 \
    > "$scratch/out.json" 2> "$scratch/log" || [[ $? == 1 ]] || { cat "$scratch/log"; exit 2; }
  node -p 'const runs = JSON.parse(require("fs").readFileSync(process.argv[1])).runs;
    runs.map(({method, changes: {time}}) => `${method} ${time.verdict} ${time.text}`).join("\n")' \
    "$scratch/out.json"
}

false_alarms=0 found=0
for ((i = 1; i <= times; ++i)); do
  verdicts=$(run program10 copy)
  [[ $verdicts != *worse* && $verdicts != *better* ]] || false_alarms=$((false_alarms + 1))
  printf 'itself %d:\n%s\n' "$i" "$verdicts"
  verdicts=$(run program10 program13)
  [[ $verdicts == *'timed_kernel worse'*'timed_kernel worse'* ]] && found=$((found + 1))
  printf 'slower %d:\n%s\n' "$i" "$verdicts"
done
echo "$times comparisons with itself: $false_alarms with a change; 30% slower: reported in $found of $times"
[[ $false_alarms == 0 && $found == "$times" ]]
