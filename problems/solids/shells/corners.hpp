#pragma once

#include "problems/solids/elements/solid_term.hpp"
#include "problems/solids/materials/stretches.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace stiffbench {

/// The vertices of an element of a shell by increasing place, and the blocks of K between them.
/// Elements of shells are processed one by one, on the thread of the range that they meet.
template <int n>
class Corners {
 public:
  /// Values of all vertices, one per column.
  template <class Scalar>
  using Values = Eigen::Matrix<Scalar, 3, n>;
  using Vertices = Eigen::Matrix<int, n, 1>;

  /// Returns these vertices by increasing place; fixed ones come first.
  static Vertices in_order(Vertices vertices, const std::vector<int>& free_index) {
    std::sort(vertices.begin(), vertices.end(), [&](int a, int b) {
      return free_index[std::size_t(a)] < free_index[std::size_t(b)];
    });
    return vertices;
  }
  /// `vertices`: from in_order().
  Corners(const Vertices& vertices, const std::vector<int>& free_index, const GeneralBlocks& blocks,
          const Mat& pattern) {
    for (std::size_t p = 0; p < size; ++p)
      place_[p] = free_index[std::size_t(vertices[Eigen::Index(p)])];
    highest_ = place_[size - 1];
    lowest_ = highest_;
    for (const int place : place_)
      if (place >= 0) lowest_ = std::min(lowest_, place);
    std::size_t next = 0;
    for (std::size_t p = 0; p < size; ++p)
      for (std::size_t q = p; q < size; ++q)
        line_[next++] = place_[p] < 0 ? -1 : blocks.line(pattern, place_[p], place_[q]);
  }

  /// True if the element adds to the vertices or rows of `part`.
  bool meet(const auto& part) const { return highest_ >= 0 && part.meet(lowest_, highest_); }

  /// Returns the values of all vertices minus those of the first: a rigid translation gives zeros.
  template <int kind>
  Values<double> differences(const AlignedPositions<double, kind>& u) const {
    return differences_of<double>([&](int place) {
      const auto& at = u.at(place);
      return Vector3<double>(at[0], at[1], at[2]);
    });
  }
  template <class Scalar>
  Values<Scalar> differences(BodyIn<Scalar> u) const {
    return differences_of<Scalar>([&](int place) -> Vector3<Scalar> {
      if (place < 0) return Vector3<Scalar>::Zero();
      return u.template segment<3>(3 * place);
    });
  }

  void subtract(const Values<double>& pull, AlignedSums<double>& sums) const {
    for (std::size_t p = 0; p < size; ++p)
      for (int i = 0; i < 3; ++i) sums.subtract(place_[p], i, pull(i, Eigen::Index(p)));
  }
  template <class Scalar>
  void subtract(const Values<Scalar>& pull, BodyOut<Scalar> sums) const {
    for (std::size_t p = 0; p < size; ++p)
      if (place_[p] >= 0) sums.template segment<3>(3 * place_[p]) -= pull.col(Eigen::Index(p));
  }
  /// Adds block(p, q), a 3x3 matrix, for all vertices p <= q.
  template <class Block>
  void add_blocks(GeneralBlocks::Rows& rows, Block&& block) const {
    std::size_t next = 0;
    for (int p = 0; p < n; ++p)
      for (int q = p; q < n; ++q) {
        const int line = line_[next++];
        if (line < 0) continue;
        const Matrix3<double> values = block(p, q);
        for (int a = 0; a < 3; ++a)
          for (int b = 0; b < 3; ++b) rows.add(values(a, b), line, a, b);
      }
  }

 private:
  static constexpr auto size = static_cast<std::size_t>(n);

  template <class Scalar, class At>
  Values<Scalar> differences_of(const At& at) const {
    const Vector3<Scalar> first = at(place_[0]);
    Values<Scalar> values;
    values.col(0).setZero();
    for (std::size_t p = 1; p < size; ++p) values.col(Eigen::Index(p)) = at(place_[p]) - first;
    return values;
  }

  std::array<int, size> place_;
  std::array<int, size*(size + 1) / 2> line_;
  int lowest_, highest_;
};

}  // namespace stiffbench
