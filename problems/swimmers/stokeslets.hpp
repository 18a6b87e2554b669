#pragma once

#include "problems/contract/state.hpp"

namespace stiffbench {

/// A fluid without inertia (Stokes flow): viscosity mu (Pa s), and the radius epsilon (m) of the
/// blobs over which points spread their forces.
struct StokesFluid {
  double viscosity, blob;
};

/// Regularized Stokeslets: points at positions x that exert forces g_j on a Stokes fluid, each
/// spread over a blob. The fluid then moves with the velocities u = G g,
///   u_i = sum_j (g_j (r^2 + 2 epsilon^2) + (g_j . r) r) / (8 pi mu (r^2 + epsilon^2)^(3/2)),
/// r = x_i - x_j (Cortez, Fauci, Medovikov, DOI 10.1063/1.1830486). G is symmetric, and positive
/// definite unless two points coincide, because the Fourier transforms of the Stokeslet and of the
/// blob are.
///
/// The drag on a point that moves with v_i is drag (v_i - u_i), where u_i is the velocity that the
/// other points cause and drag = 4 pi mu epsilon is the inverse of the point's own block of G.
/// Since this force equals g_i, both relations say G g = v: the forces on the fluid are R v with
/// the resistance R = G^-1.
class Stokeslets {
 public:
  /// Factorizes G. All results are NaN if G is not positive definite.
  Stokeslets(const StokesFluid& fluid, const Eigen::Matrix3Xd& x);

  /// Returns the velocities G g that the forces g on the fluid cause at the points.
  Vec velocities(const Vec& g) const;
  /// Returns the forces R v (N) on the fluid of points that move with v, which are minus the drag
  /// on the points.
  Vec pushes(const Vec& v) const;
  /// The matrix R (N s/m).
  Eigen::MatrixXd resistance() const;

  /// Returns the change of the velocities for constant forces g when the points are displaced by
  /// dx.
  Vec velocity_change(const Vec& g, const Vec& dx) const;
  /// Returns the gradient of the forces of points of constant velocity, which are g now, as a
  /// matrix to be multiplied by the displacements: R v = g, so dg = -R (dG) g.
  Eigen::MatrixXd push_gradient(const Vec& g) const;

 private:
  /// Returns the block of G of a pair of points at distance r.
  Eigen::Matrix3d block(const Eigen::Vector3d& r) const;
  /// Returns the derivative of block(r) g with respect to r.
  Eigen::Matrix3d gradient(const Eigen::Vector3d& r, const Eigen::Vector3d& g) const;
  Eigen::MatrixXd solve(Eigen::MatrixXd right) const;

  Eigen::Matrix3Xd x_;
  double squared_blob_, scale_;
  Eigen::MatrixXd factor_;  // L of G = L L' in the lower triangle
};

}  // namespace stiffbench
