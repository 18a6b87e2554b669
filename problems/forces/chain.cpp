#include "problems/forces/chain.hpp"

namespace stiffbench {

void tridiagonal(const Vec& diagonal, const Vec& off_diagonal, Mat& A) {
  const Eigen::Index n = diagonal.size();
  if (A.rows() != n) {
    A.resize(n, n);
    A.reserve(Eigen::VectorXi::Constant(n, 3));
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index j = std::max<Eigen::Index>(i - 1, 0); j < std::min(i + 2, n); ++j)
        A.insert(i, j) = 0;
    A.makeCompressed();
  }
  for (Eigen::Index i = 0; i < n; ++i) {
    A.coeffRef(i, i) = diagonal[i];
    if (i + 1 < n) A.coeffRef(i, i + 1) = A.coeffRef(i + 1, i) = off_diagonal[i];
  }
}

void chain_stiffness(const Vec& elements, Mat& K) {
  const Eigen::Index n = elements.size() - 1;
  tridiagonal(elements.head(n) + elements.tail(n), -elements.segment(1, n - 1), K);
}

}  // namespace stiffbench
