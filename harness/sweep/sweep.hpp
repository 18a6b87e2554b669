#pragma once

#include "harness/sweep/experiment.hpp"

#include <filesystem>
#include <map>

namespace stiffbench {

/// What a sweep did.
struct SweepSummary {
  long total = 0;                 ///< runs of the experiment
  long skipped = 0;               ///< whose records were there already
  std::map<Status, long> status;  ///< new records by status
};

/// Runs what `folder`/records.jsonl does not hold yet and appends record after record. The observed
/// passes and timed samples of a problem's runs follow each other in random order (`seed`), so that
/// a slow spell of the machine does not fall on one integrator. Parts of runs that are under way
/// are kept in `folder`/unfinished.jsonl: a killed sweep, started again, loses at most one part.
SweepSummary sweep(const Experiment& experiment, const std::filesystem::path& folder,
                   bool with_reference, unsigned seed);

}  // namespace stiffbench
