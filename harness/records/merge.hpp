#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace stiffbench {

/// Mixtures that a merge allows. A curve is of one problem, one integrator and one set of
/// parameters.
struct MergeOptions {
  bool mix_cpus = false;  ///< timed records of a problem from several kinds of CPU
  bool mix_code = false;  ///< records of a curve from several states of the code
};

/// The share of one folder in a merge.
struct MergeSource {
  std::filesystem::path folder;
  long records = 0;
  long doubles = 0;  ///< repeat an earlier record, except for times and environment
};

/// The outcome of a merge. The file is written only if conflicts, cpus and codes are all empty;
/// each list has one line of text per conflict.
struct MergeReport {
  std::vector<MergeSource> sources;
  long written = 0;                    ///< number of records in the file
  std::vector<std::string> conflicts;  ///< records of one run and one code with different results
  std::vector<std::string> cpus;       ///< problems with timings of several CPUs
  std::vector<std::string> codes;      ///< curves of several codes, none of which has all the runs
  std::set<std::string> experiments;   ///< the different texts of experiment.json in the folders

  bool refused() const { return !conflicts.empty() || !cpus.empty() || !codes.empty(); }
};

/// Writes the records of these folders to `out`/records.jsonl, after the records already there,
/// each run once: in a folder its last record counts, of several folders the first one. The new
/// file replaces the old one atomically. Memory use is some hundred bytes for every record plus one record
/// at a time. Lines stand as in their file, completed by the members that its records share. If the
/// folders have the same experiment.json, `out` gets it too. Folders without records and a file
/// that another process is writing are Errors.
MergeReport merge_records(const std::vector<std::filesystem::path>& folders,
                          const std::filesystem::path& out, const MergeOptions& options);

}  // namespace stiffbench
