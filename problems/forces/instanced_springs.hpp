#pragma once

#include "base/simd.hpp"
#include "problems/forces/aligned_positions.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

namespace stiffbench {

/// A vector of eight equal bodies, side by side: each number is a Lanes that holds the values of
/// the eight bodies. An element is computed once for all eight and reads and adds whole registers,
/// where single bodies would gather and scatter. The memory belongs to the thread, which reuses it
/// for its next object of the same `place`.
template <int place>
class InstancedVector {
 public:
  /// Coordinates x, y, z of a vertex.
  using Point = std::array<Lanes, 3>;

  /// `bodies`: the vectors of one to eight bodies, one after the other, `rows` numbers each. Unused
  /// lanes repeat the last body.
  InstancedVector(BodyIn<double> bodies, Eigen::Index rows) : rows_(rows) {
    thread_local std::vector<Lanes> memory;
    memory.resize(static_cast<std::size_t>(rows) + 3);
    std::fill_n(memory.begin(), 3, Lanes(0.0));  // for fixed vertices
    numbers_ = memory.data() + 3;
    const Eigen::Index last = bodies.size() / rows - 1;
    std::array<const double*, lanes> from;
    for (Eigen::Index i = 0; i < lanes; ++i)
      from[static_cast<std::size_t>(i)] = bodies.data() + rows * std::min(i, last);
    Eigen::Index row = 0;
    for (; row + lanes <= rows; row += lanes) {
      std::array<Lanes, lanes> part;
      for (std::size_t i = 0; i < lanes; ++i) std::memcpy(&part[i], from[i] + row, sizeof(Lanes));
      part = transposed(part);
      std::copy(part.begin(), part.end(), numbers_ + row);
    }
    for (; row < rows; ++row)
      numbers_[row] = Lanes::of([&](int lane) { return from[std::size_t(lane)][row]; });
  }
  /// The numbers of this vertex, given by its place in a body; zeros for -1.
  [[gnu::always_inline]] Point at(int vertex) const {
    const Lanes* from = numbers_ + 3 * vertex;
    return {from[0], from[1], from[2]};
  }
  /// Subtracts from the numbers of this vertex. Values for -1 are discarded.
  [[gnu::always_inline]] void subtract(int vertex, const Point& value) {
    Lanes* from = numbers_ + 3 * vertex;
    for (std::size_t c = 0; c < 3; ++c) from[c] -= value[c];
  }
  /// Copies the numbers back to the bodies.
  void write(BodyOut<double> bodies) const {
    const auto count = static_cast<std::size_t>(bodies.size() / rows_);
    Eigen::Index row = 0;
    for (; row + lanes <= rows_; row += lanes) {
      std::array<Lanes, lanes> part;
      std::copy_n(numbers_ + row, lanes, part.begin());
      part = transposed(part);
      double* to = bodies.data() + row;
      for (std::size_t i = 0; i < count; ++i, to += rows_) std::memcpy(to, &part[i], sizeof(Lanes));
    }
    for (; row < rows_; ++row)
      for (std::size_t i = 0; i < count; ++i)
        bodies[static_cast<Eigen::Index>(i) * rows_ + row] = numbers_[row][static_cast<int>(i)];
  }

 private:
  static constexpr int lanes = Lanes::count;
  Lanes* numbers_;
  Eigen::Index rows_;
};

}  // namespace stiffbench
