#pragma once

#include "base/system/large_vector.hpp"
#include "integrators/kernels/linear/sweep/block_sweep.hpp"
#include "problems/contract/state.hpp"

#include <vector>

namespace stiffbench {

/// A weighted sum of two matrices and of a diagonal matrix. The first matrix has every block of the
/// second. The second matrix and the diagonal may be absent.
struct BlockSum {
  const Mat* K;
  double k = 1;
  const Mat* D = nullptr;
  double d = 0;
  const Vec* diagonal = nullptr;
  double m = 0;
};

/// The upper half of a symmetric matrix of 3x3 blocks in single precision, by rows of blocks, with
/// the diagonal block first. A block is stored by its rows, each filled up to four numbers.
struct FloatBlocks {
  static constexpr int size = 12;  ///< numbers per block
  std::vector<int> ends;           ///< of each row, as an index into `columns`
  LargeVector<int> columns;        ///< of each block, counted in blocks
  LargeVector<float> values;
};

/// The upper half of a symmetric matrix of 3x3 blocks, in the layout of block_sweep.hpp.
class HalfBlocks {
 public:
  /// Copies the blocks of K on and right of the diagonal. The caller has checked K by
  /// require_blocks(). With a scale s, entry (i, j) becomes s_i K_ij s_j. Allocates only when K has
  /// more blocks than any earlier matrix. Uses thread_count() threads (base/system/threads.hpp).
  void assign(const Mat& K, const Vec* scale = nullptr);
  /// Computes the blocks of k K + d D + m diagonal in one pass, under the same conditions.
  void assign(const BlockSum& sum);
  /// The block on the diagonal in this row of blocks.
  Eigen::Matrix3d diagonal_block(int row) const;
  /// Copies the matrix times `scale` in single precision.
  void copy_to(FloatBlocks& to, double scale) const;
  BlockRows rows() const { return {values_.data(), columns_.data(), ends_.data(), symmetric_}; }
  int row_count() const { return static_cast<int>(ends_.size()); }
  /// The ends of the parts into which the rows are divided, the same for every number of threads.
  /// Each part writes only to itself and its successor, so all even parts can run in parallel, and
  /// then all odd ones.
  const std::vector<int>& part_ends() const { return part_ends_; }
  /// The last block column that occurs in this row of blocks or in an earlier one.
  int reach(int row) const { return reach_[static_cast<std::size_t>(row)]; }
  /// The largest value of reach(row) - row: the block bandwidth above the diagonal.
  int bandwidth() const { return bandwidth_; }

 private:
  /// Computes the positions of the blocks of K.
  void place(const Mat& K);
  void fetch(const Mat& K, std::size_t row) const;
  /// Copies the blocks, whose numbers are `entries`, and calls change<size>(row) for each row of
  /// blocks; false where `size` numbers per block do not suffice, which change() may return as
  /// well.
  template <int size>
  bool copy(const Mat& K, const auto& entries, const auto& change);
  /// Adds the blocks of d D on and right of the diagonal in this row of blocks; false where `size`
  /// numbers per block do not suffice.
  template <int size>
  bool add(const Mat& D, double d, int row);
  /// The index of the first block of a row, which is that on the diagonal.
  int begin_of(int row) const { return row == 0 ? 0 : ends_[static_cast<std::size_t>(row) - 1]; }
  /// Scales a row of blocks.
  template <int size>
  void apply(const Vec& scale, int row);
  void cut();

  bool symmetric_ = true;
  int bandwidth_ = 0;
  std::vector<int> ends_, reach_, part_ends_;
  std::vector<int> slots_;  // of each row's first copied block, in K
  LargeVector<int> columns_;
  LargeVector<double> values_;
};

}  // namespace stiffbench
