#!/bin/bash
# gate.sh JOB PROGRAM ...: what both recipes of this folder run. PROGRAM is stiffbench, or a program
# of stiffbench_add_program().
#   gate.sh baseline PROGRAM FOLDER            results are those of FOLDER/records.jsonl
#   gate.sh change OLD NEW EXPERIMENT          NEW is no worse than OLD, the program before a change
#   gate.sh time OLD NEW EXPERIMENT            nor slower
#   gate.sh history PROGRAM EXPERIMENT FILE    numbers to plot, for github-action-benchmark
# On GitHub, what got worse becomes annotations, and a summary of the job. Exits with 1 if something
# got worse, and with 2 for wrong use.
set -euo pipefail

usage() {
  echo "gate.sh: $1; use:" >&2
  sed -n 's/^#   /  /p' "${BASH_SOURCE[0]}" >&2
  exit 2
}

[[ $# -gt 0 ]] || usage 'a job is given; got none'
job=$1
shift
case $job in
  baseline) words=2 ;;
  change | time | history) words=3 ;;
  *) usage "the jobs are baseline, change, time, history; got '$job'" ;;
esac
[[ $# == "$words" ]] || usage "$job takes $words words; got $#"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

annotate() {  # the output of compare --json: GitHub's workflow commands for what got worse
  node - "$1" << 'END'
const c = JSON.parse(require("fs").readFileSync(process.argv[2], "utf8"));
const escape = (text) => text.replace(/[%\r\n]/g, encodeURIComponent);
const title = (text) => escape(text).replace(/:/g, "%3A").replace(/,/g, "%2C");
const annotation = (gate, words, text) => console.log(
  `::${c.fail_on.includes(gate) ? "error" : "warning"} title=${title(words)}::${escape(text)}`);
for (const { method, problem, count, changes } of c.methods)
  for (const [quantity, { verdict, worse, step, text }] of Object.entries(changes))
    if (verdict === "worse")
      annotation(quantity, `${quantity} of ${method} on ${problem} got worse`,
        `${quantity === "order" || count === 1 ? "" : `${worse} of ${count} runs, `}${step}: ${text}`);
for (const run of c.only_before) annotation("missing", "a run is missing", run);
END
}

history() {  # rows as table --json prints them, records: what github-action-benchmark plots
  node - "$1" "$2" << 'END'
const [rows, records] = process.argv.slice(2).map((file) => require("fs").readFileSync(file, "utf8"));
const work = Object.fromEntries(records.trim().split("\n").map(JSON.parse).map((r) => [r.id, r.work]));
const numbers = (row) => [["error", "relative", row.error], ["energy drift", "J", row.drift],
  ...Object.entries(work[row.id] ?? {}).filter(([, calls]) => calls > 0).map(([name, calls]) => [name, "calls", calls]),
  ["time", "s", row.time]].filter(([, , value]) => value !== null);
const step = ({ h, tolerance }) => tolerance === null ? `h = ${+h.toPrecision(4)}` : `tolerance ${+tolerance.toPrecision(4)}`;
console.log(JSON.stringify(JSON.parse(rows).filter((row) => row.status === "ok").flatMap((row) =>
  numbers(row).map(([name, unit, value]) =>
    ({ name: `${row.integrator} on ${row.problem}, ${step(row)}: ${name}`, unit, value }))), null, 2));
END
}

gate() {  # a comparison, which prints text, and on GitHub annotations
  if [[ -z ${GITHUB_ACTIONS-} ]]; then
    "$@"
    return
  fi
  local status=0
  "$@" --json > "$scratch/comparison.json" || status=$?
  [[ ! -s $scratch/comparison.json ]] || annotate "$scratch/comparison.json"
  return $status
}

case $job in
  baseline) gate "$1" check baseline "$2" ;;
  change)
    for side in 1 2; do "${!side}" run "$3" --out "$scratch/$side"; done
    [[ -z ${GITHUB_STEP_SUMMARY-} ]] ||
      "$2" compare "$scratch/1" "$scratch/2" --markdown >> "$GITHUB_STEP_SUMMARY" || true
    gate "$2" compare "$scratch/1" "$scratch/2" --fail-on status,error,order,drift,work,missing
    ;;
  time) gate "$2" compare --time "$1" "$2" "$3" ;;
  history)
    "$1" run "$2" --out "$scratch/1"
    "$1" table "$scratch/1" --json > "$scratch/rows.json"
    history "$scratch/rows.json" "$scratch/1/records.jsonl" > "$3"
    ;;
esac
