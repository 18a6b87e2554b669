#!/bin/bash
# bare_machine.sh [--root FOLDER] [--mirror ADDRESS] [COMMAND...]: runs commands of ./bootstrap in a
# fresh, minimal Debian 12, which has the commit of this checkout and nothing else. Without a COMMAND:
# demo, then test. Needs root and debootstrap.
#   FOLDER    the Debian, made where it is missing and kept, so that a second call is quicker; without
#             --root, a new folder under $TMPDIR
#   ADDRESS   a mirror of Debian's packages; without --mirror, that of this machine
# Prints each command's status, minutes and log, FOLDER/srv/COMMAND.log. Exits with 1 if one failed.
set -euo pipefail

fail() {  # rule, got, remedy
  printf 'bare_machine.sh: %s; got %s; %s\n' "$1" "$2" "$3" >&2
  exit 2
}

readonly usage='see the first lines of docs/ci/bare_machine.sh'
root='' mirror=''
while [[ ${1-} == -* ]]; do
  [[ $# -ge 2 ]] || fail "a value follows $1" 'none' "$usage"
  case $1 in
    --root) root=$(realpath -m "$2") ;;
    --mirror) mirror=$2 ;;
    *) fail 'options are --root and --mirror' "$1" "$usage" ;;
  esac
  shift 2
done
[[ $# -gt 0 ]] || set -- demo test
[[ $(id -u) == 0 ]] || fail 'root alone makes a Debian in a folder' "user $(id -un)" 'use sudo'
command -v debootstrap > /dev/null ||
  fail 'debootstrap makes the Debian' 'none on the PATH' 'apt-get install debootstrap'
checkout=$(git -C "$(dirname "${BASH_SOURCE[0]}")" rev-parse --show-toplevel)
root=${root:-$(mktemp -d)}

make_debian() {  # and lets it reach the network as this machine does
  [[ -x $root/bin/bash ]] || debootstrap --variant=minbase bookworm "$root" ${mirror:+"$mirror"}
  cp /etc/resolv.conf "$root/etc/"
  local -r certificates=/etc/ssl/certs/ca-certificates.crt
  [[ -r $certificates ]] || return 0
  cp "$certificates" "$root/srv/certificates.crt"
  echo 'cafile=/srv/certificates.crt' > "$root/srv/.npmrc"
}

mount_devices() {  # private, so that nothing that happens there reaches this machine's own
  local folder
  trap 'umount --lazy --recursive "$root/proc" "$root/dev" 2> /dev/null' EXIT
  for folder in proc dev dev/pts dev/shm; do
    mount --bind "/$folder" "$root/$folder"
    mount --make-private "$root/$folder"
  done
}

bootstrap() {  # command
  env -i HOME=/srv LC_ALL=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    chroot "$root" /bin/bash -c 'cd /srv/clone && ./bootstrap "$@"' bootstrap "$1"
}

[[ -n $mirror ]] || mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' |
  grep -m 1 '/debian/\?$' || true)
make_debian
rm -rf "$root/srv/clone"
git clone -q --no-hardlinks "$checkout" "$root/srv/clone"
mount_devices

failed=0
for command in "$@"; do
  begin=$SECONDS status=0 log=$root/srv/$command.log
  bootstrap "$command" > "$log" 2>&1 < /dev/null || status=$?
  echo "./bootstrap $command: status $status after $(((SECONDS - begin) / 60)) min; $log"
  [[ $status == 0 ]] || { failed=1 && tail -n 5 "$log"; }
done
exit $failed
