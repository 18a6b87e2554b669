#include "integrators/tableaus/rosenbrock_tableau.hpp"

namespace stiffbench {

RosenbrockMatrices::RosenbrockMatrices(double diagonal, const Eigen::MatrixXd& a,
                                       const Eigen::MatrixXd& c, const Eigen::VectorXd& m) {
  const Eigen::Index stages = a.rows();
  // Forward substitution in (I / diagonal - C) Gamma = I.
  gamma.setIdentity(stages, stages);
  for (Eigen::Index i = 0; i < stages; ++i) {
    for (Eigen::Index k = 0; k < i; ++k) gamma.row(i) += c(i, k) * gamma.row(k);
    gamma.row(i) *= diagonal;
  }
  alpha = a * gamma;
  b = gamma.transpose() * m;
  alpha_sums = alpha.rowwise().sum();
  gamma_sums = gamma.rowwise().sum();
}

}  // namespace stiffbench
