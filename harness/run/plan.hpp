#pragma once

#include "harness/records/perturbed_start.hpp"
#include "integrators/contract/registry.hpp"
#include "problems/contract/registry.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stiffbench {

/// One run as described on the command line or in an experiment.
struct RunRequest {
  std::string integrator = {};
  Settings integrator_settings = {};
  std::string problem_label = {}, integrator_label = {};  ///< titles in figures, or empty
  std::optional<double> h = {};                           ///< step size (s), or
  std::optional<long> count = {};                         ///< number of steps
  std::optional<double> tolerance = {};                   ///< relative; adaptive integrators only
  long checkpoints = 1;     ///< equally spaced times of comparison, including the end
  long repeats = 3;         ///< number of timed samples; 0: untimed
  long energy_series = 0;   ///< number of points of the energy drift and of output series
  bool keep_final = false;  ///< true: the record contains the last state
  long threads = 1;         ///< of kernels, BLAS and CHOLMOD
  bool tuned = false;       ///< the run searches for its fastest settings that keep the result
  /// The search of a tuned run takes the algorithms of the nearest step where these keep the
  /// result; two runs of each method search them.
  bool carries_algorithms = false;
  /// Uses the limit (h -> 0) of a lagged force instead of the force of each step.
  /// Only cross-checks of references set this; it is not recorded.
  bool continuous_force = false;
};

/// A request that passed every check, with its problem and integrator.
struct RunPlan {
  RunRequest request;
  std::shared_ptr<const Problem> problem;
  AnyIntegrator integrator;  ///< not initialized; runs copy it
  double h = 0;              ///< end_time / count
  long count = 0;            ///< calls of step()
  /// The reason why the problem is out of the integrator's scope, or empty.
  std::string why_not_applicable;
  /// Perturbation of the initial state (initial_state.hpp), if any.
  std::optional<PerturbedStart> start = {};
};

/// Returns the number of steps of size h (s) in `end_time` (s). h must lie in (0, end_time], and
/// end_time / h must be an integer to a relative 1e-6. The Error names the two nearest steps that
/// divide end_time.
long count_steps(double end_time, double h);

/// Plans a run of this problem. Unknown names and invalid steps, checkpoints or tolerances are
/// Errors.
RunPlan make_plan(std::shared_ptr<const Problem> problem, const RunRequest& request);

/// Returns the parameters that a search for the fastest settings may change: those with a ladder
/// that the request leaves open.
std::vector<ParameterFacts> searched_parameters(const RunPlan& plan);

/// Returns the plan with these settings of its integrator changed; the request stays as it is.
/// Throws an Error if the integrator refuses them.
RunPlan with_settings(RunPlan plan, const Settings& settings);

/// Throws an Error for a number of threads that is not positive, that exceeds the cores of this
/// program when `jobs` runs are in progress at once, or that is 1 although the integrator is to
/// compute its stages in parallel.
void check_threads(const RunPlan& plan, long jobs);

}  // namespace stiffbench
