#!/bin/bash
# bootstrap_errors.sh SOURCE SCRATCH: runs a copy of bootstrap on pretended machines, where what it
# needs is missing or fails, and expects one line with the rule, the value and the remedy.
source "$(dirname "${BASH_SOURCE[0]}")/expect.sh"
readonly source_tree=$1 scratch=$2

machine() {  # a PATH with these real commands and nothing else
  rm -rf "$scratch"
  mkdir -p "$scratch/bin"
  cp "$source_tree"/{bootstrap,packages.txt,package-lock.json} "$scratch/"
  local command
  for command in bash dirname "$@"; do ln -s "$(command -v "$command")" "$scratch/bin/"; done
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
refuses 'commands are demo, test and petsc; got demos; ' demos
refuses 'at most one command; got demo test; ' demo test
refuses 'packages are installed by apt; got no apt-get on .*; use Debian 12'

pretend apt-get 'exit 100'
pretend dpkg-query 'exit 1'
pretend id 'echo 1000'
refuses 'installing packages needs root; got user 1000 and no sudo; as root: apt-get install g\+\+ cmake .* npm$'
refuses 'installing packages needs root; .* apt-get install g\+\+ cmake .* npm chromium munge slurmctld' test
refuses 'installing packages needs root; .* apt-get install g\+\+ cmake .* npm petsc-dev pkgconf$' petsc
pretend id 'echo 0'
refuses 'apt-get update must succeed; got status 100; '
pretend env 'exit 7'
pretend apt-get 'exit 0'
refuses 'apt-get install must succeed; got status 7; '

pretend dpkg-query 'echo installed'
pretend apt-get 'echo "apt-get was called with nothing missing"; exit 1'
pretend node 'exit 0'
pretend npm 'exit 3'
refuses 'npm ci must succeed; got status 3; ' demo
