#pragma once

#include "problems/contact/distance/closest.hpp"

#include <cmath>
#include <optional>

namespace stiffbench {

/// Two directions count as parallel if the sine of their angle is below this. Such edges have the
/// distance of an endpoint to the other edge, which exceeds theirs by at most 1e-10 of the shorter
/// edge; such triangles have the distance of their edges.
constexpr double least_sine = 1e-10;

/// Minimizes |points * (weights + directions * s)| over all real s, and returns the minimizer with
/// directions that are orthogonal. Returns nothing if the directions are parallel or zero. The
/// second direction is made orthogonal to the first: the normal equations would square the
/// condition number.
template <int n>
std::optional<Closest<n>> project(const Points<n>& points, Closest<n> pair) {
  Points<2> axes = Points<2>::Zero();
  for (int k = 0; k < pair.free; ++k) {
    axes.col(k) = points * pair.directions.col(k);
    const double length = axes.col(k).norm();
    if (k == 1) {
      const double share = axes.col(0).dot(axes.col(1)) / axes.col(0).squaredNorm();
      pair.directions.col(1) -= share * pair.directions.col(0);
      axes.col(1) = points * pair.directions.col(1);
    }
    if (!(axes.col(k).norm() > least_sine * length)) return std::nullopt;
  }
  for (int k = 0; k < pair.free; ++k) {
    const Eigen::Vector3d difference = points * pair.weights;
    pair.weights -=
        difference.dot(axes.col(k)) / axes.col(k).squaredNorm() * pair.directions.col(k);
  }
  pair.squared = (points * pair.weights).squaredNorm();
  return pair;
}

/// True if both points lie inside their primitives: the first `first` weights are positive, and the
/// others negative.
template <int n>
bool is_inside(const Closest<n>& pair, int first) {
  return (pair.weights.head(first).array() > 0).all() &&
         (pair.weights.tail(n - first).array() < 0).all();
}

}  // namespace stiffbench
