#!/bin/bash
# documents.sh ROOT: what was measured stands in docs/results, whose pages are written from records
# (test_harness compares them). Other documents explain. Prints
#  - files in docs/ that are no documents, pictures, topics of help or recipes: tables go stale there;
#  - paragraphs with a measured number that name neither the command that prints it nor a paper;
#  - links to files that are not there.
set -euo pipefail
cd "$1"

status=0
tables=$(find docs -type f ! -name '*.md' ! -path 'docs/pictures/*' ! -path 'docs/help/*.txt' \
  ! -path 'docs/ci/*')
if [[ -n $tables ]]; then
  printf 'these files are no documents; keep the records, and link to a page of results:\n%s\n' "$tables"
  status=1
fi

# Paragraph by paragraph; lines of tables and of code count as well.
typed=$(awk '
  BEGIN {
    RS = ""
    number = "[0-9][0-9.]*"
    size = number "(e-?[0-9]+|%)"
    measured = number " times (as (long|fast|much|many)|that|the (least )?time|longer|faster)" \
      "|slopes? of " number "|" number " digits|exponents? of " number \
      "|errors? of [a-z0-9 ]*" size "|(ends?|is|are|off by|has|have|loses?|within|reach(es)?) (at )?" size \
      "|diverges? (at|above) [^.]*" number
  }
  $0 ~ measured && !/stiffbench [a-z]|build\/release|paper/ {
    gsub(/\n/, " ")
    print FILENAME ": " substr($0, 1, 160)
  }' README.md CONTRIBUTING.md $(find docs -name '*.md' ! -path 'docs/results/*'))
if [[ -n $typed ]]; then
  printf 'these paragraphs state a measured number without the command that prints it:\n%s\n' "$typed"
  status=1
fi

links() {  # FILE: the files that a document links to, outside of code
  awk '/^ *```/ { code = !code } !code' "$1" | grep -oE '\]\([^)# ]+' | sed 's/^](//' | grep -vE '^[a-z]+:' || true
}
while read -r document; do
  while read -r link; do
    [[ -e $(dirname "$document")/$link ]] && continue
    echo "$document links to $link, which is not there"
    status=1
  done < <(links "$document")
done < <(find . -name '*.md' ! -path '*/node_modules/*' ! -path './build/*')
exit $status
