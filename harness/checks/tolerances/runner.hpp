#pragma once

#include "harness/checks/tolerances/tolerances.hpp"
#include "integrators/contract/registry.hpp"
#include "problems/contract/registry.hpp"

#include <memory>

namespace stiffbench::tolerances {

/// A problem with its true states.
struct Subject {
  std::string name;
  std::shared_ptr<const Problem> problem;
  std::vector<State> true_states;  ///< at four times, the last one at the end
  double largest_norm = 0;         ///< in the energy norm, of these and of the start
  double floor = 0;                ///< error below which an error says nothing
};
/// Computes the reference of a problem or reads it from the cache. Throws Error without one.
Subject make_subject(const ToleranceProblem& from);

/// Makes runs of one method on one problem.
class Runner {
 public:
  /// The subject must outlive the runner. Throws Error for an unknown integrator.
  Runner(const Subject& subject, std::string integrator);

  const Subject& subject() const { return subject_; }
  /// Why there are no runs, or empty.
  std::string why_not() const;
  bool takes_first_step() const { return has("initial_step"); }
  /// True if the method has steps of fixed size, too.
  bool has_fixed_steps() const { return has("adaptive"); }

  /// Makes a run with chosen steps, whose errors are seen at four times.
  MeasuredRun chosen(double rtol) const;
  /// Makes a run with chosen steps in one span, whose error is seen at the end. The first step is
  /// given (s), or usual if it is 0.
  MeasuredRun in_one_span(double rtol, double initial_step) const;
  /// Makes a run with this many steps, a multiple of four, of equal size.
  MeasuredRun fixed(long count) const;

 private:
  bool has(const std::string& parameter) const;
  Settings settings(bool adaptive) const;
  MeasuredRun run(const Settings& settings, std::optional<double> rtol, long checkpoints,
                  std::optional<long> count) const;
  double error_of(const std::vector<State>& states) const;

  const Subject& subject_;
  std::string integrator_;
  std::vector<ParameterFacts> parameters_;
};

}  // namespace stiffbench::tolerances
