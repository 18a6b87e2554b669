#!/bin/bash
# definitions.sh ROOT BUILD: what a header declares is defined in a source that describe_code finds
# from there, so that the code of a record has it. Sources that no header reaches enrol something,
# and define nothing that others could call.
source "$(dirname "${BASH_SOURCE[0]}")/expect.sh"
cd "$1"
readonly graph=$2/stiffbench_code/graph.cpp objects=$2/CMakeFiles

reached=$(grep -P '\.hpp\t' "$graph" | cut -f3- | tr '\t' '\n' | sort -u)
count=0
for file in $(grep -oP '^(base|problems|integrators|reference)/\S+\.cpp(?=\t)' "$graph"); do
  if grep -qx "$file" <<< "$reached"; then continue; fi
  ((++count))
  grep -q 'bool enrolled' "$file" || fail "$file is the source of no header; give it the name of one"
  defined=$(nm -C --defined-only "$objects"/*.dir/"$file.o" | grep -E ' [TDBR] stiffbench::' || true)
  [[ -z $defined ]] || fail "$file enrols something, and defines for others: $defined"
done
[[ $count -gt 50 ]] || fail "only $count sources that enrol something"
