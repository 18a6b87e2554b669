#!/bin/bash
# bootstrap_errors.sh SOURCE SCRATCH: runs a copy of bootstrap on pretended machines, where what it
# needs is missing or fails, and expects one line with the rule, the value and the remedy.
source "$(dirname "${BASH_SOURCE[0]}")/../expect.sh"
readonly source_tree=$1 scratch=$2

machine() {  # a PATH with these real commands and nothing else
  rm -rf "$scratch"
  mkdir -p "$scratch"/{bin,tests}
  cp "$source_tree"/{bootstrap,packages.txt,package.json,package-lock.json,CMakeLists.txt} "$scratch/"
  local command
  for command in bash dirname sort "$@"; do ln -s "$(command -v "$command")" "$scratch/bin/"; done
}

pretend() {  # command, what it does
  printf '#!/bin/bash\n%s\n' "$2" > "$scratch/bin/$1"
  chmod +x "$scratch/bin/$1"
}

refuses() {  # what the last line says, arguments of bootstrap
  local pattern=$1
  shift
  if (cd "$scratch" && PATH=$scratch/bin ./bootstrap "$@") > "$scratch/said" 2>&1; then
    fail "bootstrap $* succeeded where it says: $pattern"
  fi
  tail -n 1 "$scratch/said" > "$scratch/last"
  expect "^bootstrap: $pattern" "$scratch/last"
}

machine
refuses 'commands are demo, test, python, petsc, package and packages; got demos; ' demos
refuses 'at most one command; got demo test; ' demo test
refuses 'packages are installed by apt; got no apt-get on .*; use Debian 12'

pretend apt-get 'exit 100'
pretend dpkg-query 'exit 1'
pretend id 'echo 1000'
refuses 'installing packages needs root; got user 1000 and no sudo; as root: apt-get install g\+\+ cmake .* npm$'
refuses 'installing packages needs root; .* apt-get install g\+\+ cmake .* npm chromium groff-base zsh munge slurmctld' test
refuses 'installing packages needs root; .* apt-get install g\+\+ cmake .* npm petsc-dev pkgconf$' petsc
refuses 'installing packages needs root; .* apt-get install g\+\+ cmake .* dpkg-dev file lintian xz-utils$' package
pretend id 'echo 0'
refuses 'apt-get update must succeed; got status 100; '
pretend env 'exit 7'
pretend apt-get 'exit 0'
refuses 'apt-get install must succeed; got status 7; '

pretend dpkg-query 'echo installed'
pretend apt-get 'echo "apt-get was called with nothing missing"; exit 1'
pretend npm 'exit 3'
remedy="install Debian 12's or a newer one"
refuses "node on the PATH is of version 18\\.[0-9.]+ or newer; got none: no version; $remedy"
for old in v16.20.2 v9.11.2 v18.0.0 ''; do
  pretend node "echo $old"
  refuses "node on the PATH is of version 18\\.[0-9.]+ or newer; got $scratch/bin/node: ${old:-no version}; $remedy" demo
done
pretend node 'echo v18.20.4'
refuses "npm on the PATH is of version [0-9.]+ or newer; got $scratch/bin/npm: no version; $remedy"
pretend npm 'echo 8.19.4'
refuses "npm on the PATH is of version [0-9.]+ or newer; got $scratch/bin/npm: 8.19.4; $remedy"
pretend npm '[[ $1 == --version ]] && echo 9.2.0 || exit 3'
pretend cmake 'printf "cmake version 3.18.4\\n\\nCMake suite\\n"'
refuses "cmake on the PATH is of version 3\\.[0-9]+ or newer; got $scratch/bin/cmake: cmake version 3.18.4; $remedy"
pretend cmake 'echo cmake version 3.25.1'
pretend c++ 'echo 10.2.1'
refuses "c\\+\\+ on the PATH is of version [0-9]+ or newer; got $scratch/bin/c\\+\\+: 10.2.1; $remedy"
pretend c++ 'echo 12.2.0'
pretend g++-9 'echo 9.4.0'
CXX='g++-9 -m64' refuses "g\\+\\+-9 on the PATH is of version [0-9]+ or newer; got $scratch/bin/g\\+\\+-9: 9.4.0"
refuses 'npm ci must succeed; got status 3; ' demo
