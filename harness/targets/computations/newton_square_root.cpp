#include "harness/targets/claims/computation.hpp"
#include "integrators/phi/first_order/square_root.hpp"

#include <Eigen/QR>

#include <cmath>
#include <limits>

namespace stiffbench {
namespace {

constexpr double round_off = 1e-12;  // differences between CPUs and compilers are smaller

/// Returns the relative residual that Newton's iteration, as printed by Michels, Luan and Tokman,
/// leaves on a symmetric matrix with eigenvalues from 1 to `condition`, equally spaced in their
/// logarithms. The residual is rounded to the next power of ten, but not below `round_off`; it is
/// NaN if the iteration does not converge.
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
  if (!outcome.ok()) return std::numeric_limits<double>::quiet_NaN();
  return root.residual <= round_off ? round_off : next_power_of_ten(root.residual);
}

const bool newton_square_root_enrolled = enrol_computation(
    "newton_square_root",
    {.doc = "relative residual of Newton's iteration for the square root of a matrix, 1e-12 or "
            "more, by its condition number",
     .results = {"condition_4", "condition_1e2", "condition_1e4", "condition_1e10"},
     .run = [] {
       return std::map<std::string, double>{{"condition_4", newton_residual(4)},
                                            {"condition_1e2", newton_residual(1e2)},
                                            {"condition_1e4", newton_residual(1e4)},
                                            {"condition_1e10", newton_residual(1e10)}};
     }});

}  // namespace
}  // namespace stiffbench
