#include "harness/io/data_file.hpp"

#include "base/error.hpp"
#include "base/parameters.hpp"
#include "base/paths.hpp"

#include <vector>

namespace stiffbench {

namespace fs = std::filesystem;

fs::path find_data_file(const std::string& name, const std::string& folder,
                        const std::string& ending, const std::string& rule) {
  if (fs::exists(name)) return name;
  std::vector<std::string> known;
  for (auto& file : fs::directory_iterator(data_path(folder))) {
    const std::string found = file.path().filename().string();
    if (!found.ends_with(ending)) continue;
    known.push_back(found.substr(0, found.size() - ending.size()));
    if (known.back() == name) return file.path();
  }
  const std::string near = near_matches(name, known);
  throw Error(rule, "'" + name + "'", near.empty() ? "see " + folder : near + "?");
}

}  // namespace stiffbench
