#include "base/paths.hpp"

#include "base/error.hpp"

#include <dlfcn.h>

namespace stiffbench {

extern const char* const source_folder;  // cmake/source_folder.cpp.in; empty in packages

namespace {

namespace fs = std::filesystem;

/// Finds PREFIX/share/stiffbench from the path of the loaded PREFIX/lib/.../libstiffbench.so, so
/// that an installation can be moved.
fs::path share_directory() {
  Dl_info library{};
  if (!dladdr(reinterpret_cast<const void*>(&data_path), &library)) return {};
  for (fs::path prefix = fs::canonical(library.dli_fname).parent_path(); prefix.has_relative_path();
       prefix = prefix.parent_path())
    if (fs::path share = prefix / "share" / "stiffbench"; fs::is_directory(share)) return share;
  return {};
}

}  // namespace

fs::path data_path(const std::string& relative) {
  std::string missing;
  for (const fs::path& folder : {fs::path(source_folder), share_directory()}) {
    if (folder.empty()) continue;
    const fs::path file = folder / relative;
    if (fs::exists(file)) return file;
    missing += (missing.empty() ? "nothing at " : " nor at ") + file.string();
  }
  throw Error("stiffbench needs its file " + relative,
              missing.empty() ? "no share/stiffbench beside the library" : missing,
              "run ./bootstrap in the source tree, or install again");
}

}  // namespace stiffbench
