#!/bin/bash
# documents.sh PROGRAM FOLDER MAINTAINER: writes into FOLDER what Debian packages hold in Debian's own form: the
# manual page and the changelog, compressed without a time, copyright files with the licences of what is inside,
# and what javascript.mjs makes. CHANGELOG.md has a section "## VERSION (DATE)" for every release.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
readonly program=$1 folder=$2 maintainer=$3

items() {  # a list of Markdown as that of a Debian changelog: without links and stars, folded
  sed -E 's/\*\*//g; s/\[([^]]*)\]\([^)]*\)/\1/g' | awk '
    function flush() { if (item != "") print item; item = "" }
    /^- / { flush(); item = substr($0, 3); next }
    /^  +/ { sub(/^ +/, ""); item = item " " $0; next }
    { flush() }
    END { flush() }' | while read -r item; do
    fold -s -w 74 <<< "$item" | sed -E '1s/^/  * /; 2,$s/^/    /; s/ +$//'
  done
}

changelog() {  # of Debian, from CHANGELOG.md
  local version date
  while read -r version date; do
    printf 'stiffbench (%s) bookworm; urgency=medium\n\n' "$version"
    sed -n "/^## $version /,/^## /p" CHANGELOG.md | items
    printf '\n -- %s  %s\n\n' "$maintainer" "$(TZ=UTC LC_ALL=C date -R -d "$date")"
  done < <(sed -nE 's/^## ([0-9.]+) \(([0-9-]+)\)$/\1 \2/p' CHANGELOG.md)
}

paragraphs() {  # the text of a licence in a copyright file: indented, a dot for an empty line
  sed -E 's/[[:space:]]+$//; s/^$/./; s/^/ /'
}

copyright() {  # component
  cat << END
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: stiffbench

Files: *
Copyright: $(sed -nE 's/^Copyright \(c\) //p' LICENSE)
License: MIT
END
  sed '1,/^Copyright/d' LICENSE | sed '1{/^$/d}' | paragraphs
  case $1 in
    program)
      cat << 'END'

Files: usr/bin/stiffbench_alpha_wrap
Copyright: the stiffbench authors, and the authors of CGAL (https://www.cgal.org)
License: GPL-3+
 This program is compiled with CGAL's alpha wrapping and is therefore under the
 GNU General Public License, version 3 or later. On Debian systems, its text is
 in /usr/share/common-licenses/GPL-3. No other file is linked with it.
END
      ;;
    data)
      cat << 'END'

Files: usr/share/stiffbench/node_modules/* usr/share/stiffbench/results/*.bundle.js
Copyright: see the licences below
License: npm-packages
 These files are made from packages of npm, whose licences follow. The dragon of
 the Stanford 3D Scanning Repository may be used and passed on with credit to the
 Stanford Computer Graphics Laboratory, but not commercially without permission.
 .
END
      paragraphs < "$folder/javascript/licenses.txt"
      ;;
  esac
}

mkdir -p "$folder"
node cmake/package/javascript.mjs "$folder/javascript"
"$program" man | gzip -9n > "$folder/stiffbench.1.gz"
changelog | gzip -9n > "$folder/changelog.gz"
for component in runtime program data; do
  copyright $component > "$folder/copyright_$component"
done
