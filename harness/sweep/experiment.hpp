#pragma once

#include "harness/io/json.hpp"
#include "harness/processes/isolate.hpp"
#include "harness/run/plan.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace stiffbench {

/// All runs of one problem. They share one reference, and their parts run in one random order.
struct Block {
  std::shared_ptr<const Problem> problem;
  std::vector<RunPlan> plans;
};

/// An experiment (results/schema/experiment.schema.json) of which every run is planned.
struct Experiment {
  std::string name;
  std::filesystem::path file;
  std::string text;  ///< of the file
  Json source;       ///< the document itself
  std::vector<Block> blocks;
  Limits limits;
  long checkpoints = 1;
  long threads = 1;              ///< of each run, at most
  std::optional<double> digits;  ///< that the reference must win
  bool with_reference = true;    ///< false: errors only where there is a closed form
  /// This experiment with all of its runs, where some are left out; else null.
  std::shared_ptr<const Experiment> whole = {};
};

/// Leaves out the runs for which `is_left_out` is true, and blocks that have none any more.
void leave_out(Experiment& experiment, const std::function<bool(const RunPlan&)>& is_left_out);

/// The files of the experiments that `stiffbench list experiments` shows, sorted by name.
std::vector<std::string> experiment_files();

/// The file of an experiment that is given by its path, or by its name in that list.
std::filesystem::path find_experiment(const std::string& name);

/// Reads an experiment by its path, or by its name in `stiffbench list experiments`. It makes every
/// problem and plans every run, so that mistakes are Errors before the first run.
Experiment load_experiment(const std::string& name);
/// The experiment of this document, which was read from this file.
Experiment make_experiment(const Json& source, const std::filesystem::path& file);

/// Refuses what check_threads() of a plan refuses, of any run.
void check_threads(const Experiment& experiment, long jobs);
/// Gives every run of the experiment this many threads. Refuses if an integrator names its own.
void set_threads(Experiment& experiment, long threads);
/// The number of its runs that the cores of this program can do at once, one at least.
long most_jobs(const Experiment& experiment);

}  // namespace stiffbench
