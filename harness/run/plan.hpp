#pragma once

#include "harness/records/shifted_start.hpp"
#include "integrators/contract/registry.hpp"
#include "problems/contract/registry.hpp"

#include <memory>
#include <optional>
#include <string>

namespace stiffbench {

/// One run as the command line or an experiment describes it.
struct RunRequest {
  std::string integrator = {};
  Settings integrator_settings = {};
  std::string problem_label = {}, integrator_label = {};  ///< titles in figures, or empty
  std::optional<double> h = {};                           ///< step size (s), or
  std::optional<long> count = {};                         ///< number of steps
  std::optional<double> tolerance = {};                   ///< relative; adaptive integrators only
  long checkpoints = 1;     ///< equally spaced times of comparison, the end included
  long repeats = 3;         ///< timed samples; 0: not timed
  long energy_series = 0;   ///< points of the energy drift, and of series of outputs
  bool keep_final = false;  ///< the record holds the last state
  long threads = 1;         ///< of kernels, BLAS and CHOLMOD
  /// The force of a stepwise problem is that to which those of its steps tend. No record says so:
  /// witnesses of references ask for it.
  bool continuous_force = false;
};

/// A request that has passed every check, with its problem and integrator.
struct RunPlan {
  RunRequest request;
  std::shared_ptr<const Problem> problem;
  AnyIntegrator integrator;  ///< not initialised; runs copy it
  double h = 0;              ///< end_time / count
  long count = 0;            ///< calls of step()
  std::string unfit;         ///< why the problem is out of the integrator's scope, or empty
  std::optional<ShiftedStart> start = {};  ///< of the problem (shifted_problem.hpp); else its own
};

/// The number of steps of size h (s) in `end_time` (s). h must lie in (0, end_time], and
/// end_time / h must be whole to a relative 1e-6. The Error names the nearest two steps that divide
/// end_time.
long count_steps(double end_time, double h);

/// The plan of a run of this problem. Unknown names, and steps, checkpoints or tolerances that
/// break their rule, are Errors.
RunPlan make_plan(std::shared_ptr<const Problem> problem, const RunRequest& request);

/// A plan of the same run from another start.
RunPlan from_start(RunPlan plan, const ShiftedStart& start);

/// Refuses a number of threads that is not positive, that the cores of this program are too few for
/// when `jobs` runs are under way at once, and one thread for stages that are to run at the same
/// time.
void check_threads(const RunPlan& plan, long jobs);

}  // namespace stiffbench
