#pragma once

#include "harness/io/json.hpp"

#include <functional>
#include <string>
#include <vector>

namespace stiffbench {

/// A kind of things that `list` lists: problems, integrators, experiments, figures, tables.
struct ListedKind {
  std::string name, doc;
  /// All of them, sorted by name. Each is an object with "name", "title" and what else there is to
  /// say, as strings, numbers, lists and "parameters".
  std::function<Json()> facts;
};

const std::vector<ListedKind>& listed_kinds();

/// The names of all things of a kind.
std::vector<std::string> names_of_kind(const std::string& kind);

}  // namespace stiffbench
