#pragma once

#include "harness/sweep/experiment.hpp"
#include "harness/sweep/reuse.hpp"

#include <filesystem>
#include <map>

namespace stiffbench {

/// Counts of a sweep's runs.
struct SweepSummary {
  long total = 0;                 ///< runs of the experiment
  long reused = 0;                ///< runs whose records were in the folder already
  std::string reuse;              ///< which runs had their records already, and why not the others
  std::map<Status, long> status;  ///< new records by status
};

/// Runs those runs of the experiment that have no record in `folder`/records.jsonl, or that `again`
/// names, and appends their records. The observed passes and timed samples of one problem follow
/// each other in a random order given by `seed`, so that a slow spell of the machine does not fall
/// on one integrator. The file `folder`/unfinished.jsonl holds the parts of unfinished runs. A
/// killed sweep that is started again loses at most one part.
SweepSummary sweep(const Experiment& experiment, const std::filesystem::path& folder,
                   bool with_reference, unsigned seed, Again again = {});

}  // namespace stiffbench
