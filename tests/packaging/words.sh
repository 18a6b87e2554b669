#!/bin/bash
# words.sh ROOT: identifiers and doc comments of the product keep to NAMES.md. Prints FILE:LINE of
#  - identifiers that NAMES.md tells them to avoid, or that are bare participles: they say that something
#    happened, and not what the thing is;
#  - names of tests with a semicolon, at which CMake cuts them, so that nothing would run;
#  - doc comments that begin without a subject, as "Of an update" or "The same for": whoever jumps to
#    a symbol reads its comment alone.
set -euo pipefail
cd "$1"
rooms=(base problems integrators reference harness c python)

status=0
complain() {  # what, the lines that break the rule
  if [[ -n $2 ]]; then
    printf '%s:\n%s\n' "$1" "$2"
    status=1
  fi
}

words='dt|scene|cost|found|known|wanted|kept|seen|told|asked|made|taken|look|take_up'
named=$(grep -rnE "\b($words)_?\b" --include='*.?pp' --include='*.in' "${rooms[@]}" |
  sed -E 's@^([^:]*:[0-9]+:)(.*)@\1 \2@; s@//.*@@; s@"([^"\\]|\\.)*"@""@g' |
  grep -E ": .*\b($words)_?\b" || true)
complain 'these identifiers are no names; take a noun of the field or a verb (NAMES.md)' "$named"

elliptic=$(grep -rnE -A1 '^ *($|[^/ ])|^ *// ' --include='*.?pp' "${rooms[@]}" |
  grep -E '^[^:]*\.[ch]pp-[0-9]+- */// *(Of|The same|Those|Likewise|As|And|From now on) ' || true)
complain 'these doc comments begin without a subject; write a sentence that stands alone' "$elliptic"
cut=$(grep -rnE 'TEST_CASE\("[^"]*;' --include='*.cpp' tests || true)
complain 'these names of tests have a semicolon; write a comma' "$cut"
exit $status
