#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace stiffbench {

/// The condition under which a job of a cluster starts.
enum class Start {
  at_once,
  after_success,  ///< of the job before; without it the job is taken out of the queue
  after_end,      ///< of the job before, however it ended
};

/// A job of a cluster: one program, or an array of tasks that differ in their number.
struct BatchJob {
  std::string name;      ///< names its script and its logs
  std::string sweep;     ///< name of the experiment, shown in the cluster's queue
  std::string commands;  ///< lines of shell
  Start start = Start::at_once;
  long tasks = 0;          ///< of an array, numbered from 1; 0: no array
  long cores = 1;          ///< of each task
  bool exclusive = false;  ///< each task has a node alone
};

/// What a user asks of all jobs, in the engine's own words; empty: the cluster's default.
struct ClusterOptions {
  std::string partition, time;
};

/// A program that distributes jobs over the machines of a cluster. Another one derives from this.
class Engine {
 public:
  virtual ~Engine() = default;
  virtual std::string name() const = 0;
  /// The number of a task, as its command reads it.
  virtual std::string task_variable() const = 0;
  /// Throws an Error where the engine's programs are not installed.
  virtual void check() const = 0;
  /// Text of the script of a job that writes its logs into this folder.
  virtual std::string script(const BatchJob& job, const ClusterOptions& options,
                             const std::filesystem::path& logs) const = 0;
  /// Submits a script and returns the job's id. `before` is the id of the job before, or empty.
  virtual std::string submit(const std::filesystem::path& script, Start start,
                             const std::string& before) const = 0;
  virtual void cancel(const std::string& id) const = 0;
};

std::unique_ptr<Engine> slurm();

}  // namespace stiffbench
