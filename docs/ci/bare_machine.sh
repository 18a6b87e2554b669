#!/bin/bash
# bare_machine.sh [--root FOLDER] [--mirror ADDRESS] [COMMAND...]: runs commands of ./bootstrap in a
# fresh, minimal Debian 12, which has the commit of this checkout and nothing else. Without a COMMAND:
# demo, then test. Needs root and debootstrap.
#   FOLDER    the Debian, made where it is missing and kept, so that a second call is quicker; without
#             --root, a new folder under $TMPDIR
#   ADDRESS   a mirror of Debian's packages; without --mirror, that of this machine
# Prints each command's status, minutes and log, FOLDER/srv/COMMAND.log. Exits with 1 if one failed.
source "$(dirname "${BASH_SOURCE[0]}")/bare_root.sh"

read_options "$@"
[[ ${#words[@]} -gt 0 ]] || words=(demo test)
checkout=$(git -C "$(dirname "${BASH_SOURCE[0]}")" rev-parse --show-toplevel)

make_debian
rm -rf "$root/srv/clone"
git clone -q --no-hardlinks "$checkout" "$root/srv/clone"
mount_devices

failed=0
for command in "${words[@]}"; do
  begin=$SECONDS status=0 log=$root/srv/$command.log
  in_root /srv/clone "./bootstrap $command" > "$log" 2>&1 < /dev/null || status=$?
  echo "./bootstrap $command: status $status after $(((SECONDS - begin) / 60)) min; $log"
  [[ $status == 0 ]] || { failed=1 && tail -n 5 "$log"; }
done
exit $failed
