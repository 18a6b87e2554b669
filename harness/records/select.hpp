#pragma once

#include "harness/records/record.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// The records that a figure or table is about. A word is the name of an integrator or problem,
/// its label in tables and figures, or a family of methods.
struct RecordSelection {
  std::vector<std::string> only = {};        ///< if not empty, nothing else
  std::vector<std::string> exceptions = {};  ///< these not
};

/// The records that the selection leaves. Where `only` names methods alone, or problems alone, all
/// of the other kind stay. Throws an Error with near matches for a word that names nothing, and
/// where no record is left.
std::vector<Record> select(const std::vector<Record>& records, const RecordSelection& selection);

}  // namespace stiffbench
