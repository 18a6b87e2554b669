#pragma once

#include "harness/cluster/slurm.hpp"

namespace stiffbench {

/// An experiment that is run on a cluster by Slurm.
struct Submission {
  std::string name = {};                  ///< of the experiment
  std::filesystem::path experiment = {};  ///< its file
  std::filesystem::path out = {};         ///< folder of the records, visible to all machines
  std::filesystem::path program = {},
                        cache = {};  ///< this program, and the folder of references; also visible
  bool with_references = true;
  long threads = 1;              ///< per run
  long shards = 1;               ///< number of parts of the runs; each has a task and a folder
  bool timed_exclusive = false;  ///< each task has a node alone
  SlurmOptions options = {};

  std::filesystem::path scripts() const { return out / "cluster"; }
  std::filesystem::path copy() const { return out / "experiment.json"; }
  std::filesystem::path shard_folder(long shard) const;  ///< counted from 1
};

/// Returns the jobs in order, each of which starts after its predecessor: references, if any; the
/// array of the shards; the merge of their records.
std::vector<SlurmJob> jobs_of(const Submission& submission);
/// Returns the script of a job.
std::string script_of(const SlurmJob& job, const Submission& submission);

/// A job accepted by Slurm.
struct SubmittedJob {
  std::string name, id;
};

/// Writes the scripts, a copy of the experiment and the folders of the shards, and submits the
/// jobs. Records of earlier submissions to this folder are kept, and tasks continue from them. A
/// folder of another experiment or with another number of shards, and a rejected job, are Errors;
/// no job is then left in the queue.
std::vector<SubmittedJob> submit(const Submission& submission);

}  // namespace stiffbench
