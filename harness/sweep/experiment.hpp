#pragma once

#include "harness/io/json.hpp"
#include "harness/processes/isolate.hpp"
#include "harness/run/plan.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace stiffbench {

/// All runs of one problem. They share one reference, and their parts run in random order.
struct Block {
  std::shared_ptr<const Problem> problem;
  std::vector<RunPlan> plans;
};

/// An experiment (results/schema/experiment.schema.json) with a plan for every run.
struct Experiment {
  std::string name;
  std::filesystem::path file;
  std::string text;  ///< of the file
  Json source;       ///< the document itself
  std::vector<Block> blocks;
  Limits limits;
  long checkpoints = 1;
  long threads = 1;              ///< of each run, at most
  std::optional<double> digits;  ///< required of the reference
  bool with_reference = true;    ///< false: errors only where a closed form exists
  /// This experiment with all of its runs if some have been left out, otherwise null.
  std::shared_ptr<const Experiment> whole = {};
};

/// Removes the runs for which `is_left_out` returns true, and blocks without any run left.
void leave_out(Experiment& experiment, const std::function<bool(const RunPlan&)>& is_left_out);

/// Throws an Error that names the remedy if the integrator is one of the package for Python, which
/// this program has not loaded.
void require_package(const std::string& integrator);

/// Returns the files of the experiments listed by `stiffbench list experiments`, sorted by name,
/// without those that need the package for Python where the program has not loaded it.
std::vector<std::string> experiment_files();

/// Returns the file of an experiment given by its path, or by its name in that list.
std::filesystem::path find_experiment(const std::string& name);

/// Reads an experiment by its path, or by its name in `stiffbench list experiments`. It constructs
/// every problem and plans every run, so that mistakes are Errors before the first run.
Experiment load_experiment(const std::string& name);
/// Constructs the experiment of this document, which was read from `file`.
Experiment make_experiment(Json source, const std::filesystem::path& file);

/// Applies check_threads() of a plan to every run.
void check_threads(const Experiment& experiment, long jobs);
/// Sets the number of threads of every run. Throws an Error if an integrator sets its own.
void set_threads(Experiment& experiment, long threads);
/// Makes every run tuned, or none, whatever the experiment says.
void set_settings(Experiment& experiment, bool tuned);
/// Returns the number of runs that the cores available to this program can execute at once, at
/// least one.
long most_jobs(const Experiment& experiment);

}  // namespace stiffbench
