#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace stiffbench {

/// Options that a user sets for all jobs, in Slurm's own words; empty: the cluster's default.
struct SlurmOptions {
  std::string partition, time, mem, account;
  std::vector<std::string> others;  ///< further options of sbatch: "--qos=long"
};

/// Throws an Error for an option that breaks its line, or that submit() sets itself.
void check_options(const SlurmOptions& options);

/// A job of Slurm: a program, or an array of tasks that $SLURM_ARRAY_TASK_ID tells apart.
struct SlurmJob {
  std::string name;      ///< names its script and its logs
  std::string commands;  ///< lines of shell
  /// Condition on the end of the preceding job: "afterok", "afterany", or empty.
  std::string condition = "";
  long tasks = 0;          ///< number of tasks of an array, numbered from 1; 0: no array
  long cores = 1;          ///< per task
  bool exclusive = false;  ///< each task has exclusive use of a node
};

/// Returns the script of a job of this sweep, which writes its logs into this folder.
std::string slurm_script(const SlurmJob& job, const std::string& sweep, const SlurmOptions& options,
                         const std::filesystem::path& logs);

/// Throws an Error if sbatch is not on the PATH.
void require_sbatch();
/// Submits a script and returns the job's id. `dependency` is "afterok:ID", or empty. A rejected
/// script is an Error with the words of sbatch.
std::string sbatch(const std::filesystem::path& script, const std::string& dependency);
void scancel(const std::string& id);

}  // namespace stiffbench
