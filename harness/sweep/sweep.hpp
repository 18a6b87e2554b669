#pragma once

#include "harness/sweep/experiment.hpp"
#include "harness/sweep/reuse.hpp"

#include <filesystem>
#include <functional>
#include <map>
#include <optional>

namespace stiffbench {

/// Options of a sweep.
struct SweepOptions {
  bool with_reference = true;
  unsigned seed = 0;  ///< seed of the random order of timed samples
  long jobs = 1;      ///< concurrent observed passes; searches of tuned runs are alone
  Again again = {};   ///< records to recompute
  /// Called with the numbers of finished runs and of all runs, when it begins and after each run.
  std::function<void(long done, long total)> progress = {};
};

/// Counts of a sweep's runs.
struct SweepSummary {
  long total = 0;                 ///< runs of the experiment
  long reused = 0;                ///< runs with a record in the folder already
  std::string reuse;              ///< which runs were reused, and why the others were not
  std::map<Status, long> status;  ///< new records by status
  long begun = 0;                 ///< incomplete runs after an interruption
  bool interrupted = false;

  /// Returns the number of new records.
  long written() const;
};

/// Throws an Error if the folder has the records of another experiment, as its experiment.json
/// says, or if its experiment.json cannot be read.
void check_folder(const Experiment& experiment, const std::filesystem::path& folder);

/// Executes the runs of the experiment that have no record in `folder`/records.jsonl, or that
/// `options.again` names, and appends their records. References are computed first, one at a time,
/// then all observed passes, `jobs` at once, then the searches of tuned runs one at a time, and
/// then, problem by problem, all timed samples, one at a time. Timed samples follow a random order,
/// so that a slow phase of the machine does not affect a single integrator. The file
/// `folder`/unfinished.jsonl holds the parts of unfinished runs: records without times, and timed
/// samples. A killed sweep that is restarted loses only the parts in progress, or those of runs
/// that another kind of CPU had begun, because the times of a record are those of one. SIGINT and
/// SIGTERM end a sweep in order (harness/processes/interrupt.hpp). The folder gets a copy of the
/// experiment for tables and figures; it replaces only an earlier state of the same experiment.
SweepSummary sweep(const Experiment& experiment, const std::filesystem::path& folder,
                   const SweepOptions& options);

/// Checks threads and limits, and executes sweep(), for programs other than the command line: with
/// references only if the experiment has them, too, and with these jobs, or as many as the cores
/// allow.
SweepSummary checked_sweep(const Experiment& experiment, const std::filesystem::path& folder,
                           SweepOptions options, std::optional<long> jobs);

}  // namespace stiffbench
