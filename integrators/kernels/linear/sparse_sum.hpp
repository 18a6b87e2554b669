#pragma once

#include "integrators/kernels/linear/linear_solver.hpp"
#include "integrators/kernels/linear/pattern.hpp"

#include <span>
#include <vector>

namespace stiffbench {

/// A summand weight * matrix, whose entry (0, 0) stands at (row, column) of the sum.
struct Term {
  const Mat* matrix;
  double weight;
  Eigen::Index row = 0, column = 0;
};

/// A square sum of sparse matrices: the places of their entries are looked up once for the patterns
/// that they have, so that later sums are one pass over the entries. Where a pattern has changed
/// (Nature::varying_pattern) they are looked up anew.
class SparseSum {
 public:
  /// Computes the n x n sum of the terms, all compressed. The number of terms and
  /// their places in the sum do not change between calls.
  const Columns& assemble(Eigen::Index n, std::span<const Term> terms);
  /// The sum of the last call.
  const Columns& sum() const { return sum_; }

 private:
  bool same_patterns(std::span<const Term> terms);
  void analyse(Eigen::Index n, std::span<const Term> terms);
  Columns sum_;
  std::vector<Pattern> patterns_;         // of the terms
  std::vector<std::vector<int>> places_;  // per term and entry, an index into sum_
};

}  // namespace stiffbench
