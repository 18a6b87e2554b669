#pragma once

#include "problems/contract/state.hpp"

#include <vector>

namespace stiffbench {

/// A motor of constant torque T (N m) between a stator and a rotor, sets of vertices that turn
/// about the axis through two vertices. It is the slope of T theta, with theta the mean over all
/// pairs of a vertex of the stator and one of the rotor of the angle from one to the other about
/// the axis: so the forces on all vertices have neither a sum nor a torque. With the axis b = B - A
/// and r = q
/// - A a vertex q of the rotor feels
///   T / n |b| m / |m|^2,  m = b x r,
/// and A and B what balances that on a lever; the stator feels the same with -T and its own n.
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
  /// The angle by which the first vertex of the rotor has turned against the first one of the
  /// stator since rest, from -pi to pi.
  double turned(const Vec& u) const;
  /// The potential energy -T theta (J), theta counted from rest: it jumps where turned() does.
  double potential(const Vec& u) const;

 private:
  Eigen::Vector3d at(int vertex, const Vec& u) const {
    return rest_.col(vertex) + u.segment<3>(3 * vertex);
  }
  double angle(int from, int to, const Vec& u) const;
  /// visit(vertex, its share of T) for the rotor, then for the stator.
  template <class Visit>
  void each(Visit&& visit) const;
  /// The change of the force on one vertex, and of its share on B, with b and r, for a torque 1.
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
