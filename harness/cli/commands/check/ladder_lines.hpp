#pragma once

#include "harness/contact/ladder.hpp"
#include "harness/io/json.hpp"

#include <string>
#include <vector>

namespace stiffbench::contact_ladder {

/// Phenomena and methods of a ladder, and where its numbers go.
struct LadderRequest {
  std::vector<std::string> phenomena;  ///< empty: all
  std::vector<std::string> methods;    ///< names or patterns; empty: usual_methods()
  bool json = false;                   ///< one document (results/schema/contact_ladder.schema.json)
  std::string out = {};                ///< folder for contact_ladder.jsonl, or empty
};

/// Climbs the ladder of contact problems with known answers, and prints a table or a document.
/// Returns 1 if a rung that must stand falls, else 0. A pattern that no method fits, and an unknown
/// phenomenon, are Errors.
int check_contact_ladder(const LadderRequest& request);

}  // namespace stiffbench::contact_ladder
