#pragma once

#include "problems/contract/state.hpp"

#include <vector>

namespace stiffbench {

/// The size of a Cholesky factorization.
struct FactorCounts {
  double entries = 0;     ///< of the factor
  double operations = 0;  ///< floating-point operations of the factorization
};

/// The graph of a symmetric matrix whose entries come in full square blocks. An order of this graph
/// is nine times as fast to find as one of the matrix of 3x3 blocks, and as good.
struct BlockGraph {
  /// Takes the graph of a compressed matrix that holds both triangles. The blocks are 3x3 if three
  /// consecutive rows (or columns) always share their entries, which come in threes; else 1x1.
  template <class Matrix>
  explicit BlockGraph(const Matrix& A);

  /// The entries of the matrix on and right of its block diagonal.
  double upper_entries() const { return size * size * static_cast<double>(column.size()); }

  int size = 1;                    ///< of the blocks
  std::vector<int> start, column;  ///< on and right of the diagonal, by rows of blocks
};

/// Counts the factorization after an approximate minimum degree order (DOI 10.1145/1024074.1024081,
/// CHOLMOD's AMD). It is an upper bound of the counts after fill_reducing_order() on most bodies.
FactorCounts count_factor(const BlockGraph& graph);

/// Returns the order of rows in which factors are sparse: that of minimum degree or that of nested
/// dissection (METIS, DOI 10.1137/S1064827595287997), whichever has the smaller factor.
std::vector<int> fill_reducing_order(const BlockGraph& graph);

}  // namespace stiffbench
