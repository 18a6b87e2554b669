#!/bin/bash
# references.sh ROOT: every DOI that the sources name has exactly one entry in references.bib.
# Prints what is missing and where it is named.
set -euo pipefail
cd "$1"

named() {  # FILE:DOI; a DOI ends before a quote, a blank, a closing mark of a sentence
  grep -roE '10\.[0-9]{4,9}/[^]" ,;|}>`]+' --include='*.?pp' --include='*.in' --include='*.json' \
    --include='*.md' --include='*.py' problems integrators reference harness c python results README.md CONTRIBUTING.md NAMES.md |
    sed -E 's/[.:]+$//; /\(.*\)/!s/\)+[.:]*$//'
}
entries=$(sed -nE 's/^ *doi = \{(.*)\},?$/\1/p' references.bib | sort)

status=0
complain() { echo "$*" && status=1; }
[[ -n $entries ]] || complain 'references.bib has no entry'
while IFS=: read -r file doi; do
  grep -qixF -- "$doi" <<< "$entries" || complain "$file names $doi; references.bib has no entry with it"
done < <(named)
while read -r doi; do complain "references.bib has two entries with $doi"; done < <(uniq -di <<< "$entries")
exit $status
