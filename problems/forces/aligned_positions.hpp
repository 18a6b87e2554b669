#pragma once

#include "base/simd.hpp"
#include "base/system/chunks.hpp"
#include "base/system/large_vector.hpp"
#include "problems/contract/state.hpp"

#include <array>
#include <cstring>
#include <type_traits>

namespace stiffbench {

/// A vector of one body (displacements, forces), which may be part of a longer vector.
template <class Scalar>
using BodyIn = const Eigen::Ref<const VecOf<Scalar>>&;
template <class Scalar>
using BodyOut = Eigen::Ref<VecOf<Scalar>>;

/// The numbers x, y, z, 0 of a vertex, which one wide instruction reads or writes.
template <class Scalar>
struct alignas(32) AlignedPosition {
  std::array<Scalar, 4> numbers;
};

/// Eight numbers in any precision.
template <class Scalar>
using LanesOf = std::conditional_t<std::is_same_v<Scalar, double>, Lanes,
                                   Eigen::Array<Scalar, Lanes::count, 1>>;
/// Coordinates x, y, z of one vertex of each of eight elements.
template <class Scalar>
using EightPoints = std::array<LanesOf<Scalar>, 3>;

/// A read-only copy of a body's vector, from which elements gather eight vertices at a time, on any
/// thread. Its memory belongs to the thread that constructs it, which reuses it for its next object
/// of the same `place`.
template <class Scalar, int place = 0>
class AlignedPositions {
 public:
  explicit AlignedPositions(BodyIn<Scalar> u) {
    thread_local LargeVector<AlignedPosition<Scalar>> memory;
    const Eigen::Index count = u.size() / 3;
    make_room(memory, static_cast<std::size_t>(count) + 1);
    memory.front().numbers.fill(0);  // for fixed vertices
    AlignedPosition<Scalar>* const points = memory.data() + 1;
    on_chunks(count, [&u, points](long first, long size) {
      const Scalar* from = u.data() + 3 * first;
      for (long i = first; i < first + size; ++i, from += 3)
        points[i].numbers = {from[0], from[1], from[2], Scalar(0)};
    });
    points_ = points;
  }
  /// The numbers of this vertex; zeros for -1.
  const std::array<Scalar, 4>& at(int vertex) const { return points_[vertex].numbers; }
  /// Gathers the numbers of these eight vertices; zeros for -1.
  EightPoints<Scalar> gather(const int* vertices) const;

 private:
  const AlignedPosition<Scalar>* points_;
};

/// The part of a vector that belongs to a range of vertices, from which elements subtract, eight at
/// a time. Its memory belongs to the thread, which reuses it for its next object.
template <class Scalar>
class AlignedSums {
 public:
  /// Copies the numbers of vertices first to last - 1 from f.
  AlignedSums(const BodyOut<Scalar>& f, int first, int last) : first_(first), last_(last) {
    thread_local LargeVector<AlignedPosition<Scalar>> memory;
    make_room(memory, static_cast<std::size_t>(last - first));
    points_ = memory.data();
    elsewhere_.numbers.fill(0);
    const Scalar* from = f.data() + 3 * first;
    for (int i = 0; i < last - first; ++i, from += 3)
      points_[i].numbers = {from[0], from[1], from[2], Scalar(0)};
  }
  /// Returns true if an element whose lowest and highest places are these may add to these
  /// vertices.
  bool meet(int lowest, int highest) const { return lowest < last_ && highest >= first_; }
  /// Subtracts the values of eight elements from these vertices, in order. Values for other
  /// vertices, or for -1, are discarded.
  void subtract(const int* vertices, const EightPoints<Scalar>& values);
  /// Subtracts from one coordinate of a vertex, in the same way.
  void subtract(int vertex, int coordinate, Scalar value) { numbers(vertex)[coordinate] -= value; }
  /// Copies the numbers back to f.
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
  AlignedPosition<Scalar>* points_;
  int first_, last_;
  AlignedPosition<Scalar> elsewhere_;
};

/// Calls `work(sums)` for parts of f that belong to ranges of vertices, each on its own thread. The
/// result does not depend on the ranges if `work` makes the subtractions for a vertex in a fixed
/// order.
template <class Scalar, class Work>
void on_vertices(BodyOut<Scalar>& f, const Work& work) {
  constexpr long least = 1000;  // vertices; fewer take less time than waking a thread
  on_ranges(f.size() / 3, least, [&](long first, long last) {
    AlignedSums<Scalar> sums(f, static_cast<int>(first), static_cast<int>(last));
    work(sums);
    sums.write(f);
  });
}

// Transposes eight vertices into eight x, y and z in registers, and back. The shuffles are written
// out, because the compiler turns loops into scalar loads and stores. Vertices i and i + 4 share a
// wide register.
namespace point_lanes {
/// True if a register holds eight doubles. Otherwise the compiler would split these shuffles, and
/// the code reads and adds two numbers at a time instead, which takes half of the time.
#ifdef __AVX512F__
inline constexpr bool wide = true;
#else
inline constexpr bool wide = false;
#endif
using Four [[gnu::vector_size(32)]] = double;
using Eight = Lanes::Vector;
[[gnu::always_inline]] inline Lanes load(const double* low, const double* high) {
  Four a, b;
  std::memcpy(&a, low, sizeof a);
  std::memcpy(&b, high, sizeof b);
  return Lanes(__builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7));
}
[[gnu::always_inline]] inline void subtract(double* from, const Four& value) {
  Four sum;
  std::memcpy(&sum, from, sizeof sum);
  sum -= value;
  std::memcpy(from, &sum, sizeof sum);
}
}  // namespace point_lanes

