#!/bin/bash
# include_rule.sh ROOT: every #include of the product keeps to include_rule.txt, beside this script.
# Own files are named from the root and in quotes; a name without a folder is a header that the build
# generates. Prints FILE:LINE of every include that breaks the rule.
set -euo pipefail
rules=$(realpath "$(dirname "${BASH_SOURCE[0]}")/include_rule.txt")
cd "$1"

grep -rnE '^ *# *include *["<]' --include='*.?pp' --include='*.in' \
  base problems integrators reference harness c python |
  awk -v rules="$rules" '
    BEGIN {
      while ((getline line < rules) > 0) {
        if (line ~ /^#/ || line !~ /:/) continue
        room = line; sub(/:.*/, "", room); sub(/^[^:]*: */, "", line)
        may[room] = " " room " " line " "
      }
    }
    function room_of(path) {
      while (sub(/\/[^\/]*$/, "", path)) if (path in may) return path
      return ""
    }
    function exists(path,   line) { return (getline line < path) >= 0 && close(path) == 0 }
    function complain(what) {
      print file ":" number ": includes " what "; files of " room "/ include files of these rooms " \
            "only, named from the root and in quotes:" may[room]
      bad = 1
    }
    {
      split($0, part, ":"); file = part[1]; number = part[2]; room = room_of(file)
      quoted = match($0, /"[^"]*"/)
      if (!quoted) {
        if ($0 ~ /<(base|problems|integrators|reference|harness|c|python)\//) complain(substr($0, index($0, "<")))
        next
      }
      target = substr($0, RSTART + 1, RLENGTH - 2)
      folder = file; sub(/\/[^\/]*$/, "", folder)
      if (target !~ /\//) { if (exists(folder "/" target)) complain("\"" target "\"") }
      else if (index(may[room], " " room_of(target) " ") == 0 || !exists(target)) complain("\"" target "\"")
    }
    END { exit bad }'
