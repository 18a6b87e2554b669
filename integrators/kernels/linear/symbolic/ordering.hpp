#pragma once

#include "problems/contract/state.hpp"

#include <vector>

namespace stiffbench {

/// The size of a Cholesky factorization.
struct FactorCounts {
  double entries = 0;     ///< of the factor
  double operations = 0;  ///< floating-point operations of the factorization
};

/// True when three consecutive rows (or columns) of a compressed matrix always share their entries,
/// which come in threes.
template <class Matrix>
bool has_triple_blocks(const Matrix& A);

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

/// An order of rows in which factors are sparse: approximate minimum degree (DOI
/// 10.1145/1024074.1024081, CHOLMOD's AMD), or the better one of that and nested dissection (METIS,
/// DOI 10.1137/S1064827595287997), which takes five times as long to find.
enum class FactorOrder { minimum_degree, best };

/// Counts the factorization after this order. Minimum degree is an upper bound of the other on most
/// bodies, by a factor of up to 2.5 in the operations.
FactorCounts count_factor(const BlockGraph& graph, FactorOrder order);

/// Returns the best order of rows.
std::vector<int> fill_reducing_order(const BlockGraph& graph);

}  // namespace stiffbench
