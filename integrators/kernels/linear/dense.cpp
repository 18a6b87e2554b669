#include "integrators/kernels/linear/dense.hpp"

#include <Eigen/QR>

namespace stiffbench {

Vec least_squares(const Eigen::MatrixXd& A, const Vec& b) {
  return A.completeOrthogonalDecomposition().solve(b);
}

}  // namespace stiffbench
