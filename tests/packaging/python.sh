#!/bin/bash
# python.sh BUILD SCRATCH PYTHON: installs a build into SCRATCH/prefix, moves it, and imports the
# package from there alone: it finds its library, data and methods, and runs, draws and checks types.
source "$(dirname "${BASH_SOURCE[0]}")/expect.sh"
readonly build=$1 scratch=$2 python=$3

rm -rf "$scratch"
mkdir -p "$scratch"
cmake --install "$build" --prefix "$scratch/first" > "$scratch/install.log" || fail "$(tail "$scratch/install.log")"
mv "$scratch/first" "$scratch/prefix"
package=$(echo "$scratch"/prefix/lib/python3*/*-packages/stiffbench)
[[ -d $package ]] || fail "no package in $scratch/prefix/lib/python3*"
for file in __init__.py __init__.pyi py.typed peers/scipy_radau.py; do
  [[ -f $package/$file ]] || fail "no $file in $package"
done
[[ -z $(find "$package" -name __pycache__) ]] || fail 'compiled files are installed'

cd "$scratch"
PYTHONPATH=$(dirname "$package") "$python" - > "$scratch/run.log" 2>&1 <<'END' || fail "$(cat "$scratch/run.log")"
import stiffbench

print(stiffbench._core.__file__)
p = stiffbench.problem("oscillator", end_time=1)
records = [stiffbench.run(p, "rk4", h=h) for h in (0.1, 0.05)]
records.append(stiffbench.run(p, "scipy_radau", tolerance=1e-6))
print([record["status"] for record in records])
print(stiffbench.work_precision(records, figure="precision").svg[:5])
END
expect "^$package/_core" "$scratch/run.log"
expect "'ok', 'ok', 'ok'" "$scratch/run.log"
expect '^<svg' "$scratch/run.log"
