#!/bin/bash
# publish.sh PROGRAM EXPERIMENT SITE: what both recipes pages_*.yml run in a clone. Runs the experiment, writes
# its report into SITE/report and the history over commits into SITE/index.html. The history is on a branch of
# its own of the remote "origin", a file for each commit, to which that of HEAD is added.
#   STIFFBENCH_HISTORY_BRANCH  name of the branch (default: stiffbench-history); made where it is missing
# PROGRAM is stiffbench, or a program of stiffbench_add_program(). Exits with 1 if something fails.
set -euo pipefail

fail() {  # rule, got, remedy
  printf 'publish.sh: %s; got %s; %s\n' "$1" "$2" "$3" >&2
  exit 1
}

[[ $# == 3 ]] || fail 'words are PROGRAM EXPERIMENT SITE' "$# words" 'see the first lines of publish.sh'
readonly program=$1 experiment=$2 site=$3 branch=${STIFFBENCH_HISTORY_BRANCH:-stiffbench-history}
scratch=$(mktemp -d)
history=$scratch/history
trap 'git worktree remove --force "$history" 2> /dev/null; rm -rf "$scratch"' EXIT

check_out_history() {  # a missing branch is another thing than a remote that cannot be reached
  local status=0
  git ls-remote --exit-code --heads origin "$branch" > /dev/null || status=$?
  case $status in
    0)
      git fetch -q origin "$branch"
      git worktree add -q --detach "$history" FETCH_HEAD
      ;;
    2)
      git worktree add -q --detach --no-checkout "$history"
      git -C "$history" read-tree --empty
      git -C "$history" checkout -q --orphan "$branch-$$"
      ;;
    *) fail 'the history is on the remote origin' "status $status of git ls-remote" 'see its message above' ;;
  esac
}

push_history() {
  git -C "$history" add --all -- '*.json'
  git -C "$history" diff --cached --quiet && return  # the same commit once more
  git -C "$history" -c user.name=stiffbench -c user.email=stiffbench@localhost commit -q -m "History of $commit"
  git -C "$history" push -q origin "HEAD:refs/heads/$branch" ||
    fail 'the job may push to the branch of the history' "a refusal by origin for $branch" \
      'give it the right to write, or run it again if another job was faster'
}

commit=$(git rev-parse HEAD)
check_out_history
"$program" run "$experiment" --out "$scratch/records"
rm -rf "$site"
mkdir -p "$site"
"$program" report "$scratch/records" --out "$site/report"
"$program" history "$history" "$scratch/records" --commit "$commit" --date "$(git log -1 --format=%cI)" \
  --out "$site/index.html" --report report/index.html
push_history
