#include "harness/io/data_file.hpp"

#include "base/error.hpp"
#include "base/parameters.hpp"
#include "base/paths.hpp"

#include <vector>

namespace stiffbench {

namespace fs = std::filesystem;

std::map<std::string, fs::path> data_files(const std::string& folder, const std::string& ending) {
  std::map<std::string, fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(data_path(folder))) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(ending)) files[name.substr(0, name.size() - ending.size())] = entry.path();
  }
  return files;
}

fs::path find_data_file(const std::string& name, const std::string& folder,
                        const std::string& ending, const std::string& rule) {
  std::error_code reason;
  const bool is_there = fs::exists(name, reason);
  if (reason && reason != std::errc::filename_too_long)  // a name that is too long is not a path
    throw fs::filesystem_error("status", name, reason);
  if (is_there && !fs::is_directory(name)) return name;
  std::vector<std::string> names;
  for (const auto& [own_name, file] : data_files(folder, ending)) {
    if (own_name == name) return file;
    names.push_back(own_name);
  }
  const std::string near = near_matches(name, names);
  throw Error(rule, "'" + name + "'", near.empty() ? "see " + folder : near + "?");
}

}  // namespace stiffbench
