#include "base/text/patterns.hpp"

#include "base/error.hpp"
#include "base/parameters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fnmatch.h>
#include <iterator>

namespace stiffbench {
namespace {

/// Returns a suggestion of names that begin almost like `letters`: "did you mean cvode_bdf" for the
/// letters of the pattern "cvoed*". Returns an empty text if there are none.
std::string near_beginnings(const std::string& letters, const std::set<std::string>& names) {
  std::vector<std::string> near;
  std::ranges::copy_if(names, std::back_inserter(near), [&](const std::string& name) {
    return !near_matches(letters, {name.substr(0, letters.size())}).empty();
  });
  return near.empty() ? "" : fmt::format("did you mean {}", fmt::join(near, " or "));
}

}  // namespace

bool fits(const std::string& pattern, const std::string& name) {
  return pattern == name || ::fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
}

bool any_fits(const std::vector<std::string>& patterns, const std::set<std::string>& names) {
  return std::ranges::any_of(patterns, [&](const std::string& pattern) {
    return std::ranges::any_of(names, [&](const auto& name) { return fits(pattern, name); });
  });
}

void check_patterns(const std::string& rule, const std::vector<std::string>& patterns,
                    const std::set<std::string>& names) {
  for (const auto& pattern : patterns) {
    if (any_fits({pattern}, names)) continue;
    std::string letters = pattern;
    std::erase_if(letters, [](char c) { return c == '*' || c == '?'; });
    std::string near = near_matches(letters, {names.begin(), names.end()});
    if (near.empty() && pattern.ends_with('*')) near = near_beginnings(letters, names);
    throw Error(rule, "'" + pattern + "'",
                near.empty() ? fmt::format("there are: {}", fmt::join(names, ", ")) : near + "?");
  }
}

}  // namespace stiffbench
