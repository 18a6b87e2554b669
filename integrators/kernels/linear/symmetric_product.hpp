#pragma once

#include "integrators/kernels/linear/half_blocks.hpp"
#include "integrators/kernels/linear/vectors/complex_vec.hpp"
#include "integrators/kernels/linear/vectors/padded_vectors.hpp"
#include "problems/contract/work.hpp"

namespace stiffbench {

/// Several vectors of length n, interleaved: row i holds degree of freedom i of every vector (n x
/// m, row-major). Numbers that one product reads, or that one recurrence combines, are then
/// neighbours in memory.
using Vectors = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Products with one symmetric K, with one vector or several at once. A product with a matrix
/// larger than the cache takes as long as reading K. Therefore only the 3x3 blocks on and right of
/// the diagonal are stored, consecutively, and each also serves as its transpose; and K is read
/// once for up to four vectors. Copying K costs about two products, so it pays from the third
/// product on; multiply.hpp serves a single one. On CPUs with wide registers the blocks are those
/// of half_blocks.hpp.
///
///   SymmetricProduct K;                  // a copyable value
///   K.assign(stiffness, block_size);     // once per stiffness
///   K.times(x, y, work);                 // one stiffness product
///   K.times(X, Y, work);                 // n x m, m stiffness products
class SymmetricProduct {
 public:
  /// Sets K, which must be compressed and symmetric: entries left of the diagonal are not read.
  /// `block_size` is the problem's: 1, or 3 where K consists of full 3x3 blocks (three consecutive
  /// rows share their columns, which come in threes). Any other block size, or a pattern without
  /// such blocks, is an Error. K must stay alive and unchanged as long as times() is called, since
  /// it is not copied where the block size is 1. Allocates only when K has more blocks than any
  /// earlier one.
  void assign(const Mat& K, int block_size);
  /// Sets K to a sum of matrices of full 3x3 blocks, which need not stay alive.
  void assign(const BlockSum& sum);
  /// The 3x3 block on the diagonal in this row of blocks.
  Eigen::Matrix3d diagonal_block(int row) const;
  /// Copies the blocks on and right of the diagonal, times `scale`, in single precision. The block
  /// size must be 3.
  void copy_to(FloatBlocks& to, double scale) const;
  /// Computes y = K x; x and y must be different objects, y is resized.
  void times(const Vec& x, Vec& y, Work& work);
  /// Computes y = K x, counted as two stiffness products, in one pass over K where the blocks are
  /// those of half_blocks.hpp.
  void times(const ComplexVec& x, ComplexVec& y, Work& work);
  /// Computes Y = K X for any number of columns, each counted as one stiffness product.
  void times(const Vectors& X, Vectors& Y, Work& work);

 private:
  void assign_columns(const Mat& K);
  /// The index of the first number of a row of blocks, in values_.
  std::size_t first_value(int row) const {
    return row == 0 ? 0 : 9 * static_cast<std::size_t>(end_[static_cast<std::size_t>(row) - 1]);
  }
  template <int m>
  void add_columns(const double* x, Eigen::Index stride, double* y) const;
  void sweep_columns(const Vectors& X, Vectors& Y) const;
  /// Computes y = K x in the padded vectors; the caller has filled x.
  void sweep();

  const Mat* plain_ = nullptr;  // K itself where the block size is 1
  bool wide_ = false;           // the blocks are in blocks_
  HalfBlocks blocks_;
  PaddedVectors x_, y_;
  Eigen::Index size_ = 0;
  std::vector<int> end_;        // of each block row, in columns_
  std::vector<int> columns_;    // first column of each block
  std::vector<double> values_;  // nine per block, column by column
};

}  // namespace stiffbench
