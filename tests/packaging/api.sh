#!/bin/bash
# api.sh ROOT: Doxygen reads the comments of all headers without a warning, and every link of its pages
# leads to a file. Prints what fails. Exits with 77 where Doxygen is not installed.
source "$(dirname "${BASH_SOURCE[0]}")/expect.sh"
cd "$1"
command -v doxygen > /dev/null || { echo 'skipped: no doxygen; ./bootstrap test installs it' && exit 77; }
pages=$(mktemp -d)
trap 'rm -rf "$pages"' EXIT

{ cat Doxyfile && echo "OUTPUT_DIRECTORY = $pages"; } | doxygen - > "$pages/log" 2>&1 ||
  fail "doxygen: $(cat "$pages/log")"
[[ ! -s $pages/log ]] || fail "doxygen: $(cat "$pages/log")"

cd "$pages/html"
links() {  # folder and file of every link of the pages, without those to other sites
  grep -roE '(href|src)="[^"#?]+' --include='*.html' . | sed -E 's@/[^/:]*:(href|src)="@/ @' |
    grep -vE ' [a-z]+:'
}
count=0
while read -r folder link; do
  ((++count))
  [[ -e $folder$link ]] ||
    fail "$link does not exist; it is linked from: $(grep -rlF "\"$link" --include='*.html' .)"
done < <(links | sort -u)
[[ $count -gt 500 ]] || fail "only $count links"
