#include "harness/replications/claims/computation.hpp"
#include "integrators/phi/first_order/square_root.hpp"

#include <Eigen/QR>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace stiffbench {
namespace {

/// Levels of residuals. Round-off grows where the iteration is unstable, so that the residual
/// there differs between CPUs and compilers by more than a power of ten; it lies far from the
/// levels.
constexpr std::array levels = {1e-12, 1e-3, 1.};

/// Returns the relative residual that Newton's iteration, as printed by Michels, Luan and Tokman,
/// leaves on a symmetric matrix with eigenvalues from 1 to `condition`, equally spaced in their
/// logarithms. The residual is rounded up to one of the levels. It is NaN if the iteration does not
/// converge, or leaves more than the last level.
double newton_residual(double condition) {
  constexpr Eigen::Index n = 30;
  Eigen::MatrixXd seed(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < n; ++j)
      seed(i, j) = std::sin(1 + 3 * static_cast<double>(i) + static_cast<double>(i * j));
  const Eigen::MatrixXd Q = Eigen::HouseholderQR<Eigen::MatrixXd>(seed).householderQ();
  const Vec lambda = Vec::LinSpaced(n, 0, std::log(condition)).array().exp();
  const Eigen::MatrixXd A = Q * lambda.asDiagonal() * Q.transpose();
  phi::SquareRoot root;
  const Outcome outcome =
      phi::square_root(0.5 * (A + A.transpose()), phi::RootMethod::newton, root);
  const auto level = std::ranges::lower_bound(levels, root.residual);
  if (!outcome.ok() || level == levels.end()) return std::numeric_limits<double>::quiet_NaN();
  return *level;
}

const bool newton_square_root_enrolled = enrol_computation(
    "newton_square_root",
    {.doc = "relative residual of Newton's iteration for the square root of a matrix, rounded up "
            "to 1e-12, 1e-3 or 1, by its condition number",
     .results = {"condition_4", "condition_1e2", "condition_1e4", "condition_1e10"},
     .run = [] {
       return std::map<std::string, double>{{"condition_4", newton_residual(4)},
                                            {"condition_1e2", newton_residual(1e2)},
                                            {"condition_1e4", newton_residual(1e4)},
                                            {"condition_1e10", newton_residual(1e10)}};
     }});

}  // namespace
}  // namespace stiffbench
