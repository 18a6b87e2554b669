#pragma once

#include "base/system/large_vector.hpp"
#include "integrators/kernels/linear/block_sweep.hpp"
#include "problems/contract/state.hpp"

#include <vector>

namespace stiffbench {

/// Half of a symmetric matrix of 3x3 blocks, in the order that block_sweep.hpp reads.
class HalfBlocks {
 public:
  /// Takes the blocks on and right of the diagonal of K, whose blocks require_blocks() has seen.
  /// With a scale s, entry (i, j) becomes s_i K_ij s_j. Allocates only when K has more blocks than
  /// any before. Rows are placed and copied on thread_count() threads (base/system/threads.hpp).
  void assign(const Mat& K, const Vec* scale = nullptr);
  BlockRows rows() const { return {values_.data(), columns_.data(), ends_.data(), symmetric_}; }
  int row_count() const { return static_cast<int>(ends_.size()); }
  /// The ends of parts of the rows, the same for every number of threads. What the rows of a part
  /// add to lies in the part or in the next one, so that every second part can be swept at the same
  /// time as the others of these.
  const std::vector<int>& part_ends() const { return part_ends_; }
  /// The last column that this row of blocks or one before it has.
  int reach(int row) const { return reach_[static_cast<std::size_t>(row)]; }
  /// The most rows of blocks that a reach lies beyond its row.
  int bandwidth() const { return bandwidth_; }

 private:
  /// Sets where the blocks of K belong.
  void place(const Mat& K);
  void fetch(const Mat& K, std::size_t row) const;
  /// Copies the blocks and scales them; false where `size` numbers of a block do not suffice.
  template <int size>
  bool copy(const Mat& K, const Vec* scale);
  /// Scales a row of blocks.
  template <int size>
  void apply(const Vec& scale, int row);
  void cut();

  bool symmetric_ = true;
  int bandwidth_ = 0;
  std::vector<int> ends_, reach_, part_ends_;
  std::vector<int> slots_;  // of each row's first block that is copied, in K
  LargeVector<int> columns_;
  LargeVector<double> values_;
};

}  // namespace stiffbench
