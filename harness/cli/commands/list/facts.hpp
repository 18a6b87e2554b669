#pragma once

#include "harness/io/json.hpp"

#include <functional>
#include <string>
#include <vector>

namespace stiffbench {

/// A kind of items that `list` lists: problems, integrators, experiments, figures, tables.
struct ListedKind {
  std::string name, doc;
  /// Returns the names of all items, sorted.
  std::function<std::vector<std::string>()> names;
  /// Returns an object with "name", "title" and further facts as strings, numbers, lists and
  /// "parameters".
  std::function<Json(const std::string& name)> facts_of;

  /// Returns the facts of all items.
  Json facts() const;
};

const std::vector<ListedKind>& listed_kinds();

/// Returns the names of all items of a kind.
std::vector<std::string> names_of_kind(const std::string& kind);

}  // namespace stiffbench
