#include "harness/contact/ride.hpp"

#include "integrators/contract/registry.hpp"

#include <cmath>

namespace stiffbench::contact_ladder {

Ride::Ride(const Problem& problem, const Contestant& method, const Steps& steps)
    : u_(problem.start()),
      h_(method.is_explicit ? steps.stable : steps.usual),
      driver_(problem, IntegratorRegistry::instance().make(method.integrator)) {
  if (std::string reason = driver_.method().why_not_applicable(problem); !reason.empty()) {
    outcome_ = {Status::not_applicable, std::move(reason)};
    return;
  }
  if (!(h_ > 0)) {
    outcome_ = {Status::not_applicable, "steps below its bound of stability would take minutes"};
    return;
  }
  driver_.init(u_, h_);
}

Outcome Ride::until(double t, const See& see) {
  while (outcome_.ok() && u_.t < t - 1e-9 * h_) {
    outcome_ = driver_.step(u_);
    if (outcome_.ok() && !(u_.x.allFinite() && u_.v.allFinite()))
      outcome_ = {Status::diverged, "the state is not finite"};
    if (outcome_.ok() && see) see(u_);
  }
  return outcome_;
}

void Crossing::see(double t, double value) {
  if (begun_ && (value_ < level_) != (value < level_)) {
    last_ = t_ + (t - t_) * (level_ - value_) / (value - value_);
    if (count_++ == 0) first_ = last_;
  }
  begun_ = true;
  t_ = t;
  value_ = value;
}

}  // namespace stiffbench::contact_ladder
