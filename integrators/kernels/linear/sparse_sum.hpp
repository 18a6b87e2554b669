#pragma once

#include "integrators/kernels/linear/linear_solver.hpp"
#include "integrators/kernels/linear/symbolic/pattern.hpp"

#include <span>
#include <vector>

namespace stiffbench {

/// A summand weight * matrix. Entry (0, 0) of the matrix is added to entry (row, column) of the
/// sum.
struct Term {
  const Mat* matrix;
  double weight;
  Eigen::Index row = 0, column = 0;
};

/// A square sum of sparse matrices. The positions of all entries in the sum are computed once, so
/// that later sums take one pass over the entries; they are computed anew where a pattern has
/// changed (ProblemTraits::varying_pattern).
class SparseSum {
 public:
  /// Computes the n x n sum of the terms, whose matrices are compressed and have no two entries in
  /// one place, on thread_count() threads (base/system/threads.hpp). The number of terms and their
  /// positions in the sum must not change between calls.
  const Columns& assemble(Eigen::Index n, std::span<const Term> terms);
  /// The result of the last assemble().
  const Columns& sum() const { return sum_; }

 private:
  bool same_patterns(std::span<const Term> terms);
  void analyse(Eigen::Index n, std::span<const Term> terms);
  Columns sum_;
  std::vector<Pattern> patterns_;         // of the terms
  std::vector<std::vector<int>> places_;  // per term and entry: the index into sum_
};

}  // namespace stiffbench
