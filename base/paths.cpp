#include "base/paths.hpp"

#include "base/error.hpp"

#include <dlfcn.h>

namespace stiffbench {

extern const char* const source_folder;  // cmake/source_folder.cpp.in

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
  const fs::path built = fs::path(source_folder) / relative;
  if (fs::exists(built)) return built;
  const fs::path installed = share_directory() / relative;
  if (fs::exists(installed)) return installed;
  throw Error("stiffbench needs its file " + relative,
              "nothing at " + built.string() + " nor at " + installed.string(),
              "run ./bootstrap in the source tree, or install again");
}

}  // namespace stiffbench
