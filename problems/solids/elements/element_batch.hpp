#pragma once

#include "problems/forces/aligned_positions.hpp"
#include "problems/forces/blocks/general_blocks.hpp"
#include "problems/solids/materials/stretches.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

namespace stiffbench {

/// Eight finite elements of one shape, processed together in Lanes. A lane without an element acts
/// as an element of zero volume whose nodes are fixed.
template <class Shape>
struct ElementBatch {
  static constexpr int nodes = Shape::nodes, lanes = Lanes::count;
  static constexpr int pairs = nodes * (nodes + 1) / 2;  // (p, q) with p <= q
  /// Values of all nodes except the first. For forces and gradients, the first node has minus their
  /// sum; displacements are relative to the first node.
  template <class Scalar>
  using NodesOf = Eigen::Matrix<Scalar, 3, nodes - 1>;
  /// A quadrature point: the gradients of the shape functions at rest (1/m) and the volume that it
  /// represents (m^3).
  template <class Scalar>
  struct Point {
    NodesOf<Scalar> gradients;
    Scalar volume;
  };
  template <class Scalar>
  using Points = std::array<Point<Scalar>, Shape::points>;
  using Lines = std::array<std::array<int, lanes>, pairs>;  // of the blocks of the pairs

  ElementBatch();
  /// Stores an element in a lane; the arguments are those of SolidElements.
  void set(int lane, const Eigen::Matrix<int, nodes, 1>& vertices, const Eigen::Matrix3Xd& rest,
           const std::vector<int>& free_index);
  /// Returns the lines of the pairs' blocks.
  Lines lines(const GeneralBlocks& blocks, const Mat& pattern) const;
  /// Index of the pair (p, q), p <= q.
  static constexpr std::size_t pair(int p, int q) {
    return static_cast<std::size_t>(p * (2 * nodes - p - 1) / 2 + q);
  }

  /// Returns the displacements of the nodes minus that of the first node: for all lanes, or for
  /// one.
  template <int kind>
  NodesOf<Lanes> gather(const AlignedPositions<double, kind>& u) const;
  template <class Scalar>
  NodesOf<Scalar> gather(int lane, BodyIn<Scalar> u) const;
  /// Subtracts the values of all nodes except the first from f, and adds their sum at the first.
  void subtract_scattered(const NodesOf<Lanes>& pull, AlignedSums<double>& f) const;
  template <class Scalar>
  void subtract_scattered(int lane, const NodesOf<Scalar>& pull, BodyOut<Scalar>& f) const;

  Points<Lanes> points;
  int place[nodes][lanes];  ///< increasing; -1: fixed
};

template <class Shape>
ElementBatch<Shape>::ElementBatch() {
  for (auto& point : points) point = {NodesOf<Lanes>::Zero(), 0};
  std::fill_n(&place[0][0], nodes * lanes, -1);
}

template <class Shape>
void ElementBatch<Shape>::set(int lane, const Eigen::Matrix<int, nodes, 1>& vertices,
                              const Eigen::Matrix3Xd& rest, const std::vector<int>& free_index) {
  const auto place_of = [&](int n) { return free_index[static_cast<std::size_t>(vertices[n])]; };
  std::array<int, nodes> order;  // by place, so that blocks (p, q) are on or right of the diagonal
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return place_of(a) < place_of(b); });
  const auto quadrature = Shape::quadrature(rest(Eigen::all, vertices));
  for (std::size_t i = 0; i < quadrature.size(); ++i) {
    const Eigen::Matrix<double, 3, nodes> gradients = quadrature[i].gradients(Eigen::all, order);
    set_lane(points[i].gradients, lane, gradients.template rightCols<nodes - 1>());
    points[i].volume.set(lane, quadrature[i].volume);
  }
  for (std::size_t p = 0; p < nodes; ++p) place[p][lane] = place_of(order[p]);
}

template <class Shape>
auto ElementBatch<Shape>::lines(const GeneralBlocks& blocks, const Mat& pattern) const -> Lines {
  Lines lines;
  for (int p = 0; p < nodes; ++p)
    for (int q = p; q < nodes; ++q)
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        const int row = place[p][lane];
        lines[pair(p, q)][lane] = row < 0 ? -1 : blocks.line(pattern, row, place[q][lane]);
      }
  return lines;
}

template <class Shape>
template <int kind>
auto ElementBatch<Shape>::gather(const AlignedPositions<double, kind>& u) const -> NodesOf<Lanes> {
  const auto of_node = [&](int p) {
    const auto [x, y, z] = u.gather(place[p]);
    return Vector3<Lanes>(x, y, z);
  };
  const Vector3<Lanes> first = of_node(0);
  NodesOf<Lanes> values;
  for (int p = 1; p < nodes; ++p) values.col(p - 1) = of_node(p) - first;
  return values;
}

template <class Shape>
template <class Scalar>
auto ElementBatch<Shape>::gather(int lane, BodyIn<Scalar> u) const -> NodesOf<Scalar> {
  const auto of_node = [&](int p) -> Vector3<Scalar> {
    if (place[p][lane] < 0) return Vector3<Scalar>::Zero();
    return u.template segment<3>(3 * place[p][lane]);
  };
  const Vector3<Scalar> first = of_node(0);
  NodesOf<Scalar> values;
  for (int p = 1; p < nodes; ++p) values.col(p - 1) = of_node(p) - first;
  return values;
}

template <class Shape>
void ElementBatch<Shape>::subtract_scattered(const NodesOf<Lanes>& pull,
                                             AlignedSums<double>& f) const {
  const auto subtract = [&](int p, const Vector3<Lanes>& values) {
    f.subtract(place[p], {values[0], values[1], values[2]});
  };
  subtract(0, -pull.rowwise().sum());
  for (int p = 1; p < nodes; ++p) subtract(p, pull.col(p - 1));
}

template <class Shape>
template <class Scalar>
void ElementBatch<Shape>::subtract_scattered(int lane, const NodesOf<Scalar>& pull,
                                             BodyOut<Scalar>& f) const {
  if (place[0][lane] >= 0) f.template segment<3>(3 * place[0][lane]) += pull.rowwise().sum();
  for (int p = 1; p < nodes; ++p)
    if (place[p][lane] >= 0) f.template segment<3>(3 * place[p][lane]) -= pull.col(p - 1);
}

}  // namespace stiffbench
