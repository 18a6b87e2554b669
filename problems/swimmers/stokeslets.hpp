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
/// r = x_i - x_j (Cortez, Fauci, Medovikov, DOI 10.1063/1.1830486). G is symmetric,
/// and positive definite while no two points coincide: the Fourier transforms of the Stokeslet and
/// of the blob are.
///
/// A point that moves with v_i feels drag (v_i - u_i) from the velocity u_i that the other points
/// cause, where drag = 4 pi mu epsilon, the inverse of its own block of G. Since that force is the
/// push g_i, both say G g = v: the pushes are R v with the resistance R = G^-1.
class Stokeslets {
 public:
  /// Factorizes G. All results are not-a-number where it is not positive definite.
  Stokeslets(const StokesFluid& fluid, const Eigen::Matrix3Xd& x);

  /// The velocities G g that pushes g cause at the points.
  Vec velocities(const Vec& g) const;
  /// The pushes R v (N) of points that move with v: the negative of the drag on them.
  Vec pushes(const Vec& v) const;
  /// The matrix R (N s/m).
  Eigen::MatrixXd resistance() const;

  /// The change of the velocities of constant pushes g when the points are displaced by dx.
  Vec velocity_change(const Vec& g, const Vec& dx) const;
  /// The change of the pushes of points of constant velocities, which are g now, as a matrix that
  /// is multiplied by the displacements: R v = g, so that dg = -R (dG) g.
  Eigen::MatrixXd push_gradient(const Vec& g) const;

 private:
  /// The block of G of a pair of points at distance r.
  Eigen::Matrix3d block(const Eigen::Vector3d& r) const;
  /// The derivative of block(r) g with respect to r.
  Eigen::Matrix3d gradient(const Eigen::Vector3d& r, const Eigen::Vector3d& g) const;
  Eigen::MatrixXd solve(Eigen::MatrixXd right) const;

  Eigen::Matrix3Xd x_;
  double squared_blob_, scale_;
  Eigen::MatrixXd factor_;  // L of G = L L' in the lower triangle
};

}  // namespace stiffbench
