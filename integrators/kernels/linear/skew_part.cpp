#include "integrators/kernels/linear/skew_part.hpp"

#include <cmath>

namespace stiffbench {
namespace {

/// An upper bound of the relative difference between an assembled sum of two symmetric matrices and
/// its transpose.
constexpr double round_off = 1e-14;

/// The Frobenius norm of (K - K') / 2.
double norm_of_skew_part(const Mat& K) {
  double sum = 0;
  for (int row = 0; row < K.outerSize(); ++row)
    for (Mat::InnerIterator entry(K, row); entry; ++entry) {
      const double difference = 0.5 * (entry.value() - K.coeff(entry.col(), entry.row()));
      sum += difference * difference;
    }
  return std::sqrt(sum);
}

}  // namespace

bool is_symmetric(const CountedProblem& problem, const Mat& K) {
  return !problem.traits().varying_damping || norm_of_skew_part(K) <= round_off * K.norm();
}

std::optional<Mat> skew_part(const CountedProblem& problem, const Mat& K) {
  if (is_symmetric(problem, K)) return std::nullopt;
  return 0.5 * (K - Mat(K.transpose()));
}

}  // namespace stiffbench
