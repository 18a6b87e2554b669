#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>

namespace stiffbench {

template <class Scalar>
using VecOf = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;
using Vec = VecOf<double>;

/// Compressed sparse rows, so that a product K x reads memory in order.
using Mat = Eigen::SparseMatrix<double, Eigen::RowMajor, int>;

/// Time (s), positions (m, or displacements where a problem says so) and velocities (m/s), both of
/// length dof; three-dimensional problems flatten them as xyzxyz... A problem may also have
/// internal variables z, such as plastic elongations, on which its force depends and which change
/// only between steps (InternalVariables); z is empty until one of them has changed.
template <class Scalar>
struct StateOf {
  Scalar t = 0;
  VecOf<Scalar> x, v, z = {};

  template <class Other>
  StateOf<Other> cast() const {
    return {static_cast<Other>(t), x.template cast<Other>(), v.template cast<Other>(),
            z.template cast<Other>()};
  }
};
using State = StateOf<double>;

}  // namespace stiffbench
