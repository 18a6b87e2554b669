#pragma once

#include "harness/cluster/engine.hpp"

namespace stiffbench {

/// An experiment that is run on a cluster.
struct Submission {
  std::string name = {};                  ///< of the experiment
  std::filesystem::path experiment = {};  ///< its file
  std::filesystem::path out = {};         ///< folder of the records, seen by all machines
  std::filesystem::path program = {},
                        cache = {};  ///< this program, and the folder of references; likewise
  bool with_references = true;
  long threads = 1;  ///< of each run
  long shards = 1;   ///< into which the runs are split; each has a task and a folder
  bool timed_exclusive = false;
  ClusterOptions options = {};

  std::filesystem::path scripts() const { return out / "cluster"; }
  std::filesystem::path copy() const { return out / "experiment.json"; }
  std::filesystem::path shard_folder(long shard) const;  ///< counted from 1
};

/// The jobs in their order, each of which starts after the one before: references, where there are
/// any; the array of the shards; the merge of what the shards left.
std::vector<BatchJob> jobs_of(const Submission& submission, const Engine& engine);

/// A job that a cluster has taken.
struct SubmittedJob {
  std::string name, id;
};

/// Writes the scripts, a copy of the experiment and the folders of the shards, and submits the
/// jobs. Records of earlier submissions to this folder stay, and tasks go on behind them. A folder
/// of another experiment or another number of shards, and a job that is not taken, are Errors; then
/// no job is left in the queue.
std::vector<SubmittedJob> submit(const Submission& submission, const Engine& engine);

}  // namespace stiffbench
