#pragma once

#include <Eigen/Core>

#include <array>
#include <cmath>

namespace stiffbench {

/// Positions of n vertices (m), one column each: those of the first primitive, then those of the
/// second.
template <int n>
using Points = Eigen::Matrix<double, 3, n>;

/// The closest points of two primitives with n vertices in all. Each of the two points is a mean of
/// its primitive's vertices, so that their difference (m), first minus second, is points * weights.
/// Weights of the first primitive are >= 0 and add up to 1, those of the second are <= 0 and add up
/// to -1.
template <int n>
struct Closest {
  Eigen::Matrix<double, n, 1> weights = Eigen::Matrix<double, n, 1>::Zero();
  /// Derivatives of the weights by the coordinates in which the closest points move freely: the
  /// first `free` columns. Each column adds up to 0. The vectors points * directions (m) are
  /// orthogonal to one another.
  Eigen::Matrix<double, n, 2> directions = Eigen::Matrix<double, n, 2>::Zero();
  int free = 0;        ///< 0 for two vertices, 1 for a vertex and an edge, else 2
  double squared = 0;  ///< squared distance (m^2), |points * weights|^2
};

/// Returns the closest points of two features within primitives of n vertices: vertex i of the
/// features is vertex places[i] of the primitives. `sign` is -1 if the features' order is swapped.
template <int n, int m>
Closest<n> place(const Closest<m>& features, const std::array<int, m>& places, double sign = 1) {
  Closest<n> all;
  for (int i = 0; i < m; ++i) {
    all.weights[places[i]] = sign * features.weights[i];
    all.directions.row(places[i]) = sign * features.directions.row(i);
  }
  all.free = features.free;
  all.squared = features.squared;
  return all;
}

/// True if the pair `one` of features is closer than `other`. Pairs whose distances agree up to
/// round-off have the same closest points; among them the pair of larger features, which contain
/// these points, counts as closer: distances are stationary there, and do not tell features apart.
template <int n>
bool is_closer(const Closest<n>& one, const Closest<n>& other, const Points<n>& points) {
  const int larger = one.free - other.free;
  const bool is_nearer = one.squared < other.squared;
  if (larger == 0 || (larger > 0) == is_nearer) return is_nearer;
  const double size = (points.colwise() - points.col(0)).norm(),
               margin = 1e-15 * size * (std::sqrt(other.squared) + 1e-15 * size);
  return one.squared < other.squared + larger * margin;
}

}  // namespace stiffbench
