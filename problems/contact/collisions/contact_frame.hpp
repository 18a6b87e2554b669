#pragma once

#include "problems/contact/collisions/collision.hpp"

#include <Eigen/Core>

namespace stiffbench {

/// Displacements or forces of a collision's four vertices, flattened xyzxyz...; those of absent
/// vertices are zero.
using Vec12 = Eigen::Matrix<double, 12, 1>;
using Mat12 = Eigen::Matrix<double, 12, 12>;

/// How the closest points of a collision and their distance change when its vertices move, to first
/// order and for the features that are nearest now.
class ContactFrame {
 public:
  /// `x`: positions of the collision's vertices (m).
  ContactFrame(const Collision& collision, const Points<4>& x)
      : weights(collision.closest.weights),
        directions(collision.closest.directions),
        free(collision.closest.free),
        distance(collision.distance),
        normal(collision.normal),
        turns(collision.kind != Collision::Kind::point_plane) {
    for (int k = 0; k < free; ++k) {
      const Eigen::Vector3d axis = x * directions.col(k);
      inverse_length[k] = 1 / axis.norm();
      axes.col(k) = inverse_length[k] * axis;
    }
  }

  /// Changes of the weights' free coordinates, of the vector between the closest points, and of the
  /// distance.
  struct Change {
    double coordinate[2] = {0, 0};
    Eigen::Vector3d difference;
    double distance;
  };
  Change change(const Points<4>& dx) const {
    Change all;
    all.difference = dx * weights;
    all.distance = normal.dot(all.difference);
    for (int k = 0; k < free; ++k) {
      const double along = axes.col(k).dot(dx * weights),
                   across = normal.dot(dx * directions.col(k));
      all.coordinate[k] = -inverse_length[k] * (along + distance * inverse_length[k] * across);
      all.difference += all.coordinate[k] / inverse_length[k] * axes.col(k);
    }
    return all;
  }
  /// The projection to the directions in which the closest points do not follow the vertices.
  Eigen::Matrix3d fixed_tangents() const {
    if (free == 2 || !turns) return Eigen::Matrix3d::Zero();
    Eigen::Matrix3d all = Eigen::Matrix3d::Identity() - normal * normal.transpose();
    if (free == 1) all -= axes.col(0) * axes.col(0).transpose();
    return all;
  }

  Eigen::Vector4d weights;
  Eigen::Matrix<double, 4, 2> directions;
  int free;
  double distance;
  Eigen::Vector3d normal;
  bool turns;  ///< false for a plane, whose normal is constant
  Eigen::Matrix<double, 3, 2> axes = Eigen::Matrix<double, 3, 2>::Zero();  ///< of length 1
  double inverse_length[2] = {0, 0};  ///< by which a coordinate moves along its axis (1/m)
};

}  // namespace stiffbench
