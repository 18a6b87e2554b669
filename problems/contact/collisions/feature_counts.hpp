#pragma once

#include "problems/contact/collisions/collisions.hpp"

#include <algorithm>
#include <limits>

namespace stiffbench {

/// Coefficients of pairs of nearest features, as they are found.
struct FeatureCounts {
  /// The coefficient of a pair, to be added to those of the same pair.
  struct Count {
    std::array<int, 2> pair;  ///< (vertex, edge), or two vertices, the lower first
    double weight;
    int views = 0;  ///< 1 if this is of one of two vertices before the surface of the other
  };
  std::vector<Collision> unique;  ///< of pairs that occur once
  std::vector<Count> point_edge;
  std::vector<Count> point_point;
};

/// The input of a search for collisions.
struct CollisionSearch {
  const ContactSurface& surface;
  const Eigen::Matrix3Xd& x;
  double dhat;
  ContactWeights weights;

  template <std::size_t n>
  Points<static_cast<int>(n)> points(const std::array<int, n>& vertices) const {
    Points<static_cast<int>(n)> columns;
    for (std::size_t i = 0; i < n; ++i) columns.col(static_cast<int>(i)) = x.col(vertices[i]);
    return columns;
  }
  bool is_near(double squared) const { return !(squared >= dhat * dhat); }
  /// False if the boxes of the first `first` points and of the others are dhat apart or more.
  template <int n>
  bool boxes_near(const Points<n>& points, int first) const {
    for (int k = 0; k < 3; ++k) {
      double low[2], high[2];
      for (const int side : {0, 1}) {
        const int begin = side ? first : 0, end = side ? n : first;
        low[side] = high[side] = points(k, begin);
        for (int i = begin + 1; i < end; ++i) {
          low[side] = std::min(low[side], points(k, i));
          high[side] = std::max(high[side], points(k, i));
        }
      }
      if (low[0] - high[1] >= dhat || low[1] - high[0] >= dhat) return false;
    }
    return true;
  }
  double vertex_weight(int vertex) const {
    return weights == ContactWeights::unit ? 1 : surface.vertex_area(vertex);
  }
  double edges_weight(int a, int b) const {
    return weights == ContactWeights::unit ? 1 : (surface.edge_area(a) + surface.edge_area(b)) / 2;
  }
  /// The threshold of the mollifier of two edges (m^4), and whether it is below 1 there.
  double mollifier_threshold(const std::array<int, 4>& vertices) const;
  static bool is_mollified(const Points<4>& x, double threshold);
  /// Returns the collision of these vertices with these closest points.
  Collision collision(Collision::Kind kind, int size, const std::array<int, 4>& vertices,
                      double weight, const Closest<4>& closest) const;
  Collision point_edge(int vertex, int edge, double weight) const;
  Collision point_point(int i, int j, double weight) const;

  /// Adds the coefficients of one vertex before these triangles and edges.
  void add_vertex(int vertex, std::span<const std::array<int, 2>> triangles,
                  std::span<const std::array<int, 2>> edges, FeatureCounts& counts) const;
  /// Adds the collision of two edges, if their inner points are nearest.
  void add_edges(int a, int b, FeatureCounts& counts) const;
};

}  // namespace stiffbench
