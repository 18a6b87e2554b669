#pragma once

#include "problems/contact/distance/closest.hpp"

#include <array>

namespace stiffbench {

/// One summand weight * m * f * P(d) of a contact potential (J), where d is the distance (m) of two
/// features of a scene, P a barrier, and m and f are 1, or the mollifier of two edges and their
/// factor for ends that are near (EdgesWithEnds).
struct Collision {
  enum class Kind { point_triangle, edge_edge, point_edge, point_point, point_plane };

  Kind kind;
  int size;                        ///< number of vertices: 1 for a point and a plane, else 2 to 4
  std::array<int, 4> vertex;       ///< vertices of the first feature, then of the second
  int plane = -1;                  ///< number of the plane
  double weight = 0;               ///< how often it counts, an integer without areas
  double mollifier_threshold = 0;  ///< of m (m^4), see EdgeEdgeMollifier; 0 if m is 1
  bool has_ends = false;           ///< of two edges: an end is near, so that f is not 1
  Closest<4> closest = {};         ///< of the first `size` vertices
  Eigen::Vector3d normal = Eigen::Vector3d::Zero();  ///< from the second feature to the first
  double distance = 0;                               ///< d (m)

  bool is_mollified() const { return mollifier_threshold > 0; }
  /// The vertices' columns of a matrix of all vertices; columns beyond `size` are zero.
  Points<4> columns_of(const Eigen::Matrix3Xd& all) const {
    Points<4> columns = Points<4>::Zero();
    for (int i = 0; i < size; ++i) columns.col(i) = all.col(vertex[static_cast<std::size_t>(i)]);
    return columns;
  }
};

}  // namespace stiffbench
