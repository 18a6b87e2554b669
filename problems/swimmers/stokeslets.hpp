#pragma once

#include "problems/contract/state.hpp"

namespace stiffbench {

/// A fluid whose inertia does not matter (Stokes flow), and the radius of the blobs in which points
/// push it: viscosity mu (Pa s), epsilon (m).
struct StokesFluid {
  double viscosity, blob;
};

/// Regularized Stokeslets: points at positions x that push a Stokes fluid, each with its force g_j
/// spread over a blob. The fluid then moves with the velocities u = G g,
///   u_i = sum_j (g_j (r^2 + 2 epsilon^2) + (g_j . r) r) / (8 pi mu (r^2 + epsilon^2)^(3/2)),
/// r = x_i - x_j (Cortez, Fauci, Medovikov, DOI 10.1063/1.1830486, equation 10b). G is symmetric,
/// and positive definite while no two points coincide: the Fourier transforms of the Stokeslet and
/// of the blob are.
///
/// A point that moves with v_i feels drag (v_i - u_i) from the velocity u_i that the other points
/// cause, where drag = 4 pi mu epsilon, the inverse of its own block of G. Since that force is the
/// push g_i, both say G g = v: the pushes are R v with the resistance R = G^-1.
template <class Scalar>
class Stokeslets {
 public:
  using Points = Eigen::Matrix<Scalar, 3, Eigen::Dynamic>;
  using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;

  /// Factorizes G. All results are not-a-number where it is not positive definite.
  Stokeslets(const StokesFluid& fluid, const Points& x);

  /// The velocities G g that pushes g cause at the points.
  VecOf<Scalar> velocities(const VecOf<Scalar>& g) const;
  /// The pushes R v (N) of points that move with v: the negative of the drag on them.
  VecOf<Scalar> pushes(const VecOf<Scalar>& v) const;
  /// The matrix R (N s/m).
  Matrix resistance() const;

  /// The change of the velocities of constant pushes g when the points are displaced by dx.
  VecOf<Scalar> velocity_change(const VecOf<Scalar>& g, const VecOf<Scalar>& dx) const;
  /// The change of the pushes of points of constant velocities, which are g now, as a matrix that
  /// is multiplied by the displacements: R v = g, so that dg = -R (dG) g.
  Matrix push_gradient(const VecOf<Scalar>& g) const;

 private:
  using Vector = Eigen::Matrix<Scalar, 3, 1>;
  using Block = Eigen::Matrix<Scalar, 3, 3>;

  /// The block of G of a pair of points at distance r.
  Block block(const Vector& r) const;
  /// The derivative of block(r) g with respect to r.
  Block gradient(const Vector& r, const Vector& g) const;
  Matrix solve(Matrix right) const;

  Points x_;
  Scalar squared_blob_, scale_;
  Matrix factor_;  // L of G = L L' in the lower triangle
};

extern template class Stokeslets<double>;
extern template class Stokeslets<long double>;

}  // namespace stiffbench
