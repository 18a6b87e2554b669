#include "integrators/stabilised/stabilised.hpp"

#include "base/error.hpp"
#include "problems/contract/optional/varying_mass.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiffbench {
namespace {

/// The growth of K and D between two measurements that bounds of a nonlinear problem allow for.
constexpr double widening = 0.1;

int order_of_estimate(Polynomials polynomials) {
  if (polynomials == Polynomials::weighted4) return 4;
  return polynomials == Polynomials::weighted ? 2 : 3;
}

bool same(const State& a, const State& b) {
  return a.t == b.t && a.x.size() == b.x.size() && a.x == b.x && a.v == b.v;
}

}  // namespace

void Stabilised::check(const std::string& owner) const {
  control_.check(owner);
  const int fewest = fewest_stages(options_.polynomials);
  if (options_.stages > 0 && options_.stages < fewest)
    throw Error(owner + fmt::format("a step has {} stages or more", fewest),
                fmt::format("stages={}", options_.stages), "give more, or 0");
  if (options_.polynomials == Polynomials::weighted4 && options_.most > most_fourth_order_stages)
    throw Error(
        owner + fmt::format("a step has at most {} stages, beyond which round-off grows too "
                            "much within a step",
                            most_fourth_order_stages),
        fmt::format("most_stages={}", options_.most), "give fewer");
  if (options_.stages > options_.most)
    throw Error(owner + "stages must be at most most_stages",
                fmt::format("stages={} and most_stages={}", options_.stages, options_.most),
                "give a larger most_stages");
}

std::string Stabilised::why_not_applicable(const Problem& problem) const {
  const ProblemTraits traits = problem.traits();
  if (!traits.damped)
    return "without damping all modes oscillate; the method is for fast modes that decay";
  if (traits.rayleigh && traits.rayleigh->stiffness == 0)
    return "with damping in proportion to the mass fast modes oscillate; the method is for fast "
           "modes that decay";
  if (traits.varying_damping || dynamic_cast<const VaryingMass*>(&problem))
    return "the number of stages follows from symmetric K and D";
  return "";
}

double Stabilised::real_interval() const {
  constexpr int stages = 50;  // of all methods; near the limit of many
  double epsilon = 0;
  if (options_.polynomials == Polynomials::chebyshev)
    epsilon = options_.epsilon > 0 ? options_.epsilon : usual_epsilon;
  return make_recurrence(options_.polynomials, stages, epsilon).real_bound / (stages * stages);
}

void Stabilised::init(const CountedProblem& problem, double h) {
  problem_ = &problem;
  h_ = h;
  linear_ = problem.traits().linear;
  if (adaptive()) control_.init(problem, order_of_estimate(options_.polynomials), false);
  is_measured_ = has_end_ = false;
  first_state_ = {};
  method_.reset();
  least_ = most_ = 0;
  epsilon_ = size_ = 0;
}

Outcome Stabilised::step(State& u) {
  if (!adaptive()) return step_once(u, h_);
  return control_.advance(u, h_, [this](double size, State& next, State& error) {
    start_ = next;
    const Outcome outcome = step_once(next, size);
    if (outcome.ok()) estimate(start_, next, size, error);
    return outcome;
  });
}

Outcome Stabilised::prepare(const State& u, double h) {
  const bool is_due = !is_measured_ || (!linear_ && steps_since_ >= measure_every_);
  if (is_due) {
    modes_ = measure_modes(*problem_, u, linear_ ? 0 : widening);
    is_measured_ = true;
    steps_since_ = 0;
  }
  if (is_due || size_ != h) {
    method_ = choose_stages(options_, modes_, h);
    size_ = h;
  }
  if (!method_)
    return {Status::diverged,
            fmt::format("no stable method at h = {:.3g}: the modes decay at up to {:.3g}/s, and "
                        "oscillating ones at {:.3g}/s; shorter steps or more stages are needed",
                        h, modes_.fastest_decay(), modes_.complex_decay())};
  least_ = least_ == 0 ? method_->stages : std::min<long>(least_, method_->stages);
  most_ = std::max<long>(most_, method_->stages);
  epsilon_ = std::max(epsilon_, method_->epsilon);
  ++steps_since_;
  return {};
}

