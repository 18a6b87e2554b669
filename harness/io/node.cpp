#include "harness/io/node.hpp"

#include "base/error.hpp"
#include "base/paths.hpp"
#include "base/system/programs.hpp"

namespace stiffbench {

int run_node(const std::string& script, const std::vector<std::string>& arguments) {
  std::vector<std::string> words{data_path(script).string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const ProgramEnd end = run_program("node", words);
  if (end.start_error != 0)
    throw Error("figures and reports are drawn by Node.js", "node: " + end.text(),
                "run ./bootstrap, or install the package nodejs");
  return end.signal != 0 ? 1 : end.status;
}

}  // namespace stiffbench
