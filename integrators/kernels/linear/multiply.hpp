#pragma once

#include "problems/contract/state.hpp"
#include "problems/contract/work.hpp"

namespace stiffbench {

/// Computes y = K x, counted as one stiffness product. `block_size` is the problem's: 1, or 3
/// where K consists of full 3x3 blocks (three consecutive rows share their columns, which come in
/// threes). The column indices of one row then serve all three. K must be compressed; a pattern
/// without such blocks is an Error. x and y must not overlap. For many products with one symmetric
/// K, see symmetric_product.hpp.
void multiply(const Mat& K, int block_size, const Vec& x, Vec& y, Work& work);

/// Throws Error unless K is compressed and consists of full blocks of this size, which must be 3.
void require_blocks(const Mat& K, int block_size);

}  // namespace stiffbench
