#pragma once

#include "integrators/contract/any_integrator.hpp"
#include "problems/contract/optional/internal_variables.hpp"

#include <optional>

namespace stiffbench {

/// Takes the steps of one run and does what belongs between them: it builds the lagged force of
/// each step, holds the internal variables fixed within a step and changes them after it, and
/// restarts the integrator when they have changed.
class StepDriver {
 public:
  enum class Force {
    of_steps,  ///< the force that integrators see, which lags if the problem says so
    of_limit,  ///< the problem's force, to which a lagged one tends as h tends to 0
  };

  /// The problem must outlive the driver.
  StepDriver(const Problem& problem, AnyIntegrator method, Force force = Force::of_steps);
  StepDriver(const StepDriver&) = delete;  // the view of the problem points into the driver
  StepDriver& operator=(const StepDriver&) = delete;

  /// Prepares for steps of size h (s) from the state `start`. Throws Error if the integrator does.
  void init(const State& start, double h);
  /// Advances u by h; u moves only if the outcome is ok.
  Outcome step(State& u);

  const ErasedIntegrator& method() const { return *method_; }
  /// Accepted steps of an integrator that chooses its own, since init().
  long steps_taken() const { return steps_before_ + method_->steps_taken(); }
  /// The view of the problem that the integrator has.
  const CountedProblem& counted() const { return counted_; }

 private:
  void begin(const State& u);

  const Problem& problem_;
  const LaggedForce* lagged_;          // null if the force does not lag
  const InternalVariables* internal_;  // null without internal variables
  LaggedStep lagged_step_;
  CountedProblem counted_;
  AnyIntegrator method_;
  Vec z_;  // internal variables of the current step
  double h_ = 0;
  long steps_before_ = 0;  // accepted before the last restart
};

}  // namespace stiffbench
