#!/bin/sh
# code_graph.sh FOLDER PREFIX SETTINGS [LIBRARY_SYMBOLS]: describes the objects that FOLDER/objects
# lists, for base/code/reachable_code.hpp. Writes FOLDER/graph.o, which enrols a line of SETTINGS
# (compiler and flags) and one line for each object: its source file with PREFIX before it, the hash
# of its bytes, and the source files of the objects that define what it leaves undefined. Inline
# functions and templates are in the object itself. FOLDER/symbols says which file defines which
# symbol; with the library's in LIBRARY_SYMBOLS, objects of a program lead into the library.
set -eu
folder=$1 prefix=$2 settings=$3 library_symbols=${4:-/dev/null}

xargs -d '\n' sha256sum < "$folder/objects" > "$folder/hashes"
xargs -d '\n' "${NM:-nm}" -A -P -g < "$folder/objects" > "$folder/uses"

awk -v prefix="$prefix" -v settings="$settings" -v symbols="$folder/symbols" '
  function source(object) {  # ...NAME.dir/base/hash.cpp.o was made from base/hash.cpp
    sub(/.*\.dir\/(\.\/)?/, "", object)
    sub(/\.o$/, "", object)
    return prefix object
  }
  FILENAME ~ /hashes$/ {
    file = source(substr($0, index($0, " ") + 2))
    hash[file] = substr($1, 1, 16)
    next
  }
  FILENAME ~ /symbols$/ { defines[$1] = defines[$1] "\t" $2; next }  # of the library
  {
    end = index($0, ".o: ")
    file = source(substr($0, 1, end + 1))
    split(substr($0, end + 4), field, " ")
    if (field[2] == "U")
      undefined[file, ++count[file]] = field[1]
    else if (field[2] ~ /[TDBRCi]/)
      strong[field[1]] = file
    else if (field[2] ~ /[VWu]/)
      weak[field[1]] = weak[field[1]] "\t" file
  }
  END {
    for (symbol in weak) defines[symbol] = weak[symbol]
    for (symbol in strong) defines[symbol] = "\t" strong[symbol]
    for (symbol in defines) if (split(defines[symbol], files, "\t") == 2) print symbol, files[2] > symbols
    print settings
    for (file in hash) {
      line = file "\t" hash[file]
      split("", named)
      for (i = 1; i <= count[file]; ++i) {
        total = split(defines[undefined[file, i]], files, "\t")
        for (j = 2; j <= total; ++j) if (!(files[j] in named)) line = line "\t" files[j]
        for (j = 2; j <= total; ++j) named[files[j]]
      }
      print line
    }
  }' "$folder/hashes" "$library_symbols" "$folder/uses" > "$folder/graph"

{
  echo 'namespace stiffbench { bool enrol_objects(const char*); }'
  printf 'namespace { const bool enrolled = stiffbench::enrol_objects(R"+('
  cat "$folder/graph"
  echo ')+"); }'
} > "$folder/graph.cpp"
"${CXX:-c++}" -fPIC -c "$folder/graph.cpp" -o "$folder/graph.o"
