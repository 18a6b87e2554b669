#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace stiffbench {

/// The mixtures that a merge allows in a curve: one problem, one integrator, one set of parameters.
struct MergeOptions {
  bool mix_cpus = false;  ///< timed records of several models of CPU
  bool mix_code = false;  ///< records of several states of the code
};

/// The share of one folder in a merge.
struct MergeSource {
  std::filesystem::path folder;
  long records = 0;
  long doubles = 0;  ///< those that an earlier line has already, but for times and environment
};

/// The outcome of a merge. The file is written unless one of the lists is not empty; each has a
/// line of text for every conflict.
struct MergeReport {
  std::vector<MergeSource> sources;
  long written = 0;                    ///< records of the file
  std::vector<std::string> conflicts;  ///< records of one run and one code with different results
  std::vector<std::string> cpus;       ///< curves with timings of several CPUs
  std::vector<std::string> codes;      ///< curves of several codes, none of which has all the runs
  std::set<std::string> experiments;   ///< the different texts of experiment.json in the folders

  bool refused() const { return !conflicts.empty() || !cpus.empty() || !codes.empty(); }
};

/// Writes the records of these folders into `out`/records.jsonl, behind those that it has, each run
/// once. The new file takes the place of the old one in one step. It holds a few bytes for every
/// record, and one record at a time. `out` gets the folders' experiment.json, too, if they have the
/// same. Folders without records and a file that another process writes are Errors.
MergeReport merge_records(const std::vector<std::filesystem::path>& folders,
                          const std::filesystem::path& out, const MergeOptions& options);

}  // namespace stiffbench
