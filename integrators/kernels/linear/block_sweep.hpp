#pragma once

namespace stiffbench {

/// The upper triangle of a symmetric matrix of 3x3 blocks A, row of blocks by row, the diagonal
/// block first. A block is its diagonals, each entry at the place of its column: (A00 A11 A22),
/// (A20 A01 A12) and, unless every block is symmetric, (A10 A21 A02). So a product needs no
/// exchange of numbers between the columns of a block, and its transpose turns the vector only.
struct BlockRows {
  const double* values;  ///< nine of a block, six where `symmetric`; readable to eight beyond
  const int* columns;    ///< of the blocks, counted in blocks
  const int* ends;       ///< of the rows, in `columns`
  bool symmetric;
};

/// Vectors whose numbers lie side by side: of each row of blocks four numbers of the first vector,
/// the last of them zero, then of the second; and so on. `padded_count()` vectors have a place.
constexpr int padded_count(int count) { return count == 1 ? 1 : (count + 1) / 2 * 2; }

/// One sweep y += scale (K - shift) x for `vectors` vectors, and sums that grow by shares of x and
/// of what y has become.
struct BlockSweep {
  BlockRows K;
  int vectors;  ///< 1, 2 or 4
  const double* x;
  double* y;
  double scale = 1, shift = 0;
  int outputs = 0;  ///< padded_count(), the vectors in `sums`
  /// For each pair of outputs, each of the vectors of x and then each of y: its share in the first
  /// output four times, and in the second.
  const double* shares = nullptr;
  double* sums = nullptr;
};

/// Does the sweep for these rows of blocks. y and the sums are complete in them once all rows
/// before have been done. The instruction set is that of base/system/instruction_set.hpp; those
/// with fused multiply-add differ in the last digits from the baseline, not from each other.
void sweep_blocks(const BlockSweep& sweep, int first, int last);

}  // namespace stiffbench
