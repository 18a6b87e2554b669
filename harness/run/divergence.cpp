#include "harness/run/divergence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace stiffbench {
namespace {

constexpr double state_factor = 1e8, energy_factor = 1e4, final_energy_factor = 100;

/// Returns eight times over [0, span]. The golden section keeps them away from the zeros of a
/// periodic load, of which a span is often a multiple.
std::array<double, 8> times_over(double span) {
  std::array<double, 8> times;
  for (int i = 0; i < 8; ++i)
    times[i] = span * (0.618033988749895 * i - std::floor(0.618033988749895 * i));
  return times;
}

double largest_acceleration(const Problem& problem, State u, double span) {
  Vec f, a;
  double largest = 0;
  for (const double t : times_over(span)) {
    u.t = t;
    problem.force(u, f);
    problem.mass().solve(f, a);
    largest = std::max(largest, a.lpNorm<Eigen::Infinity>());
  }
  return largest;
}

/// Returns the kinetic energy (J) of a fall from rest over `span` (s) with the initial
/// accelerations.
double energy_of_fall(const Problem& problem, State u, double span) {
  Vec f, a;
  problem.force(u, f);
  problem.mass().solve(f, a);
  u.v = span * a;
  return problem.kinetic(u);
}

}  // namespace

DivergenceRule::DivergenceRule(const Problem& problem, const State& start)
    : problem_(problem), last_(start) {
  const double span = problem.end_time();
  const double a = largest_acceleration(problem, last_, span);
  const double v = last_.v.lpNorm<Eigen::Infinity>();
  largest_v_ = state_factor * (v + a * span);
  largest_x_ = state_factor * (last_.x.lpNorm<Eigen::Infinity>() + v * span + a * span * span);
  start_energy_ = problem.energy(last_);
  start_budget_ = std::abs(start_energy_) + energy_of_fall(problem, last_, span);
  problem.load(last_.t, load_);
}

std::string DivergenceRule::state_breach(const State& u) const {
  if (!u.x.allFinite() || !u.v.allFinite())
    return fmt::format("the state is not finite at t = {:.6g}", u.t);
  const double x = u.x.lpNorm<Eigen::Infinity>(), v = u.v.lpNorm<Eigen::Infinity>();
  if (largest_v_ > 0 && (x > largest_x_ || v > largest_v_))
    return fmt::format("the state has grown {:.0e}-fold at t = {:.6g}", state_factor, u.t);
  return "";
}

std::string DivergenceRule::energy_breach(const State& u, double energy) {
  add_work(u);
  last_ = u;
  const double change = energy - start_energy_, budget = start_budget_ + total_work_;
  largest_gain_ = std::max(largest_gain_, change);
  if (!(budget > 0) || std::abs(change) <= energy_factor * budget) return "";
  return fmt::format("the energy is {:.1e} times what start and loads explain at t = {:.6g}",
                     std::abs(change) / budget, u.t);
}

std::string DivergenceRule::run_breach() const {
  const double budget = start_budget_ + largest_work_;
  if (!(budget > 0) || largest_gain_ <= final_energy_factor * budget) return "";
  return fmt::format("the energy has been {:.1e} times what start and loads explain",
                     largest_gain_ / budget);
}

void DivergenceRule::add_work(const State& u) {
  if (!problem_.traits().time_dependent) return;
  problem_.load(u.t, next_load_);
  const double push = 0.5 * (load_ + next_load_).dot(u.x - last_.x), hidden = hidden_work(u);
  load_.swap(next_load_);
  // An infinite potential adds nothing to the budget; observe() ends such a run.
  double rise = problem_.potential({u.t, last_.x, last_.v}) - problem_.potential(last_);
  if (!std::isfinite(rise)) rise = 0;
  total_work_ += std::abs(push) + std::abs(rise) + hidden;
  work_ += push + rise + hidden;
  largest_work_ = std::max(largest_work_, work_);
}

double DivergenceRule::hidden_work(const State& u) const {
  Vec load, sum;
  int times = 0;
  for (const double t : times_over(problem_.end_time()))
    if (last_.t < t && t < u.t) {
      problem_.load(t, load);
      if (times++ == 0) sum.setZero(load.size());
      sum += load.cwiseAbs();
    }
  if (times == 0) return 0;
  const Vec at_ends = load_.cwiseAbs().cwiseMax(next_load_.cwiseAbs());
  return (sum / times - at_ends).cwiseMax(0).dot((u.x - last_.x).cwiseAbs());
}

}  // namespace stiffbench
