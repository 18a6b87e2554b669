#pragma once

#include "harness/sweep/experiment.hpp"
#include "harness/sweep/reuse.hpp"

#include <filesystem>
#include <map>

namespace stiffbench {

/// How a sweep is to run.
struct SweepOptions {
  bool with_reference = true;
  unsigned seed = 0;  ///< of the random order of timed samples
  long jobs = 1;      ///< observed passes at once
  Again again = {};   ///< records to be made anew
};

/// Counts of a sweep's runs.
struct SweepSummary {
  long total = 0;                 ///< runs of the experiment
  long reused = 0;                ///< runs whose records were in the folder already
  std::string reuse;              ///< which runs had their records already, and why not the others
  std::map<Status, long> status;  ///< new records by status
  long begun = 0;                 ///< runs of which only parts are there, after an interruption
  bool interrupted = false;

  /// New records.
  long written() const;
};

/// Refuses a folder with the records of another experiment, which its experiment.json names, and one
/// whose experiment.json cannot be read.
void check_folder(const Experiment& experiment, const std::filesystem::path& folder);

/// Leaves a copy of the experiment in the folder, which tables and figures read beside the records.
/// It takes the place of an earlier state of this experiment, and of nothing else.
void write_experiment(const Experiment& experiment, const std::filesystem::path& folder);

/// Runs those runs of the experiment that have no record in `folder`/records.jsonl, or that
/// `options.again` names, and appends their records. References come first, one after the other;
/// then all observed passes, `jobs` at once; then, problem by problem, all timed samples, one at a
/// time. These follow each other in a random order, so that a slow spell of the machine does not
/// fall on one integrator. The file `folder`/unfinished.jsonl holds the parts of unfinished runs:
/// records without times, and timed samples. A killed sweep that is started again loses the parts
/// that were under way and no other. SIGINT and SIGTERM end a sweep in order
/// (harness/processes/interrupt.hpp).
SweepSummary sweep(const Experiment& experiment, const std::filesystem::path& folder,
                   const SweepOptions& options);

}  // namespace stiffbench
