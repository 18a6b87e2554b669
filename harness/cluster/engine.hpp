#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace stiffbench {

/// Condition under which a job of a cluster starts.
enum class Start {
  at_once,
  after_success,  ///< of the preceding job; otherwise the job is removed from the queue
  after_end,      ///< of the preceding job, whatever its outcome
};

/// A job of a cluster: one program, or an array of tasks distinguished by their number.
struct BatchJob {
  std::string name;      ///< names its script and its logs
  std::string sweep;     ///< name of the experiment, shown in the cluster's queue
  std::string commands;  ///< lines of shell
  Start start = Start::at_once;
  long tasks = 0;          ///< number of tasks of an array, numbered from 1; 0: no array
  long cores = 1;          ///< per task
  bool exclusive = false;  ///< each task has exclusive use of a node
};

/// Options that a user sets for all jobs, in the engine's own terms; empty: the cluster's default.
struct ClusterOptions {
  std::string partition, time;
};

/// Interface to a program that distributes jobs over the machines of a cluster.
class Engine {
 public:
  virtual ~Engine() = default;
  virtual std::string name() const = 0;
  /// Returns the name of the environment variable with the number of a task.
  virtual std::string task_variable() const = 0;
  /// Throws an Error if the engine's programs are not installed.
  virtual void check() const = 0;
  /// Returns the script of a job that writes its logs into this folder.
  virtual std::string script(const BatchJob& job, const ClusterOptions& options,
                             const std::filesystem::path& logs) const = 0;
  /// Submits a script and returns the job's id. `before` is the id of the preceding job, or empty.
  virtual std::string submit(const std::filesystem::path& script, Start start,
                             const std::string& before) const = 0;
  virtual void cancel(const std::string& id) const = 0;
};

std::unique_ptr<Engine> slurm();

}  // namespace stiffbench
