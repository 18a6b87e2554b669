// Grids and settings of archived races: a curve that begins at a small error hides how cheap a
// larger step is, and default settings how fast a method can be.

#include "base/paths.hpp"
#include "harness/replications/pages/archived_experiments.hpp"
#include "tests/harness/replications/waiting_races.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string>

namespace grids_tests {

using namespace stiffbench;

/// True if the largest of several fixed steps of a method has an error below 1%, and is not as
/// large as ten steps allow.
bool begins_early(std::span<const Row> of_problem) {
  std::map<std::string, const Row*> largest;
  std::map<std::string, int> steps;
  for (const Row& row : of_problem) {
    if (!row.record.h || row.record.tolerance) continue;
    ++steps[row.method];
    const Row*& first = largest[row.method];
    if (first == nullptr || *row.record.h > *first->record.h) first = &row;
  }
  return std::ranges::any_of(largest, [&](const auto& entry) {
    const Row& row = *entry.second;
    return steps.at(entry.first) > 1 && row.ok() && row.record.result.error &&
           row.record.result.error->measures.energy_norm_relative < 0.01 && row.record.count > 10;
  });
}

TEST_CASE("curves of today's races begin at large errors, but for a few with a reason") {
  // Ticks of the crash bound its steps; fput_order and fput_times have the paper's range.
  const std::set<std::string> known{"crash_chosen_steps", "crash_precision", "fput_order",
                                    "fput_times"};
  std::set<std::string> early;
  for (const ArchivedExperiment& one : archived_experiments(data_path("results/archive"))) {
    if (!one.changes.empty() || one.document.value("settings", Json()) != "tuned") continue;
    each_problem(one.rows, [&](std::span<const Row> of_problem) {
      if (begins_early(of_problem)) early.insert(one.document["name"].get<std::string>());
    });
  }
  CHECK(early == known);
}

TEST_CASE("timed runs with errors are tuned, but for a few with a reason") {
  // dragon_solid and peers_settings compare settings, phi_stiffness and tower_stiffness back ends
  // of phi functions, and fput_energy energies.
  const std::set<std::string> known{"dragon_solid", "fput_energy", "peers_settings",
                                    "phi_stiffness", "tower_stiffness"};
  std::set<std::string> untuned;
  for (const ArchivedExperiment& one : archived_experiments(data_path("results/archive"))) {
    const bool compared = std::ranges::any_of(one.rows, [](const Row& row) {
      return row.record.result.error && row.record.result.runtime;
    });
    if (compared && one.document.value("settings", Json()) != "tuned")
      untuned.insert(one.document["name"].get<std::string>());
  }
  std::erase_if(untuned, [&](const std::string& name) { return known.contains(name); });
  CHECK(untuned == test::waiting_races);
}

}  // namespace grids_tests
