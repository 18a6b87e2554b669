#include "reference/scales.hpp"

#include "problems/contract/optional/internal_variables.hpp"
#include "problems/contract/typical_size.hpp"
#include "reference/equation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>

namespace stiffbench::references {
namespace {

/// Returns the factor by which one application of `apply` increases the norm of a vector after many
/// applications.
double power_iteration(Vec q, const std::function<Vec(const Vec&)>& apply) {
  double size = 0;
  for (int i = 0; i < 40; ++i) {
    q = apply(q / q.norm());
    size = q.norm();
    if (!(size > 0)) break;
  }
  return size;
}

/// Returns the typical velocity (m/s) that follows from the initial state. Unlike TypicalSize, it
/// prefers the acceleration to the position, because a body at rest may have large positions.
double typical_speed(const Problem& problem) {
  const StartSize start(problem);
  const double T = problem.end_time();
  for (const double speed : {start.velocity, problem.typical_displacement() / T,
                             start.acceleration * T, start.position / T})
    if (speed > 0) return speed;
  return 1;
}

/// Two rough solutions: one from the problem's initial state, and one with perturbed initial
/// velocities.
class RoughPair {
 public:
  /// `step` is h times the fastest rate, a dimensionless number.
  RoughPair(const Problem& problem, double step)
      : problem_(problem),
        step_(step),
        parts_(parts(clock_ticks(problem))),
        internal_(clock_period(problem) > 0 ? dynamic_cast<const InternalVariables*>(&problem)
                                            : nullptr),
        equation_(problem),
        of_kicked_(problem),
        u_(problem.start()),
        kicked_(u_),
        kick_(relative_kick * typical_speed(problem)) {
    for (Eigen::Index i = 0; i < kicked_.v.size(); ++i)
      kicked_.v[i] += std::sin(7.3 * double(i * i) + 1) < 0 ? -kick_ : kick_;
  }

  void go(const Progress& progress) {
    rate_ = fastest_rate(problem_, u_);
    for (long i = 0; i < parts_ && std::isfinite(rate_); ++i) {
      if (progress) progress(static_cast<double>(i) / static_cast<double>(parts_));
      const double rate = i == 0 ? rate_ : fastest_rate(problem_, u_);
      if (!std::isfinite(rate)) break;
      rate_ = std::max(rate_, rate);
      go_on(problem_.end_time() / static_cast<double>(parts_), rate);
      if (!u_.x.allFinite() || !kicked_.x.allFinite()) return;
      compare();
    }
    whole_ = std::isfinite(rate_);
  }

  double rate() const { return rate_; }
  std::optional<double> growth() const {
    if (!whole_ || !(largest_v_ > 0)) return std::nullopt;
    return std::max(apart_x_ / largest_x_, apart_v_ / largest_v_) * largest_v_ / kick_;
  }

 private:
  static constexpr long times_on_the_way = 64;
  static constexpr double relative_kick = 1e-12;

  /// Returns the number of parts of the time span: at least times_on_the_way, and a multiple of
  /// `ticks`, so that every tick of the clock ends a part.
  static long parts(long ticks) {
    return ticks == 0 ? times_on_the_way : (times_on_the_way + ticks - 1) / ticks * ticks;
  }

  void go_on(double span, double rate) {
    const auto steps = static_cast<long>(std::ceil(std::min(span * rate / step_, 1e15)) + 1);
    const double h = span / static_cast<double>(steps), begin = u_.t;
    for (long i = 1; i <= steps; ++i)
      for (const auto& [u, equation] :
           {std::pair(&u_, &equation_), std::pair(&kicked_, &of_kicked_)}) {
        equation->acceleration(*u, a_);
        u->v += h * a_;
        u->x += h * u->v;
        u->t = begin + h * static_cast<double>(i);
        if (!internal_ || i < steps) continue;
        *u = internal_->update_internal_variables(std::move(*u));
        equation->hold(u->z);
      }
  }
  void compare() {
    const auto size = [](const Vec& v) { return v.lpNorm<Eigen::Infinity>(); };
    largest_x_ = std::max(largest_x_, size(u_.x));
    largest_v_ = std::max(largest_v_, size(u_.v));
    apart_x_ = std::max(apart_x_, size(kicked_.x - u_.x));
    apart_v_ = std::max(apart_v_, size(kicked_.v - u_.v));
  }

  const Problem& problem_;
  double step_;
  long parts_;
  const InternalVariables* internal_;  // null without a clock
  Equation<double> equation_, of_kicked_;
  State u_, kicked_;
  Vec a_;
  double kick_, rate_ = 0;
  double largest_x_ = 0, largest_v_ = 0, apart_x_ = 0, apart_v_ = 0;
  bool whole_ = false;
};

/// Returns h times the rate of the rough solution. The method is stable below 2, or below 1.2 with
/// the strongest damping. The result is smaller, because the rate may grow.
double first_step(const Problem& problem) { return problem.traits().damped ? 0.8 : 1.3; }

}  // namespace

double fastest_rate(const Problem& problem, const State& u) {
  Vec q(problem.dof()), df, a;
  for (Eigen::Index i = 0; i < q.size(); ++i) q[i] = std::sin(7.3 * double(i * i) + 1);
  const Vec none = Vec::Zero(q.size());
  const auto along = [&](const Vec& dx, const Vec& dv) {
    problem.jacobian_times(u, dx, dv, df);
    problem.mass().solve(df, a);
    return a;
  };
  const double frequency =
      std::sqrt(power_iteration(q, [&](const Vec& dx) { return along(dx, none); }));
  if (!problem.traits().damped) return frequency;
  return std::max(frequency, power_iteration(q, [&](const Vec& dv) { return along(none, dv); }));
}

ScaleEstimate estimate_scales(const Problem& problem, const Progress& progress) {
  if (!problem.traits().smooth) return {fastest_rate(problem, problem.start())};
  RoughPair pair(problem, first_step(problem));
  pair.go(progress);
  if (pair.growth()) return {pair.rate(), pair.growth()};
  return {pair.rate(), confirmed_growth(problem, progress)};
}

std::optional<double> confirmed_growth(const Problem& problem, const Progress& progress) {
  RoughPair pair(problem, first_step(problem) / 4);
  pair.go(progress);
  return pair.growth();
}

}  // namespace stiffbench::references
