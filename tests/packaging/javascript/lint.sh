#!/bin/bash
# lint.sh ROOT: every JavaScript file keeps to the rules of tests/eslint.config.mjs. Prints what breaks
# them. Exits with 77 where ESLint is not installed.
set -euo pipefail
cd "$1"
eslint=tests/node_modules/eslint/bin/eslint.js
[[ -f $eslint ]] || { echo "skipped: no $eslint; ./bootstrap test installs it" && exit 77; }
node "$eslint" --config tests/eslint.config.mjs --max-warnings 0 results tests
