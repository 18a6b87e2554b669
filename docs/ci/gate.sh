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

form=()
[[ -z ${GITHUB_ACTIONS-} ]] || form=(--github)
case $job in
  baseline) "$1" check baseline "$2" "${form[@]}" ;;
  change)
    for side in 1 2; do "${!side}" run "$3" --out "$scratch/$side"; done
    [[ -z ${GITHUB_STEP_SUMMARY-} ]] ||
      "$2" compare "$scratch/1" "$scratch/2" --markdown >> "$GITHUB_STEP_SUMMARY" || true
    "$2" compare "$scratch/1" "$scratch/2" --fail-on status,error,order,drift,work,missing "${form[@]}"
    ;;
  time) "$2" compare --time "$1" "$2" "$3" "${form[@]}" ;;
  history)
    "$1" run "$2" --out "$scratch/1"
    "$1" compare "$scratch/1" "$scratch/1" --history > "$3"
    ;;
esac
