#include "harness/io/node.hpp"

#include "base/error.hpp"
#include "base/paths.hpp"
#include "base/system/programs.hpp"
#include "harness/io/json.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <regex>

namespace stiffbench {
namespace {

using Version = std::array<int, 3>;

/// Parses the version in a text such as "v20.11.0" or ">=18.20.4"; nothing if there is none.
std::optional<Version> version_in(const std::string& text) {
  static const std::regex pattern(R"((\d{1,6})\.(\d{1,6})\.(\d{1,6}))");
  std::smatch match;
  if (!std::regex_search(text, match, pattern)) return {};
  return Version{std::stoi(match[1]), std::stoi(match[2]), std::stoi(match[3])};
}

/// Throws an Error if Node.js is missing or older than required by stiffbench's package.json.
/// Scripts would otherwise end with a syntax error, or in the middle of their work.
void require_node() {
  const std::string range = read_json(data_path("package.json")).at("engines").at("node"),
                    rule = fmt::format("figures and reports are drawn by Node.js {}", range);
  const ScratchFolder scratch;
  const std::filesystem::path log = scratch.path() / "version";
  const ProgramEnd end = run_program("node", {"--version"}, log);
  if (end.start_error != 0)
    throw Error(rule, "node: " + end.text(), "run ./bootstrap, or install the package nodejs");
  const std::string version = last_line(log);
  if (version_in(version) < version_in(range))
    throw Error(rule, fmt::format("{}: {}", find_on_path("node").string(), version),
                "install a newer one, and put its folder first on the PATH");
}

}  // namespace

int run_node(const std::string& script, const std::vector<std::string>& arguments,
             const std::filesystem::path& log) {
  require_node();
  std::vector<std::string> words{data_path(script).string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const ProgramEnd end = run_program("node", words, log);
  return end.signal != 0 ? 1 : end.status;
}

}  // namespace stiffbench
