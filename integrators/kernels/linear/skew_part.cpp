#include "integrators/kernels/linear/skew_part.hpp"

namespace stiffbench {
namespace {

/// Assembled sums of two symmetric matrices differ from their transposes by less, relatively.
constexpr double round_off = 1e-14;

}  // namespace

Mat skew_part(const CountedProblem& problem, const Mat& K) {
  if (!problem.nature().varying_damping) return {};
  Mat skew = 0.5 * (K - Mat(K.transpose()));
  if (skew.norm() <= round_off * K.norm()) return {};
  return skew;
}

}  // namespace stiffbench
