#include "integrators/contract/step_driver.hpp"

namespace stiffbench {

StepDriver::StepDriver(const Problem& problem, AnyIntegrator method, Force force)
    : problem_(problem),
      lagged_(force == Force::of_steps ? lagged_force(problem) : nullptr),
      internal_(dynamic_cast<const InternalVariables*>(&problem)),
      counted_(problem, lagged_ ? &lagged_step_ : nullptr),
      method_(std::move(method)) {}

void StepDriver::init(const State& start, double h) {
  h_ = h;
  z_ = start.z;
  counted_.hold(z_);
  if (lagged_) lagged_step_.begin(problem_, *lagged_, start);
  method_->init(counted_, h);
}

Outcome StepDriver::step(State& u) {
  begin(u);
  Vec internal;  // methods do not see internal variables
  internal.swap(u.z);
  Outcome outcome = method_->step(u);
  u.z.swap(internal);
  if (outcome.ok() && internal_) u = internal_->update_internal_variables(std::move(u));
  return outcome;
}

/// Makes u the start of a step. Everything that the method has computed from forces with other
/// internal variables is invalid.
void StepDriver::begin(const State& u) {
  if (lagged_) {
    ++counted_.work().force;
    ++counted_.work().stiffness;
    lagged_step_.begin(problem_, *lagged_, u);
  }
  if (!internal_ || (u.z.size() == z_.size() && u.z == z_)) return;
  z_ = u.z;
  counted_.hold(z_);
  steps_before_ += method_->steps_taken();
  method_->init(counted_, h_);
}

}  // namespace stiffbench
