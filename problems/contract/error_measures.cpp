#include "problems/contract/error_measures.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace stiffbench {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double relative(double squares, double of_reference) {
  if (squares == 0) return 0;
  return of_reference == 0 ? infinity : std::sqrt(squares / of_reference);
}

double energy_squared(const Problem& problem, const Vec& x, const Vec& v) {
  Vec momentum;
  problem.mass().times(v, momentum);
  return x.dot(problem.linear_stiffness() * x) + v.dot(momentum);
}

double largest_relative(std::span<const State> got, std::span<const State> reference,
                        Vec State::*part) {
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    const Vec &x = got[i].*part, &exact = reference[i].*part;
    if (!x.allFinite() || !exact.allFinite()) return infinity;
    difference = std::max(difference, (x - exact).lpNorm<Eigen::Infinity>());
    size = std::max(size, exact.lpNorm<Eigen::Infinity>());
  }
  return difference == 0 ? 0 : difference / size;
}

/// Raises `largest` to the largest magnitude in `difference`; NaN is kept.
void raise(double& largest, const Vec& difference) {
  for (const double entry : difference)
    if (!(std::abs(entry) <= largest) && !std::isnan(largest)) largest = std::abs(entry);
}

}  // namespace

ErrorMeasures measure(const Problem& problem, std::span<const State> got,
                      std::span<const State> reference) {
  if (got.size() != reference.size() || got.empty())
    throw Error("states are compared at the same checkpoints",
                fmt::format("{} states against {}", got.size(), reference.size()),
                "ask the reference for as many checkpoints as the run has");
  ErrorMeasures e;
  double dx2 = 0, x2 = 0, dv2 = 0, v2 = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const Vec dx = got[i].x - reference[i].x, dv = got[i].v - reference[i].v;
    raise(e.position_max, dx);
    raise(e.velocity_max, dv);
    dx2 += dx.squaredNorm();
    dv2 += dv.squaredNorm();
    x2 += reference[i].x.squaredNorm();
    v2 += reference[i].v.squaredNorm();
  }
  e.position_l2_relative = relative(dx2, x2);
  e.velocity_l2_relative = relative(dv2, v2);
  const State &last = got.back(), &truth = reference.back();
  const Vec dx = last.x - truth.x, dv = last.v - truth.v;
  raise(e.state_max, dx);
  raise(e.state_max, dv);
  e.energy_norm_relative =
      relative(energy_squared(problem, dx, dv), energy_squared(problem, truth.x, truth.v));
  return e;
}

double largest_relative_difference(std::span<const State> got, std::span<const State> reference) {
  return std::max(largest_relative(got, reference, &State::x),
                  largest_relative(got, reference, &State::v));
}

}  // namespace stiffbench
