# Sourced by the tests of this folder.
set -euo pipefail

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

expect() {  # pattern, file: the file has a line that matches
  [[ -f $2 ]] || fail "no file $2"
  grep -qE -- "$1" "$2" || fail "nothing like '$1' in $2, which says: $(head -c 2000 "$2")"
}
