#pragma once

#include "harness/io/json.hpp"

#include <functional>
#include <string>
#include <vector>

namespace stiffbench {

/// A kind of items that `list` lists: problems, integrators, experiments, figures, tables.
struct ListedKind {
  std::string name, doc;
  /// Returns all items, sorted by name. Each is an object with "name", "title" and further facts as
  /// strings, numbers, lists and "parameters".
  std::function<Json()> facts;
};

const std::vector<ListedKind>& listed_kinds();

/// Returns the names of all items of a kind.
std::vector<std::string> names_of_kind(const std::string& kind);

}  // namespace stiffbench
