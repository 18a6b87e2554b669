#pragma once

#include "harness/io/json.hpp"
#include "harness/run/isolate.hpp"
#include "harness/run/plan.hpp"

#include <optional>
#include <vector>

namespace stiffbench {

/// All runs of one problem: judged by one reference, timed in one random order.
struct Block {
  std::shared_ptr<const Problem> problem;
  std::vector<RunPlan> plans;
};

/// An experiment (results/schema/experiment.schema.json), checked to the last run.
struct Experiment {
  std::string name;
  Json source;  ///< the document itself
  std::vector<Block> blocks;
  Limits limits;
  long checkpoints = 1;
  std::optional<double> digits;  ///< asked of the reference
  bool with_reference = true;    ///< false: problems without a closed form have no judge
};

/// The files of the experiments that `stiffbench list experiments` shows, sorted by name.
std::vector<std::string> experiment_files();

/// `name` is a path, or a name that `stiffbench list experiments` shows. Everything is checked
/// before anything runs: each problem is made, each run is planned.
Experiment load_experiment(const std::string& name);

}  // namespace stiffbench
