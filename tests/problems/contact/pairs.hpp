#pragma once

// Configurations of pairs, and a slow, obvious distance of two primitives in any precision.

#include "problems/contact/distance/closest.hpp"

#include <Eigen/Geometry>
#include <boost/multiprecision/cpp_bin_float.hpp>

#include <array>
#include <functional>
#include <random>
#include <vector>

namespace stiffbench::test {

using Digits100 = boost::multiprecision::cpp_bin_float_100;

/// Vertices of the first and of the second primitive.
struct PairShape {
  int first, second;
  int count() const { return first + second; }
};

/// Four vertices, in precision Real; pairs of fewer vertices leave the last ones unused.
template <class Real>
using Vertices = std::array<std::array<Real, 3>, 4>;

template <class Real>
Real dot(const std::array<Real, 3>& a, const std::array<Real, 3>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// The smallest squared distance of two primitives, and the vertices (bits) of the features that
/// have it.
template <class Real>
struct BruteForce {
  Real squared = -1;
  unsigned vertices = 0;
};

/// The squared distance of the points that minimize it among the affine hulls of the features with
/// these vertices; negative if they lie outside of the features, or are not unique.
template <class Real>
Real squared_distance_of(const Vertices<Real>& x, PairShape shape, unsigned vertices) {
  std::vector<std::array<Real, 3>> axes;  // of the difference of two points, one in each feature
  std::array<Real, 3> start{0, 0, 0};
  std::vector<std::vector<int>> groups;  // axes of each side
  for (int side = 0; side < 2; ++side) {
    int origin = -1;
    groups.emplace_back();
    for (int i = side ? shape.first : 0; i < (side ? shape.count() : shape.first); ++i) {
      if (!(vertices >> i & 1)) continue;
      std::array<Real, 3> axis;
      for (int k = 0; k < 3; ++k) {
        const Real sign = side ? -1 : 1;
        if (origin < 0)
          start[k] += sign * x[i][k];
        else
          axis[k] = sign * (x[i][k] - x[origin][k]);
      }
      if (origin < 0)
        origin = i;
      else {
        groups.back().push_back(static_cast<int>(axes.size()));
        axes.push_back(axis);
      }
    }
  }
  std::vector<Real> s(axes.size(), Real(0));
  if (axes.size() == 1) {
    const Real g = dot(axes[0], axes[0]);
    if (g == 0) return -1;
    s[0] = -dot(axes[0], start) / g;
  } else if (axes.size() == 2) {
    const Real a = dot(axes[0], axes[0]), b = dot(axes[0], axes[1]), c = dot(axes[1], axes[1]),
               f = -dot(axes[0], start), g = -dot(axes[1], start), det = a * c - b * b;
    if (det <= 1e-80 * a * c) return -1;
    s = {(c * f - b * g) / det, (a * g - b * f) / det};
  }
  for (const auto& group : groups) {
    Real rest = 1;
    for (int k : group) {
      if (s[k] < 0) return -1;
      rest -= s[k];
    }
    if (rest < 0) return -1;
  }
  for (std::size_t k = 0; k < axes.size(); ++k)
    for (int i = 0; i < 3; ++i) start[i] += s[k] * axes[k][i];
  return dot(start, start);
}

/// Tries the features of all dimensions, without a case distinction.
template <class Real>
BruteForce<Real> brute_force(const Vertices<Real>& x, PairShape shape) {
  BruteForce<Real> best;
  const unsigned first = (1u << shape.first) - 1, all = (1u << shape.count()) - 1;
  for (unsigned vertices = 1; vertices <= all; ++vertices) {
    if (!(vertices & first) || !(vertices & ~first)) continue;
    const Real squared = squared_distance_of(x, shape, vertices);
    if (squared >= 0 && (best.squared < 0 || squared < best.squared)) best = {squared, vertices};
  }
  return best;
}

template <class Real, int n>
Vertices<Real> in_precision(const Points<n>& points) {
  Vertices<Real> x{};
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k) x[i][k] = points(k, i);
  return x;
}

/// The gradient of the brute-force distance by central differences.
template <class Real>
std::vector<Real> difference_gradient(Vertices<Real> x, PairShape shape, const Real& h) {
  std::vector<Real> gradient;
  for (int i = 0; i < shape.count(); ++i)
    for (int k = 0; k < 3; ++k) {
      const Real middle = x[i][k];
      x[i][k] = middle + h;
      const Real right = brute_force(x, shape).squared;
      x[i][k] = middle - h;
      gradient.push_back((right - brute_force(x, shape).squared) / (2 * h));
      x[i][k] = middle;
    }
  return gradient;
}

/// Random configurations of four vertices, the same in every run.
class RandomPairs {
 public:
  explicit RandomPairs(unsigned seed) : random_(seed) {}
  double uniform(double low, double high) {
    return low + (high - low) * static_cast<double>(random_() >> 11) * 0x1p-53;
  }
  /// A power of ten with a uniform exponent.
  double power(double low, double high) { return std::pow(10, uniform(low, high)); }
  template <int n>
  Points<n> anywhere() {
    Points<n> points;
    for (auto& x : points.reshaped()) x = uniform(-1, 1);
    return points;
  }
  /// Vertices of a small lattice: many are equal, collinear, parallel or at the same distance.
  template <int n>
  Points<n> on_lattice() {
    Points<n> points;
    for (auto& x : points.reshaped()) x = static_cast<double>(random_() % 3) / 2;
    return points;
  }
  Eigen::Vector3d direction() { return anywhere<1>().normalized(); }
  /// A point at a small distance above the inside of a triangle.
  Points<4> above_face(double distance) {
    Points<4> x = anywhere<4>();
    const double u = uniform(0.1, 0.4), v = uniform(0.1, 0.4);
    const Eigen::Vector3d normal =
        Eigen::Vector3d(x.col(2) - x.col(1)).cross(Eigen::Vector3d(x.col(3) - x.col(1)));
    x.col(0) =
        (1 - u - v) * x.col(1) + u * x.col(2) + v * x.col(3) + distance * normal.normalized();
    return x;
  }
  /// Edges at a small angle (rad) that are closest to each other between their vertices.
  Points<4> nearly_parallel(double angle) {
    Points<4> x = anywhere<4>();
    const Eigen::Vector3d a = x.col(1) - x.col(0), offset = a.cross(direction()),
                          b = uniform(0.5, 2) *
                              (a + angle * a.cross(offset).normalized() * a.norm());
    x.col(2) = x.col(0) + uniform(0.1, 0.9) * a + offset - uniform(0.1, 0.9) * b;
    x.col(3) = x.col(2) + b;
    return x;
  }
  /// A triangle whose last vertex is close to the line of the other two.
  Points<4> thin_triangle(double height) {
    Points<4> x = anywhere<4>();
    const double u = uniform(-0.5, 1.5);
    x.col(3) = (1 - u) * x.col(1) + u * x.col(2) + height * direction();
    return x;
  }

 private:
  std::mt19937_64 random_;
};

/// The diameter of a set of vertices.
template <int n>
double size_of(const Points<n>& x) {
  double size = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) size = std::max(size, (x.col(i) - x.col(j)).norm());
  return size;
}

}  // namespace stiffbench::test
