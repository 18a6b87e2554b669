#pragma once

#include "harness/io/json.hpp"

namespace stiffbench {

/// Returns the parts of an experiment (results/schema/experiment.schema.json) that determine its
/// runs: all but its words.
inline Json without_words(Json experiment) {
  for (const char* words : {"title", "remarks", "figures", "instead"}) experiment.erase(words);
  return experiment;
}

}  // namespace stiffbench
