#pragma once

#include "harness/records/labels.hpp"

#include <fmt/format.h>

#include <optional>
#include <set>

namespace stiffbench {

/// Formats a number, or nothing.
inline std::string text(const std::optional<double>& number, const char* format = "{:.3g}") {
  return number ? fmt::format(fmt::runtime(format), *number) : "";
}

inline std::string time_unit(const Units& units) { return units.time; }
inline std::string length_unit(const Units& units) { return units.length; }
inline std::string energy_unit(const Units& units) {
  if (units.mass == "kg" && units.length == "m" && units.time == "s") return "J";
  return fmt::format("{} {}2/{}2", units.mass, units.length, units.time);
}

/// Appends the common unit of these problems to a heading: "h (ms)"; or "h (own units)" if their
/// units differ.
inline std::string heading_with_unit(const std::string& words,
                                     const std::set<std::string>& problems,
                                     std::string (*unit_of)(const Units&)) {
  std::set<std::string> names;
  for (const auto& problem : problems)
    if (const auto units = units_of(problem)) names.insert(unit_of(*units));
  if (names.empty()) return words;
  return fmt::format("{} ({})", words, names.size() == 1 ? *names.begin() : "own units");
}

}  // namespace stiffbench
