#!/bin/bash
# publish.sh SCRATCH PROGRAM: docs/ci/publish.sh in a clone of a repository of its own: three commits make a history
# of three, the site has the report and the page, and a remote that cannot be reached does not begin a new history.
source "$(dirname "${BASH_SOURCE[0]}")/../expect.sh"
publish=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../../../docs/ci/publish.sh")
readonly publish scratch=$1 program=$2
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@localhost GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@localhost

rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch"
git init -q --bare -b main origin.git
git clone -q origin.git clone 2> clone.log
cd clone
cat > experiment.json << 'END'
{"schema": "stiffbench.experiment/1", "name": "experiment", "title": "made for this test", "repeats": 0,
 "problems": [{"name": "oscillator", "parameters": {"end_time": 1}}], "integrators": [{"name": "rk4"}], "counts": [20, 40]}
END
git add experiment.json

for day in 1 2 3; do
  GIT_COMMITTER_DATE="2026-01-0${day}T12:00:00Z" git commit -q --allow-empty -m "commit $day"
  bash "$publish" "$program" experiment.json site > ../publish.log 2>&1 || fail "commit $day: $(cat ../publish.log)"
  [[ $(git ls-tree -r --name-only "$(git ls-remote origin stiffbench-history | cut -f 1)" | grep -c '\.json$') == "$day" ]] ||
    fail "the branch has not $day entries"
done
expect "History over 3 commits" site/index.html
expect "$(git rev-parse HEAD | cut -c -12) of 2026-01-03" site/index.html
expect 'No quantity has a step' site/index.html
expect '<html' site/report/index.html
[[ -z $(git worktree list | tail -n +2) ]] || fail 'a worktree is left'

# The same commit once more changes nothing; its count of work doubles, and is a step.
before=$(git ls-remote origin stiffbench-history)
bash "$publish" "$program" experiment.json site > ../publish.log 2>&1 || fail "again: $(cat ../publish.log)"
[[ $(git ls-remote origin stiffbench-history) == "$before" ]] || fail 'the same commit is added twice'
git worktree add -q ../history "$(cut -f 1 <<< "$before")"
sed -i -E 's/"force":([0-9]+)/"force":1\1/g' "../history/$(git rev-parse HEAD).json"
"$program" history ../history > ../history.log || fail "$(cat ../history.log)"
expect 'force of rk4 is worse' ../history/index.html

status=0
"$program" history ../history ../history --date 2026-01-04 2> ../refusal.log || status=$?
[[ $status == 2 ]] || fail "history without --commit: status $status"
expect 'added with --commit and --date.*; got not both of them; give --commit' ../refusal.log

git remote set-url origin "$scratch/nowhere"
if bash "$publish" "$program" experiment.json site > ../publish.log 2>&1; then fail 'a history began anew'; fi
expect 'the history is on the remote origin; got status 128' ../publish.log
