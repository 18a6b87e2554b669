#!/bin/bash
# with_node.sh NAME COMMAND...: runs a command with another Node.js first on the PATH: NAME is oldest
# or newest, as in tests/package.json. Exits with 77, which ctest takes for skipped, where that one is
# not installed, and where the PATH has the same version anyway.
set -euo pipefail
tests=$(dirname "$(realpath "${BASH_SOURCE[0]}")")

skip() {
  echo "skipped: $*"
  exit 77
}

case $(uname -m) in
  x86_64) cpu=x64 ;;
  aarch64) cpu=arm64 ;;
  *) skip "npm has no Node.js for $(uname -m)" ;;
esac
bin=$tests/node_modules/node-$1-$cpu/bin
[[ -x $bin/node ]] || skip "no $bin/node; ./bootstrap test installs it"
version=$("$bin/node" --version)
[[ $(node --version) != "$version" ]] || skip "node on the PATH is $version itself"
shift
PATH=$bin:$PATH exec "$@"
