#include "integrators/kernels/adaptive/step_control.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace stiffbench {
namespace {

constexpr double safety = 0.9, shrink_most = 0.2, grow_most = 5, keep_above = 0.9, keep_below = 1.2,
                 after_failure = 0.25;

/// The smallest step (s) at time t. A shorter one no longer changes t.
double least_step(double t) { return 16 * std::numeric_limits<double>::epsilon() * std::abs(t); }

}  // namespace

void StepControl::check(const std::string& owner) const {
  if (adaptive_) return;
  tolerance_.check_unused(owner);
  if (norm_ != ErrorNorm::energy)
    throw Error(owner + "norm has no effect with adaptive=false", "norm=" + name_of(norm_),
                "leave it out");
  if (initial_step_ != 0)
    throw Error(owner + "initial_step has no effect with adaptive=false",
                fmt::format("initial_step={}", initial_step_), "leave it out");
}

void StepControl::init(const CountedProblem& problem, int order, bool keeps_size) {
  problem_ = &problem;
  exponent_ = 1.0 / order;
  keeps_size_ = keeps_size;
  if (adaptive_ && norm_ == ErrorNorm::energy)
    K0_.assign(problem.linear_stiffness(), problem.block_size());
  chosen_ = scale_ = next_scale_ = allowed_at_rest_ = least_ = largest_ = 0;
  last_error_ = 1;
  was_rejected_ = false;
  accepted_ = rejected_ = 0;
}

void StepControl::begin(const State& u, double span) {
  at_ = u;
  repeats_ = false;  // a driver may have changed the state
  end_ = u.t + span;
  outcome_ = {};
  if (norm_ == ErrorNorm::energy) scale_ = std::max(scale_, energy_norm(u.x, u.v));
  if (chosen_ == 0) chosen_ = initial_step_ > 0 ? initial_step_ : first_size(u, span);
}

double StepControl::next_size() {
  const double left = end_ - at_.t;
  is_last_ = chosen_ >= left * (1 - 1e-9);
  if (is_last_) return left;
  // Two equal steps end a span better than a long and a short one.
  return 2 * chosen_ > left ? left / 2 : chosen_;
}

void StepControl::judge(double size, Outcome outcome) {
  constexpr double failed = std::numeric_limits<double>::quiet_NaN();
  double error = outcome.ok() ? relative_error() : failed;
  repeats_ = outcome.ok();
  if (error <= 1 && !is_feasible()) {
    error = failed;
    outcome = {Status::infeasible,
               fmt::format("at t = {:.6g}, bodies pass through each other, or elements turn inside "
                           "out, within every step",
                           at_.t)};
  }
  if (error <= 1) return accept(size, error);
  ++rejected_;
  was_rejected_ = true;
  const double factor = std::isfinite(error)
                            ? std::max(shrink_most, safety * std::pow(error, -exponent_))
                            : after_failure;
  chosen_ = size * factor;
  if (chosen_ > least_step(end_) || measure_by_rate()) return;
  outcome_ = outcome.ok() ? Outcome{Status::diverged,
                                    fmt::format("at t = {:.6g}, no step of {:.1e} s or more meets "
                                                "the tolerance",
                                                at_.t, chosen_)}
                          : std::move(outcome);
}

bool StepControl::measure_by_rate() {
  if (norm_ != ErrorNorm::energy || scale_ > 0 || tolerance_.atol > 0 || allowed_at_rest_ > 0)
    return false;
  acceleration(at_, rate_);
  const double error = tolerance_.rtol * energy_norm(at_.v, rate_);
  allowed_at_rest_ = error > 0 ? error : tolerance_.absolute();
  chosen_ = first_size(at_, end_ - at_.t);
  return true;
}

