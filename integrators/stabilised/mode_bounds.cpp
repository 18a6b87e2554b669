#include "integrators/stabilised/mode_bounds.hpp"

#include "integrators/phi/spectrum.hpp"

#include <algorithm>
#include <cmath>

namespace stiffbench {
namespace {

/// Multiples of highest / damping that serve as ratios of lines. Their lines differ where the
/// damping acts on a part of the stiffness only, or not in proportion to it.
constexpr double multiples[] = {1, 2, 4};

/// With D = alpha M + beta K, k = (d - alpha) / beta.
ModeBounds of_rayleigh(const phi::Interval& of_stiffness, const Rayleigh& rayleigh) {
  ModeBounds modes{.damping = rayleigh.mass + rayleigh.stiffness * of_stiffness.high,
                   .lowest = of_stiffness.low,
                   .highest = of_stiffness.high};
  if (rayleigh.stiffness > 0)
    modes.lines.push_back({1 / rayleigh.stiffness, -rayleigh.mass / rayleigh.stiffness});
  return modes;
}

}  // namespace

double ModeBounds::fastest_decay() const {
  return damping / 2 + std::sqrt(damping * damping / 4 - lowest);
}

double ModeBounds::complex_decay() const {
  double most = std::min(damping / 2, std::sqrt(highest));
  for (const auto& [ratio, shift] : lines)
    most = std::min(most, ratio + std::sqrt(std::max(0.0, ratio * ratio + shift)));
  return most;
}

double ModeBounds::frequency_at(double decay) const {
  double k = highest;
  for (const auto& [ratio, shift] : lines) k = std::min(k, shift + 2 * ratio * decay);
  return std::sqrt(std::max(0.0, k - decay * decay));
}

bool ModeBounds::finite() const {
  return std::isfinite(damping) && std::isfinite(lowest) && std::isfinite(highest);
}

ModeBounds measure_modes(const CountedProblem& problem, const State& u, double widening) {
  const Vec start = phi::spectrum_start(problem.dof());
  const double factor = 1 + widening;
  Mat K, D;
  problem.stiffness(u, K);
  phi::Interval of_stiffness = phi::estimate_spectrum(problem, K, start);
  of_stiffness.low *= factor;
  of_stiffness.high *= factor;
  if (const auto rayleigh = problem.traits().rayleigh) return of_rayleigh(of_stiffness, *rayleigh);
  problem.damping(u, D);
  ModeBounds modes{.damping = factor * phi::estimate_spectrum(problem, D, 1, start).high,
                   .lowest = of_stiffness.low,
                   .highest = of_stiffness.high};
  if (!(modes.damping > 0)) return modes;
  for (const double multiple : multiples) {
    const double ratio = multiple * modes.highest / modes.damping;
    const Mat rest = K - ratio * D;
    modes.lines.push_back(
        {factor * ratio, factor * phi::estimate_spectrum(problem, rest, 1, start).high});
  }
  return modes;
}

}  // namespace stiffbench
