#!/bin/bash
# exports.sh ROOT LIBRARY: the library exports exactly the C functions that c/exports.txt lists, the header and the
# Fortran module declare exactly these, both have one STIFFBENCH_ABI, and the C++ that implements them stays inside.
source "$(dirname "${BASH_SOURCE[0]}")/../../packaging/expect.sh"
cd "$1"
readonly library=$2

listed=$(grep -v '^#' c/exports.txt)
[[ $listed == "$(LC_ALL=C sort -u <<< "$listed")" ]] || fail 'c/exports.txt is not sorted, or names a function twice'

compare() {  # what, its functions
  local difference
  difference=$(diff <(echo "$listed") <(LC_ALL=C sort -u <<< "$2") || true)
  [[ -z $difference ]] && return
  fail "$1 and c/exports.txt differ (< only in the list, > only in $1):
$(grep '^[<>]' <<< "$difference")
A new function needs its line in c/exports.txt, in stiffbench.h and in stiffbench.f90. If one vanished, or if its
arguments or their meaning changed, raise STIFFBENCH_ABI in c/stiffbench.h and stiffbench_abi_of_module in
c/stiffbench.f90, and say so in CHANGELOG.md."
}
compare "$library" "$(nm -D --defined-only "$library" | awk '$3 ~ /^stiffbench_/ {print $3}')"
compare c/stiffbench.h "$(sed -nE 's/^[a-z].*[ *](stiffbench_[a-z_]+)\(.*/\1/p' c/stiffbench.h)"
compare c/stiffbench.f90 "$(sed -nE '/_function\(/d; s/^ *function (stiffbench_[a-z_]+)\(.*/\1/p' c/stiffbench.f90)"

abi=$(sed -nE 's/^#define STIFFBENCH_ABI ([0-9]+)$/\1/p' c/stiffbench.h)
[[ -n $abi ]] || fail 'c/stiffbench.h has no STIFFBENCH_ABI'
grep -qE "stiffbench_abi_of_module = $abi\$" c/stiffbench.f90 ||
  fail "stiffbench_abi_of_module of c/stiffbench.f90 is not STIFFBENCH_ABI, $abi; set it"

inside=$(nm -DC --defined-only "$library" | grep 'stiffbench::c::' || true)
[[ -z $inside ]] || fail "the library exports C++ of c/, which c/exports.map hides if its namespace is stiffbench::c:
$inside"