void StepControl::accept(double size, double error) {
  ++accepted_;
  scale_ = next_scale_;
  least_ = accepted_ == 1 ? size : std::min(least_, size);
  largest_ = std::max(largest_, size);
  const double aim = std::pow(safety, 1 / exponent_), e = error / aim;
  double factor = std::pow(e, -0.6 * exponent_) * std::pow(last_error_, 0.2 * exponent_);
  factor = std::clamp(factor, shrink_most, was_rejected_ ? 1 : grow_most);
  if (keeps_size_ && factor > keep_above && factor < keep_below) factor = 1;
  // A step that is short only because it ends a span leaves the chosen size alone.
  chosen_ = std::max(size * factor, factor >= 1 ? chosen_ : 0);
  constexpr double least_error = 1e-4;  // smaller ones would hold back the step after the next
  last_error_ = std::max(e, least_error);
  was_rejected_ = repeats_ = false;
  const double t = is_last_ ? end_ : at_.t + size;
  at_.x.swap(next_.x);
  at_.v.swap(next_.v);
  at_.t = t;
}

bool StepControl::is_feasible() {
  product_ = next_.x - at_.x;
  return problem_->feasible_step(at_.x, product_) >= 1;
}

double StepControl::relative_error() {
  if (!error_.x.allFinite() || !error_.v.allFinite() || !next_.x.allFinite() ||
      !next_.v.allFinite())
    return std::numeric_limits<double>::quiet_NaN();
  if (norm_ == ErrorNorm::components) return component_error();
  // A trial that is rejected is no part of the motion, however far it went.
  next_scale_ = std::max(scale_, energy_norm(next_.x, next_.v));
  const double allowed = tolerance_.rtol * next_scale_ + tolerance_.atol;
  return energy_norm(error_.x, error_.v) / std::max(allowed, scale_ > 0 ? 0 : allowed_at_rest_);
}

double StepControl::component_error() const {
  const auto sum = [&](const Vec& error, const Vec& before, const Vec& after) {
    return (error.array() / (tolerance_.rtol * before.array().abs().max(after.array().abs()) +
                             tolerance_.absolute()))
        .square()
        .sum();
  };
  return std::sqrt((sum(error_.x, at_.x, next_.x) + sum(error_.v, at_.v, next_.v)) /
                   double(2 * error_.x.size()));
}

double StepControl::energy_norm(const Vec& x, const Vec& v) {
  K0_.times(x, product_, problem_->work());
  const double elastic = x.dot(product_);  // negative only by round-off
  problem_->mass().times(v, product_);
  return std::sqrt((elastic < 0 ? 0 : elastic) + v.dot(product_));
}

void StepControl::acceleration(const State& u, Vec& a) {
  problem_->force(u, force_);
  problem_->mass().solve(force_, a);
}

double StepControl::first_size(const State& u, double span) {
  const auto norm = [&](const Vec& x, const Vec& v) {
    return norm_ == ErrorNorm::energy ? energy_norm(x, v) : std::hypot(x.norm(), v.norm());
  };
  acceleration(u, rate_);
  const double rate = norm(u.v, rate_), state = norm(u.x, u.v);
  if (!(rate > 0) || !std::isfinite(rate)) return span;
  const double probe = std::min(span, state > 0 ? 0.01 * state / rate : 1e-6 * span);
  next_.t = u.t + probe;
  next_.x = u.x + probe * u.v;
  next_.v = u.v + probe * rate_;
  acceleration(next_, changed_rate_);
  const double change = norm(probe * rate_, changed_rate_ - rate_) / probe;
  if (!(change > 0) || !std::isfinite(change)) return probe;
  const double time = rate / change,
               tolerance = tolerance_.rtol * std::max(state, rate * time) + tolerance_.atol;
  const double size = time * std::pow(0.01 * tolerance / (rate * time), exponent_);
  return std::min({size, 100 * probe, span});
}

Settings StepControl::reported() const {
  if (!adaptive_) return {};
  return {{"rejected_steps", rejected_}, {"least_step", least_}, {"largest_step", largest_}};
}

}  // namespace stiffbench
