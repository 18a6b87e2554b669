#!/bin/bash
# bare_packages.sh [--root FOLDER] [--mirror ADDRESS] [PACKAGES [PROGRAM]]: installs the Debian packages of a folder
# in a fresh, minimal Debian 12, which has neither npm nor a source tree, and uses them there: runs the demo, draws
# its figures, table and report; builds an integrator with CMake's find_package; imports stiffbench in Python.
#   PACKAGES  folder of the packages (default: build/packages)
#   PROGRAM   program of a source tree of the same commit (default: build/portable/stiffbench), which draws the records
#             of that Debian here: the figures are the same files
#   FOLDER, ADDRESS  as for bare_machine.sh
# Prints a line for each thing that it has checked. Exits with 1 if one failed.
source "$(dirname "${BASH_SOURCE[0]}")/bare_root.sh"

read_options "$@"
checkout=$(git -C "$(dirname "${BASH_SOURCE[0]}")" rev-parse --show-toplevel)
packages=$(realpath "${words[0]:-$checkout/build/packages}")
program=$(realpath "${words[1]:-$checkout/build/portable/stiffbench}")
compgen -G "$packages/*.deb" > /dev/null || fail 'packages are in a folder' "none in $packages" './bootstrap package'
[[ -x $program ]] || fail 'a program of the source tree draws, too' "no $program" './bootstrap package'
make_debian
readonly root
log=$root/srv/packages.log
: > "$log"

check() {  # what, FOLDER COMMAND of in_root()
  local begin=$SECONDS
  if ! in_root "$2" "$3" >> "$log" 2>&1 < /dev/null; then
    tail -n 20 "$log"
    echo "FAILED: $1; see $log"
    exit 1
  fi
  echo "ok: $1 ($((SECONDS - begin)) s)"
}

rm -rf "$root/srv/packages" "$root/srv/work" "$root/srv/outside"
mkdir "$root/srv/packages" "$root/srv/work"
cp "$packages"/*.deb "$root/srv/packages/"
cp -r "$checkout/tests/packaging/outside" "$root/srv/outside"
mount_devices

install='DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends'
check 'the program installs, with what it depends on' /srv/packages \
  "apt-get update -q && $install ./stiffbench_*.deb ./stiffbench-data_*.deb ./libstiffbench0_*.deb"
check 'there is neither npm nor a compiler' / '! command -v npm && ! command -v c++'
check 'the demo runs' /srv/work 'stiffbench --version && stiffbench run demo --out demo'
check 'figures, table and report are made' /srv/work \
  'stiffbench figure demo && stiffbench table demo > table.txt && stiffbench report demo && stiffbench frames --help'
check 'the manual page and the completion are there' / \
  'zcat /usr/share/man/man1/stiffbench.1.gz | grep -q "^.TH STIFFBENCH 1" && grep -q _stiffbench /usr/share/bash-completion/completions/stiffbench'

# With the references of that Debian; another Node.js compresses otherwise, and two files say the sizes.
export STIFFBENCH_CACHE=$root/srv/.cache/stiffbench
"$program" figure "$root/srv/work/demo" --out "$root/srv/work/here" >> "$log"
"$program" report "$root/srv/work/demo" --out "$root/srv/work/here_report" >> "$log"
for file in precision.svg precision.html work_precision.svg work_precision.html; do
  cmp "$root/srv/work/demo/$file" "$root/srv/work/here/$file" || { echo "FAILED: $file differs" && exit 1; }
done
diff -r --exclude='*.gz' --exclude=downloads.html --exclude=texts.js \
  "$root/srv/work/demo/report" "$root/srv/work/here_report" > "$root/srv/work/diff" ||
  { echo "FAILED: the reports differ; see $root/srv/work/diff" && exit 1; }
echo 'ok: figures and report are those of the source tree'

check 'the package for Python installs' /srv/packages "$install ./python3-stiffbench_*.deb"
check 'Python imports stiffbench, runs and draws' /srv/work "/usr/bin/python3 -c '
import stiffbench
records = [stiffbench.run(stiffbench.problem(\"fput\", end_time=1), \"rk4\", h=h) for h in (0.001, 0.0005)]
assert [record[\"status\"] for record in records] == [\"ok\", \"ok\"]
assert stiffbench.work_precision(records, figure=\"precision\").svg.startswith(\"<svg\")'"
check 'the package of headers installs, and a compiler with CMake' /srv/packages \
  "$install ./libstiffbench-dev_*.deb cmake g++ ninja-build"
check 'every header compiles, and an integrator is built with find_package' /srv/outside \
  'stiffbench new integrator outside_method --folder . && (cd /usr/include/stiffbench && find . -name "*.hpp") |
   sed -E "s,^\./(.*),#include \"\1\"," > all_headers.cpp && cmake -G Ninja -S . -B build && cmake --build build'
check 'the integrator is sound' /srv/outside \
  'build/outside check method outside_method --problem spring_pendulum'
