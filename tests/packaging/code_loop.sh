#!/bin/bash
# code_loop.sh SCRATCH PROGRAM: edits the tree that one_file.sh left in SCRATCH/tree, builds it, and
# repeats a sweep: exactly the runs whose code has changed run again. PROGRAM is the build that the
# tree was copied from: the same code in another place has the same hashes.
source "$(dirname "${BASH_SOURCE[0]}")/expect.sh"
readonly scratch=$1 program=$2 stiffbench=build/release/stiffbench out=$1/loop

build() {
  cmake --build --preset release --target stiffbench_program > "$scratch/loop.log" ||
    fail "$(tail -n 20 "$scratch/loop.log")"
}

says() {  # words of a sweep about its runs; more of its arguments
  local said
  said=$("$stiffbench" run "$scratch/loop.json" --out "$out" "${@:2}" 2> "$scratch/loop.err" | sed 's/; .*//')
  [[ $said == "$1" ]] || fail "a sweep says '$said' instead of '$1'"
  echo "$said"
}

loop() {  # words of the sweep after the edit; file, sed expression
  cp "$2" "$scratch/unedited"
  sed -i "$3" "$2"
  if cmp -s "$2" "$scratch/unedited"; then fail "'$3' leaves $2 as it is"; fi
  build
  says "$1"
  cp "$scratch/unedited" "$2"
}

cd "$scratch/tree"
rm -rf "$out"
cat > "$scratch/loop.json" <<'END'
{
  "schema": "stiffbench.experiment/1",
  "name": "loop",
  "title": "Methods of all kinds",
  "problems": [{"name": "oscillator", "parameters": {"end_time": 1}},
               {"name": "duffing_chain", "parameters": {"end_time": 1}}],
  "integrators": [{"name": "velocity_verlet"}, {"name": "rk4"}, {"name": "explicit_euler"},
                  {"name": "sdirk2"}, {"name": "exprb2", "parameters": {"phi": "dense"}}],
  "counts": [100],
  "reference": {"skip": true},
  "repeats": 0
}
END
build
says '10 runs: 10 new'
says '10 runs: 10 reused'

# A method, one row of two, a kernel, a back end, a problem; comments and documents.
loop '10 runs: 8 reused, 2 again: code of velocity_verlet changed' \
  integrators/velocity_verlet.cpp 's/u.x += h_ \* u.v;/u.x += 0.99 * h_ * u.v;/'
loop '10 runs: 8 reused, 2 again: code of rk4 changed' \
  integrators/tableaus/explicit.hpp '/ rk4{/,/};/ s/1\. \/ 3/0.3/'
loop '10 runs: 8 reused, 2 again: code of sdirk2 changed' \
  integrators/kernels/newton/newton.cpp 's/ stage_->position \* a;/ 0.99 * stage_->position * a;/'
loop '10 runs: 8 reused, 2 again: code of its phi functions changed' \
  integrators/phi/backends/dense.cpp 's/estimate_ <= 10/estimate_ <= 11/'
loop '10 runs: 5 reused, 5 again: code of oscillator changed' \
  problems/oscillator.cpp 's/f = -/f = -0.99 */'
loop '10 runs: 10 again: code of the harness changed' \
  problems/contract/error_measures.cpp 's/(squares \/ of_reference)/(1.01 * squares \/ of_reference)/'
sed -i '1i A remark.' README.md
"$stiffbench" new row explicit my_other_row > "$scratch/loop.log"
loop '10 runs: 10 reused' integrators/velocity_verlet.cpp '1i // A remark.'

# Edits taken back: the records of the first sweep are of this code again.
build
says '10 runs: 10 reused'
says '10 runs: 8 reused, 2 again: --again' --again rk4
if "$stiffbench" run "$scratch/loop.json" --out "$out" --again rk5 2> "$scratch/loop.err"; then
  fail 'a name that is none of the experiment'
fi
expect 'did you mean rk4\?' "$scratch/loop.err"

# Readers take the current code, and say what they leave out.
"$stiffbench" table "$out" --csv > "$scratch/loop.csv" 2> "$scratch/loop.err"
[[ $(wc -l < "$scratch/loop.csv") == 11 ]] || fail "$(cat "$scratch/loop.csv")"
expect '^note: of other code, left out .*: 23 records, ' "$scratch/loop.err"
"$stiffbench" table "$out" --csv --code all > "$scratch/loop.csv"
[[ $(cut -d, -f1-3 "$scratch/loop.csv" | sort -u | wc -l) == 34 ]] || fail "labels: $(cat "$scratch/loop.csv")"
expect '^duffing_chain,rk4 \(code = [0-9a-f]{8}\),' "$scratch/loop.csv"

# The place is no part of the code, and neither is the commit: the copy has none. Programs of other
# compilers or flags have other code.
one_run=(run --problem oscillator --integrator rk4 --h 0.1 --no-reference --repeats 0)
code() { sed -E 's/.*"code":\{([^}]*)\}.*/\1/' | tr , '\n' | sort; }
"$stiffbench" "${one_run[@]}" | code > "$scratch/here.log"
"$program" "${one_run[@]}" | code > "$scratch/there.log"
expect '"problem":"[0-9a-f]{16}"' "$scratch/here.log"
if [[ $(grep build "$scratch/here.log") == $(grep build "$scratch/there.log") ]]; then
  cmp "$scratch/here.log" "$scratch/there.log" || fail 'two checkouts differ in code'
else
  echo 'not compared with a build of other flags'
fi
