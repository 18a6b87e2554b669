#pragma once

#include "harness/io/json.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace stiffbench {

/// An experiment of the suite as it is today.
struct ListedExperiment {
  Json document;       ///< results/schema/experiment.schema.json
  std::string time;    ///< that the whole of it takes on one core: "about 3 min"
  double seconds = 0;  ///< the same (s); 0 where it is not estimated
};

/// Experiments that are expected to take longer (s) say what was run instead.
inline constexpr double longest_experiment = 6 * 3600;

/// Returns the Markdown page that lists every experiment of the suite: those with records in
/// `folder` with the day, the code, the processor and the duration, the others with the time that
/// they are expected to take, and those of more than six hours with what was run instead.
/// `command` is the command that creates the page.
std::string experiments_page(const std::vector<ListedExperiment>& all,
                             const std::filesystem::path& folder, const std::string& command);

}  // namespace stiffbench
