#!/bin/bash
# sizes.sh ROOT: no folder that only its authors find their way in, no file that does two things. A
# folder has at most 20 entries, but for the root, the methods and the problems themselves; a source
# file has at most 400 lines. Prints what is larger.
set -euo pipefail
cd "$1"
rooms=(base problems integrators reference harness c python results tests benchmarks docs cmake)
readonly most_entries=20 most_lines=400

status=0
while read -r folder; do
  case $folder in problems | integrators) continue ;; esac
  entries=$(find "$folder" -mindepth 1 -maxdepth 1 | wc -l)
  if ((entries > most_entries)); then
    echo "$folder/ has $entries entries; a folder has at most $most_entries; group what belongs together"
    status=1
  fi
done < <(find "${rooms[@]}" -name node_modules -prune -o -type d -print)
while read -r lines file; do
  if ((lines > most_lines)); then
    echo "$file has $lines lines; a source file has at most $most_lines; split it by concern"
    status=1
  fi
done < <(find "${rooms[@]}" -name node_modules -prune -o \
  '(' -name '*.?pp' -o -name '*.h' -o -name '*.f90' -o -name '*.py' -o -name '*.mjs' -o -name '*.sh' ')' -print | xargs wc -l | grep -v ' total$')
exit $status
