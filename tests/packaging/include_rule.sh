#!/bin/bash
# include_rule.sh ROOT: a folder includes only folders above it. problems < integrators < harness,
# and reference, the judge, includes problems/ only. Own files are named from the root and in quotes;
# a name without a folder is a header that the build generates.
# Prints FILE:LINE of every include that breaks the rule.
set -euo pipefail
cd "$1"

may_include() {  # folders that files of folder $1 may include
  case $1 in
    problems) echo 'problems' ;;
    integrators) echo 'problems integrators' ;;
    reference) echo 'problems reference' ;;
    harness) echo 'problems integrators reference harness' ;;
  esac
}

allowed() {  # file target: by the rule?
  if [[ $2 != */* ]]; then
    [[ ! -f ${1%/*}/$2 ]]
  else
    [[ " $(may_include "${1%%/*}") " == *" ${2%%/*} "* && -f $2 ]]
  fi
}

status=0
complain() {  # file line what
  echo "$1:$2: includes $3; files of ${1%%/*}/ include files of these folders only, named from the root and in quotes: $(may_include "${1%%/*}")"
  status=1
}

while IFS=: read -r file line include; do
  target=$(sed -E 's/^[^"]*"([^"]*)".*/\1/' <<< "$include")
  allowed "$file" "$target" || complain "$file" "$line" "\"$target\""
done < <(grep -rnE '^ *# *include *"' problems integrators reference harness)
while IFS=: read -r file line include; do
  complain "$file" "$line" "${include#*include }"
done < <(grep -rnE '^ *# *include *<(problems|integrators|reference|harness)/' problems integrators reference harness)
exit $status
