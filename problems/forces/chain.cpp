#include "problems/forces/chain.hpp"

namespace stiffbench {

Mat tridiagonal_pattern(Eigen::Index n) {
  Mat A(n, n);
  A.reserve(Eigen::VectorXi::Constant(n, 3));
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = std::max<Eigen::Index>(i - 1, 0); j < std::min(i + 2, n); ++j)
      A.insert(i, j) = 0;
  A.makeCompressed();
  return A;
}

}  // namespace stiffbench
