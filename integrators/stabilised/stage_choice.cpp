#include "integrators/stabilised/stage_choice.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

namespace stiffbench {
namespace {

/// Samples of the curve, and of a straight part of the boundary. R oscillates there with a period
/// that is longer than its distance from 0, in units of z.
constexpr int samples = 256, samples_of_line = 64;

/// Round-off of |R|, which is 1 at z = 0.
constexpr double rounding = 1e-11;

/// The largest epsilon is 2/13 times 2 to this power. Beyond it, few stages gain nothing.
constexpr int doublings = 12;

bool is_bounded(const Recurrence& method, std::complex<double> z, double growth) {
  return std::abs(method.stability(z)) <= 1 + growth + rounding;
}

/// The line from (-decay, 0) to (-decay, frequency).
bool is_stable_across(const Recurrence& method, double decay, double frequency, double h,
                      double growth) {
  for (int i = 1; frequency > 0 && i <= samples_of_line; ++i)
    if (!is_bounded(method, {-h * decay, h * frequency * i / samples_of_line}, growth))
      return false;
  return true;
}

/// A bound of the real interval of every polynomial of s stages: the longest ones of order 2 have
/// 0.82 s^2, those of order 4 0.36 s^2. Stages that are too few so need no coefficients.
double longest_interval(Polynomials polynomials, int s) {
  return (order_of(polynomials) == 4 ? 0.36 : 1) * double(s) * s;
}

std::vector<double> epsilons(const StageOptions& options) {
  if (options.polynomials != Polynomials::chebyshev || options.epsilon > 0)
    return {options.epsilon};
  std::vector<double> all;
  for (int i = 0; i <= doublings; ++i) all.push_back(usual_epsilon * std::exp2(i));
  return all;
}

}  // namespace

bool is_stable(const Recurrence& method, const ModeBounds& modes, double h, double growth) {
  if (!(h * modes.fastest_decay() <= method.real_bound)) return false;
  const double end = modes.complex_decay();
  for (int i = 0; i <= samples; ++i) {
    const double decay = end * (1 - std::cos(std::numbers::pi * i / samples)) / 2;
    const double frequency = modes.frequency_at(decay);
    if (frequency > 0 && !is_bounded(method, {-h * decay, h * frequency}, growth)) return false;
  }
  return is_stable_across(method, 0, modes.frequency_at(0), h, growth) &&
         is_stable_across(method, end, modes.frequency_at(end), h, growth);
}

std::optional<StagedMethod> choose_stages(const StageOptions& options, const ModeBounds& modes,
                                          double h) {
  std::optional<StagedMethod> best;
  if (!modes.finite()) return best;
  for (const double epsilon : epsilons(options)) {
    const int first = options.stages > 0 ? options.stages : fewest_stages(options.polynomials);
    const int last = options.stages > 0 ? options.stages : best ? best->stages - 1 : options.most;
    for (int s = first; s <= last; ++s) {
      if (longest_interval(options.polynomials, s) < h * modes.fastest_decay()) continue;
      Recurrence method = make_recurrence(options.polynomials, s, epsilon);
      if (!is_stable(method, modes, h, options.growth)) continue;
      best = StagedMethod{s, epsilon, std::move(method)};
      break;
    }
    if (best && options.stages > 0) break;
  }
  return best;
}

}  // namespace stiffbench
