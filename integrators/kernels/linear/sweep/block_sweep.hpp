#pragma once

namespace stiffbench {

/// The upper triangle of a symmetric matrix of 3x3 blocks A, stored by rows of blocks, with the
/// diagonal block first. A block is stored by its cyclic diagonals, so that the position of each
/// entry is its column: (A00 A11 A22), (A20 A01 A12) and, unless every block is symmetric, (A10 A21
/// A02). A product then moves no number between the columns of a block, and a product with the
/// transpose only rotates the vector.
struct BlockRows {
  const double* values;  ///< nine per block, six if `symmetric`; eight more must be readable
  const int* columns;    ///< of each block, counted in blocks
  const int* ends;       ///< of each row, as an index into `columns`
  bool symmetric;
};

/// The number of places for `count` interleaved vectors. Such vectors hold, for each row of blocks,
/// four numbers of the first vector (the last is zero), then four of the second, and so on.
constexpr int padded_count(int count) { return count == 1 ? 1 : (count + 1) / 2 * 2; }

/// One sweep y += scale (K - shift) x for `vectors` vectors. It also adds linear combinations of x
/// and of the updated y to `sums`.
struct BlockSweep {
  BlockRows K;
  int vectors;  ///< 1, 2 or 4
  const double* x;
  double* y;
  double scale = 1, shift = 0;
  int outputs = 0;  ///< the number of vectors in `sums`, a padded_count()
  /// For each pair of outputs, and for each vector of x and then of y: its weight in the first
  /// output, four times, and then its weight in the second, four times.
  const double* shares = nullptr;
  double* sums = nullptr;
};

/// Sweeps the rows of blocks from `first` up to `last`. Their entries of y and of the sums are
/// complete once all earlier rows have been swept. The instruction set is that of
/// base/system/instruction_set.hpp. All sets with fused multiply-add give the same digits; those of
/// the baseline differ in the last ones.
void sweep_blocks(const BlockSweep& sweep, int first, int last);

}  // namespace stiffbench