Outcome Stabilised::step_once(State& u, double h) {
  if (Outcome outcome = prepare(u, h); !outcome.ok()) return outcome;
  evaluate_start(u);
  const auto& stages = method_->method.stages;
  before_ = now_ = u;
  now_.t = u.t + stages[0].time * h;
  now_.x += stages[0].of_last * h * u.v;
  now_.v += stages[0].of_last * h * first_;
  for (std::size_t i = 1; i < stages.size(); ++i) {
    const auto& s = stages[i];
    const double constant = 1 - s.mu - s.nu;
    last_.swap(older_);
    accelerate(now_, last_);
    if (s.of_before != 0) {
      gap_.x = h * s.of_before * (before_.v - now_.v);
      gap_.v = h * s.of_before * (older_ - last_);
    }
    // Y_j takes the memory of Y_{j-2}.
    before_.t = u.t + s.time * h;
    before_.x = constant * u.x + s.mu * now_.x + s.nu * before_.x +
                h * (s.of_last * now_.v + s.of_before * before_.v + s.of_first * u.v);
    before_.v = constant * u.v + s.mu * now_.v + s.nu * before_.v +
                h * (s.of_last * last_ + s.of_first * first_);
    if (s.of_before != 0) before_.v += h * s.of_before * older_;
    std::swap(before_, now_);
  }
  if (method_->method.finish) finish(*method_->method.finish, u.t, h);
  u.x = now_.x;
  u.v = now_.v;
  u.t += h;
  return {};
}

void Stabilised::finish(const Recurrence::Finish& method, double start, double h) {
  const bool is_first = method_->method.stages.size() == 1;  // the last Y but one is u_n
  gap_.x = h * method.error[0] * before_.v;
  gap_.v = h * method.error[0] * (is_first ? first_ : last_);
  for (std::size_t i = 0; i < slopes_.size(); ++i) {
    before_ = now_;
    before_.t = start + (method_->method.stages.back().time + method.c[i]) * h;
    for (std::size_t j = 0; j < i; ++j) {
      before_.x += h * method.a[i][j] * slopes_[j].x;
      before_.v += h * method.a[i][j] * slopes_[j].v;
    }
    slopes_[i].x = before_.v;
    accelerate(before_, slopes_[i].v);
    gap_.x += h * method.error[i + 1] * slopes_[i].x;
    gap_.v += h * method.error[i + 1] * slopes_[i].v;
  }
  for (std::size_t i = 0; i < slopes_.size(); ++i) {
    now_.x += h * method.b[i] * slopes_[i].x;
    now_.v += h * method.b[i] * slopes_[i].v;
  }
}

void Stabilised::evaluate_start(const State& u) {
  // Between steps of its own, an adaptive method sees one force; a driver may change it otherwise.
  if (adaptive() && has_end_ && same(u, end_state_)) {
    first_.swap(end_);
    has_end_ = false;
  } else if (!(adaptive() && same(u, first_state_))) {
    accelerate(u, first_);
  }
  if (adaptive()) first_state_ = u;
}

void Stabilised::estimate(const State& before, const State& after, double h, State& error) {
  if (order_of_estimate(options_.polynomials) != 3) {
    error.x = gap_.x;
    error.v = gap_.v;
    return;
  }
  accelerate(after, end_);
  end_state_ = after;
  has_end_ = true;
  error.x = 0.8 * (before.x - after.x) + 0.4 * h * (before.v + after.v);
  error.v = 0.8 * (before.v - after.v) + 0.4 * h * (first_ + end_);
}

void Stabilised::accelerate(const State& u, Vec& a) {
  problem_->force(u, force_);
  problem_->mass().solve(force_, a);
}

Settings Stabilised::reported() const {
  Settings all = control_.reported();
  all["least_stages"] = least_;
  all["most_stages"] = most_;
  all["largest_epsilon"] = epsilon_;
  return all;
}

}  // namespace stiffbench
