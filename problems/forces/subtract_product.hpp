#pragma once

#include "problems/contract/state.hpp"

namespace stiffbench {

/// Computes f -= A x for vectors of any scalar type, since Eigen's sparse products take one type
/// only.
template <class Scalar>
void subtract_product(const Mat& A, const VecOf<Scalar>& x, VecOf<Scalar>& f) {
  for (Eigen::Index i = 0; i < A.rows(); ++i)
    for (Mat::InnerIterator a(A, i); a; ++a) f[i] -= static_cast<Scalar>(a.value()) * x[a.col()];
}

}  // namespace stiffbench
