#pragma once

#include "problems/contract/state.hpp"

#include <vector>

namespace stiffbench {

/// A motor of constant torque T (N m) between a stator and a rotor, which are sets of vertices that
/// turn about the axis through two vertices. Its force is the gradient of T theta. For each pair of
/// a stator vertex and a rotor vertex there is an angle from one to the other about the axis; theta
/// is the mean of these angles over all pairs. The net force and the net torque on all vertices
/// therefore vanish. With the axis b = B - A and r = q - A, a vertex q of the rotor feels
///   T / n |b| m / |m|^2,  m = b x r,
/// where n is the number of rotor vertices. A and B feel the balancing forces of a lever; the
/// stator feels the same with -T and its own n.
class Motor {
 public:
  struct Shaft {
    int from, to;                    ///< A and B; T turns the rotor anticlockwise, seen against b
    std::vector<int> rotor, stator;  ///< vertices off the axis
  };
  /// `rest`: positions of all vertices (m), to which their displacements are added.
  Motor(double torque, Shaft shaft, const Eigen::Matrix3Xd& rest);

  /// Adds the forces at u (N) to f.
  void add_force(const Vec& u, Vec& f) const;
  /// Adds (df/du) du to df.
  void add_jacobian_times(const Vec& u, const Vec& du, Vec& df) const;
  /// Adds -df/du to K.
  void add_stiffness(const Vec& u, Eigen::MatrixXd& K) const;
  /// Returns the angle by which the first vertex of the rotor has turned relative to the first one
  /// of the stator since rest, from -pi to pi.
  double turned(const Vec& u) const;
  /// Returns the potential energy -T theta (J), with theta relative to rest; it jumps where
  /// turned() does.
  double potential(const Vec& u) const;

 private:
  Eigen::Vector3d at(int vertex, const Vec& u) const {
    return rest_.col(vertex) + u.segment<3>(3 * vertex);
  }
  double angle(int from, int to, const Vec& u) const;
  /// Calls visit(vertex, its share of T) for the rotor, then for the stator.
  template <class Visit>
  void each(Visit&& visit) const;
  /// Derivatives of the force on one vertex, and of its share at B, with respect to b and r, for a
  /// torque of 1.
  struct Change {
    Eigen::Matrix3d of_force_with_b, of_force_with_r, of_lever_with_b, of_lever_with_r;
  };
  static Change change(const Eigen::Vector3d& b, const Eigen::Vector3d& r);

  double torque_;
  Shaft shaft_;
  Eigen::Matrix3Xd rest_;
  std::vector<double> rest_angles_;  // of every pair
};

}  // namespace stiffbench
