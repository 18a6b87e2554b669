#pragma once

#include "base/system/chunks.hpp"
#include "base/system/large_vector.hpp"
#include "integrators/kernels/linear/sweep/block_sweep.hpp"
#include "problems/contract/state.hpp"

#include <algorithm>

namespace stiffbench {

/// Interleaved vectors in the layout of block_sweep.hpp. Memory grows and is never released.
/// Vectors are written and read in chunks, on several threads.
class PaddedVectors {
 public:
  /// Makes room for `count` vectors of this length, a multiple of three. Sets them to zero where
  /// the length or the count has changed.
  void resize(Eigen::Index size, int count) {
    if (size == size_ && count == count_) return;
    size_ = size;
    count_ = count;
    set_zero();
  }
  void set_zero() {
    lines_.resize(static_cast<std::size_t>((4 * places() * (size_ / 3) + 7) / 8));
    on_chunks(std::ssize(lines_), [&](Eigen::Index first, Eigen::Index count) {
      std::fill_n(lines_.begin() + first, count, Line{});
    });
  }
  Eigen::Index size() const { return size_; }
  /// The number of places, padded_count() of the number of vectors.
  int places() const { return padded_count(count_); }
  double* data() { return reinterpret_cast<double*>(lines_.data()); }
  const double* data() const { return reinterpret_cast<const double*>(lines_.data()); }

  /// Sets vector `place` to x, a vector or an expression.
  template <class Expression>
  void set(int place, const Expression& x) {
    on_chunks(size_ / 3, [&](Eigen::Index first, Eigen::Index count) {
      double* to = data() + 4 * (places() * first + place);
      for (Eigen::Index i = 3 * first; i < 3 * (first + count); i += 3, to += 4 * places())
        for (int j = 0; j < 3; ++j) to[j] = x[i + j];
    });
  }
  /// Copies vector `place` to x, which must have the right length.
  template <class Target>
  void get(int place, Target&& x) const {
    on_chunks(size_ / 3, [&](Eigen::Index first, Eigen::Index count) {
      const double* from = data() + 4 * (places() * first + place);
      for (Eigen::Index i = 3 * first; i < 3 * (first + count); i += 3, from += 4 * places())
        for (int j = 0; j < 3; ++j) x[i + j] = from[j];
    });
  }

 private:
  struct alignas(64) Line {
    double numbers[8];
  };
  Eigen::Index size_ = 0;
  int count_ = 1;
  LargeVector<Line> lines_;
};

}  // namespace stiffbench
