#!/bin/bash
# presets.sh ROOT: the tests that a preset leaves out by name are there. Prints names without a test.
source "$(dirname "${BASH_SOURCE[0]}")/expect.sh"
cd "$1"

count=0
while read -r name; do
  ((++count))
  grep -rqF --include='*_tests.cpp' -- "$name" tests || fail "no test is called '$name'; see CMakePresets.json"
done < <(grep -oP '"name": "\^\(packaging[^)]*\)/\|\K[^"]+' CMakePresets.json | tr '|' '\n')
[[ $count -gt 2 ]] || fail "only $count names in CMakePresets.json"
