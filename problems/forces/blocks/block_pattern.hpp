#pragma once

#include "problems/contract/state.hpp"

#include <array>
#include <vector>

namespace stiffbench {

/// Returns a matrix of zeros of size 3 x `vertices` with a full 3x3 block for every vertex and two
/// for every pair of vertices in `pairs`. The three rows of a block row share their columns.
Mat block_pattern(int vertices, const std::vector<std::array<int, 2>>& pairs);
/// Gives K this pattern, on threads. The caller sets its values.
void copy_pattern(const Mat& pattern, Mat& K);

/// Returns the index of the first value of block (row, column) in `pattern.valuePtr()`; the rows
/// below follow at distance block_stride(pattern, row). Throws Error if the pattern lacks the
/// block.
int block_slot(const Mat& pattern, int row, int column);
/// Returns the index of the first value of block (row, column), or -1 if the pattern lacks the
/// block.
int find_block(const Mat& pattern, int row, int column);

/// Writes the blocks of `part` into K, whose pattern must contain them; block (0, 0) goes to
/// (first, first).
void put_blocks(const Mat& part, int first, Mat& K);
/// Adds a 3x3 block to values whose rows are `stride` apart.
inline void add_block(const Eigen::Matrix3d& block, int stride, double* values) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) values[i * stride + j] += block(i, j);
}
/// Adds a 3x3 block to block (row, column) of K, whose pattern must contain it.
void add_block(const Eigen::Matrix3d& block, int row, int column, Mat& K);

/// Distance between the rows of the blocks of a block row.
inline int block_stride(const Mat& pattern, int row) {
  return pattern.outerIndexPtr()[3 * row + 1] - pattern.outerIndexPtr()[3 * row];
}

}  // namespace stiffbench
