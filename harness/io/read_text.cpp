#include "harness/io/read_text.hpp"

#include "base/error.hpp"

#include <fstream>
#include <sstream>

namespace stiffbench {

std::string read_text(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  if (!file || std::filesystem::is_directory(path))
    throw Error("a file that is read must be readable", path.string(),
                "check its name and permissions");
  return text.str();
}

}  // namespace stiffbench
