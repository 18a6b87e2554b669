# Sourced by the scripts of this folder that need a minimal Debian 12 in a folder, $root; needs root.
set -euo pipefail
script=$(basename "$0")
readonly script usage="see the first lines of docs/ci/$script"

fail() {  # rule, got, remedy
  printf '%s: %s; got %s; %s\n' "$script" "$1" "$2" "$3" >&2
  exit 2
}

root='' mirror='' words=()
read_options() {  # [--root FOLDER] [--mirror ADDRESS] WORD...: sets root, mirror and words
  while [[ ${1-} == -* ]]; do
    [[ $# -ge 2 ]] || fail "a value follows $1" 'none' "$usage"
    case $1 in
      --root) root=$(realpath -m "$2") ;;
      --mirror) mirror=$2 ;;
      *) fail 'options are --root and --mirror' "$1" "$usage" ;;
    esac
    shift 2
  done
  words=("$@")
}

make_debian() {  # where it is missing, and lets it reach the network as this machine does
  [[ $(id -u) == 0 ]] || fail 'root alone makes a Debian in a folder' "user $(id -un)" 'use sudo'
  command -v debootstrap > /dev/null ||
    fail 'debootstrap makes the Debian' 'none on the PATH' 'apt-get install debootstrap'
  root=${root:-$(mktemp -d)}
  [[ -n $mirror ]] || mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' |
    grep -m 1 '/debian/\?$' || true)
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

in_root() {  # FOLDER COMMAND: a command of bash in a folder of the Debian
  env -i HOME=/srv LC_ALL=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    chroot "$root" /bin/bash -c "cd '$1' && $2"
}
