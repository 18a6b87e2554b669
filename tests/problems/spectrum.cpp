#include "tests/problems/spectrum.hpp"

#include "base/dense.hpp"

#include <Eigen/SparseCholesky>
#include <catch2/catch.hpp>

#include <cmath>

namespace stiffbench::test {

double largest_eigenvalue(Eigen::Index n, int steps, const std::function<Vec(const Vec&)>& times) {
  Vec q = Vec::LinSpaced(n, 1, 2).array().sin().matrix().normalized(), previous = Vec::Zero(n);
  Eigen::MatrixXd T = Eigen::MatrixXd::Zero(steps, steps);
  double beta = 0;
  for (int j = 0; j < steps; ++j) {
    Vec w = times(q) - beta * previous;
    T(j, j) = q.dot(w);
    w -= T(j, j) * q;
    beta = w.norm();
    if (j + 1 < steps) T(j, j + 1) = T(j + 1, j) = beta;
    previous = q;
    q = w / beta;
  }
  return dense::symmetric_eigenvalues(T).maxCoeff();
}

double least_eigenvalue(const Mat& A) { return dense::symmetric_eigenvalues(A)[0]; }

double omega_max(const Problem& problem) {
  const Mat& K = problem.linear_stiffness();
  const Vec root = problem.mass().diagonal().cwiseSqrt();
  return std::sqrt(largest_eigenvalue(K.rows(), 100, [&](const Vec& q) -> Vec {
    return (K * q.cwiseQuotient(root)).cwiseQuotient(root);
  }));
}

double omega_min(const Problem& problem) {
  const Eigen::SparseMatrix<double> K = problem.linear_stiffness();
  const Vec root = problem.mass().diagonal().cwiseSqrt();
  const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factor(K);
  REQUIRE(factor.info() == Eigen::Success);
  return 1 / std::sqrt(largest_eigenvalue(K.rows(), 40, [&](const Vec& q) -> Vec {
           return factor.solve(q.cwiseProduct(root).eval()).cwiseProduct(root);
         }));
}

}  // namespace stiffbench::test
