#pragma once

#include "base/system/threads.hpp"
#include "problems/forces/force_term.hpp"

#include <array>
#include <cstring>
#include <type_traits>
#include <vector>

namespace stiffbench {

/// The numbers x, y, z, 0 of a vertex: one wide instruction reads or writes them.
template <class Scalar>
struct alignas(32) PaddedPoint {
  std::array<Scalar, 4> numbers{};
};

/// Numbers x, y, z of a vertex of each of four elements.
template <class Scalar>
using FourPoints = std::array<Eigen::Array<Scalar, 4, 1>, 3>;

/// A vector of a body, made for reading by elements, four at a time. Its memory belongs to the
/// thread, until that makes another of the same `place`.
template <class Scalar, int place = 0>
class PaddedPoints {
 public:
  explicit PaddedPoints(BodyIn<Scalar> u) {
    thread_local std::vector<PaddedPoint<Scalar>> memory(1);
    const Eigen::Index count = u.size() / 3;
    if (std::ssize(memory) < count + 1) memory.resize(static_cast<std::size_t>(count) + 1);
    points_ = memory.data() + 1;  // after that of what is fixed
    const Scalar* from = u.data();
    for (Eigen::Index i = 0; i < count; ++i, from += 3)
      memory[static_cast<std::size_t>(i) + 1].numbers = {from[0], from[1], from[2], Scalar(0)};
  }
  /// The numbers of these four vertices; those of -1 are zero.
  FourPoints<Scalar> gather(const int* vertices) const;

 private:
  const PaddedPoint<Scalar>* points_;
};

/// The part of a vector that belongs to a range of vertices, made for subtractions by elements,
/// four at a time. Its memory belongs to the thread, until that makes another.
template <class Scalar>
class PaddedSums {
 public:
  /// Takes the numbers of vertices first to last - 1 from f.
  PaddedSums(const BodyOut<Scalar>& f, int first, int last) : first_(first), last_(last) {
    thread_local std::vector<PaddedPoint<Scalar>> memory;
    if (std::ssize(memory) < last - first) memory.resize(static_cast<std::size_t>(last - first));
    points_ = memory.data();
    const Scalar* from = f.data() + 3 * first;
    for (int i = 0; i < last - first; ++i, from += 3)
      points_[i].numbers = {from[0], from[1], from[2], Scalar(0)};
  }
  /// Whether an element adds to these vertices whose lowest and highest places these are.
  bool meet(int lowest, int highest) const { return lowest < last_ && highest >= first_; }
  /// Subtracts the numbers of four elements at these vertices, in their order. What is for other
  /// vertices, or for -1, goes nowhere.
  void subtract(const int* vertices, const FourPoints<Scalar>& values);
  /// Gives the numbers back to f.
  void write(BodyOut<Scalar>& f) const {
    Scalar* to = f.data() + 3 * first_;
    for (int i = 0; i < last_ - first_; ++i, to += 3)
      for (std::size_t j = 0; j < 3; ++j) to[j] = points_[i].numbers[j];
  }

 private:
  Scalar* numbers(int vertex) {
    const auto own = static_cast<unsigned>(vertex) - static_cast<unsigned>(first_);
    auto& point = own < static_cast<unsigned>(last_ - first_) ? points_[own] : elsewhere_;
    return point.numbers.data();
  }
  PaddedPoint<Scalar>* points_;
  int first_, last_;
  PaddedPoint<Scalar> elsewhere_;
};

/// Calls `work(sums)` for the parts of f that belong to ranges of vertices, each on a thread of its
/// own. A vertex has the same digits in every range, if `work` makes its subtractions in one order.
template <class Scalar, class Work>
void on_vertices(BodyOut<Scalar>& f, const Work& work) {
  constexpr long least = 1000;  // vertices; fewer are done before a thread is awake
  on_ranges(f.size() / 3, least, [&](long first, long last) {
    PaddedSums<Scalar> sums(f, static_cast<int>(first), static_cast<int>(last));
    work(sums);
    sums.write(f);
  });
}

// Four vertices are turned into four x, y and z in registers, and back. Written out: from loops the
// compiler makes single loads and stores.
namespace four_lanes {
using Four [[gnu::vector_size(32)]] = double;
inline void load(const double* from, Four& to) { std::memcpy(&to, from, sizeof to); }
}  // namespace four_lanes

template <class Scalar, int place>
FourPoints<Scalar> PaddedPoints<Scalar, place>::gather(const int* vertices) const {
  FourPoints<Scalar> values;
  if constexpr (std::is_same_v<Scalar, double>) {
    using four_lanes::Four;
    Four p[4];
    for (int i = 0; i < 4; ++i) four_lanes::load(points_[vertices[i]].numbers.data(), p[i]);
    const Four xz_01 = __builtin_shufflevector(p[0], p[1], 0, 4, 2, 6),
               xz_23 = __builtin_shufflevector(p[2], p[3], 0, 4, 2, 6),
               y_01 = __builtin_shufflevector(p[0], p[1], 1, 5, 3, 7),
               y_23 = __builtin_shufflevector(p[2], p[3], 1, 5, 3, 7);
    const Four x = __builtin_shufflevector(xz_01, xz_23, 0, 1, 4, 5),
               y = __builtin_shufflevector(y_01, y_23, 0, 1, 4, 5),
               z = __builtin_shufflevector(xz_01, xz_23, 2, 3, 6, 7);
    std::memcpy(values[0].data(), &x, sizeof x);
    std::memcpy(values[1].data(), &y, sizeof y);
    std::memcpy(values[2].data(), &z, sizeof z);
  } else {
    for (std::size_t c = 0; c < 3; ++c)
      for (int i = 0; i < 4; ++i) values[c][i] = points_[vertices[i]].numbers[c];
  }
  return values;
}

template <class Scalar>
void PaddedSums<Scalar>::subtract(const int* vertices, const FourPoints<Scalar>& values) {
  if constexpr (std::is_same_v<Scalar, double>) {
    using four_lanes::Four;
    Four x, y, z;
    four_lanes::load(values[0].data(), x);
    four_lanes::load(values[1].data(), y);
    four_lanes::load(values[2].data(), z);
    const Four zero{};
    const Four xy_02 = __builtin_shufflevector(x, y, 0, 4, 2, 6),
               xy_13 = __builtin_shufflevector(x, y, 1, 5, 3, 7),
               z_02 = __builtin_shufflevector(z, zero, 0, 4, 2, 6),
               z_13 = __builtin_shufflevector(z, zero, 1, 5, 3, 7);
    const auto from = [&](int lane, const Four& value) {
      double* to = numbers(vertices[lane]);
      Four sum;
      four_lanes::load(to, sum);
      sum -= value;
      std::memcpy(to, &sum, sizeof sum);
    };
    from(0, __builtin_shufflevector(xy_02, z_02, 0, 1, 4, 5));
    from(1, __builtin_shufflevector(xy_13, z_13, 0, 1, 4, 5));
    from(2, __builtin_shufflevector(xy_02, z_02, 2, 3, 6, 7));
    from(3, __builtin_shufflevector(xy_13, z_13, 2, 3, 6, 7));
  } else {
    for (int lane = 0; lane < 4; ++lane)
      for (std::size_t c = 0; c < 3; ++c) numbers(vertices[lane])[c] -= values[c][lane];
  }
}

}  // namespace stiffbench