template <class Scalar, int place>
[[gnu::always_inline]] inline EightPoints<Scalar> AlignedPositions<Scalar, place>::gather(
    const int* vertices) const {
  EightPoints<Scalar> values;
  const auto numbers = [&](int lane) { return points_[vertices[lane]].numbers.data(); };
  if constexpr (std::is_same_v<Scalar, double> && !point_lanes::wide) {
    for (std::size_t c = 0; c < 3; ++c)
      values[c] = Lanes::of([&](int lane) { return numbers(lane)[c]; });
  } else if constexpr (std::is_same_v<Scalar, double>) {
    using point_lanes::Eight;
    Eight p[4];
    for (int i = 0; i < 4; ++i) p[i] = point_lanes::load(numbers(i), numbers(i + 4)).v;
    const Eight xz_01 = __builtin_shufflevector(p[0], p[1], 0, 8, 2, 10, 4, 12, 6, 14),
                xz_23 = __builtin_shufflevector(p[2], p[3], 0, 8, 2, 10, 4, 12, 6, 14),
                y_01 = __builtin_shufflevector(p[0], p[1], 1, 9, 3, 11, 5, 13, 7, 15),
                y_23 = __builtin_shufflevector(p[2], p[3], 1, 9, 3, 11, 5, 13, 7, 15);
    values[0].v = __builtin_shufflevector(xz_01, xz_23, 0, 1, 8, 9, 4, 5, 12, 13);
    values[1].v = __builtin_shufflevector(y_01, y_23, 0, 1, 8, 9, 4, 5, 12, 13);
    values[2].v = __builtin_shufflevector(xz_01, xz_23, 2, 3, 10, 11, 6, 7, 14, 15);
  } else {
    for (std::size_t c = 0; c < 3; ++c)
      for (int i = 0; i < Lanes::count; ++i) values[c][i] = numbers(i)[c];
  }
  return values;
}

template <class Scalar>
[[gnu::always_inline]] inline void AlignedSums<Scalar>::subtract(
    const int* vertices, const EightPoints<Scalar>& values) {
  if constexpr (std::is_same_v<Scalar, double> && !point_lanes::wide) {
    using Two [[gnu::vector_size(16)]] = double;
    for (int lane = 0; lane < Lanes::count; ++lane) {
      double* from = numbers(vertices[lane]);
      *reinterpret_cast<Two*>(from) -= Two{values[0][lane], values[1][lane]};
      from[2] -= values[2][lane];
    }
  } else if constexpr (std::is_same_v<Scalar, double>) {
    using point_lanes::Eight;
    const Eight &x = values[0].v, &y = values[1].v, &z = values[2].v, zero{};
    const Eight xy_even = __builtin_shufflevector(x, y, 0, 8, 2, 10, 4, 12, 6, 14),
                xy_odd = __builtin_shufflevector(x, y, 1, 9, 3, 11, 5, 13, 7, 15),
                z_even = __builtin_shufflevector(z, zero, 0, 8, 2, 10, 4, 12, 6, 14),
                z_odd = __builtin_shufflevector(z, zero, 1, 9, 3, 11, 5, 13, 7, 15);
    const Eight p[] = {__builtin_shufflevector(xy_even, z_even, 0, 1, 8, 9, 4, 5, 12, 13),
                       __builtin_shufflevector(xy_odd, z_odd, 0, 1, 8, 9, 4, 5, 12, 13),
                       __builtin_shufflevector(xy_even, z_even, 2, 3, 10, 11, 6, 7, 14, 15),
                       __builtin_shufflevector(xy_odd, z_odd, 2, 3, 10, 11, 6, 7, 14, 15)};
    for (int i = 0; i < 4; ++i)
      point_lanes::subtract(numbers(vertices[i]), __builtin_shufflevector(p[i], p[i], 0, 1, 2, 3));
    for (int i = 0; i < 4; ++i)
      point_lanes::subtract(numbers(vertices[i + 4]),
                            __builtin_shufflevector(p[i], p[i], 4, 5, 6, 7));
  } else {
    for (int lane = 0; lane < Lanes::count; ++lane)
      for (std::size_t c = 0; c < 3; ++c) numbers(vertices[lane])[c] -= values[c][lane];
  }
}

}  // namespace stiffbench
