#pragma once

#include "integrators/kernels/iterative/block_ic_kernels.hpp"
#include "integrators/kernels/iterative/domains.hpp"
#include "integrators/kernels/linear/symmetric_product.hpp"

#include <span>
#include <vector>

namespace stiffbench {

/// The incomplete Cholesky factorization of a symmetric, positive definite matrix of 3x3 blocks,
/// without fill (Meijerink, van der Vorst, DOI 10.1090/S0025-5718-1977-0438681-4): S ~ (I + U)' D
/// (I + U), where U has the blocks of S right of the diagonal, with the rows in the order of
/// domains.hpp. It is exact where S is a chain in one domain, and near to S on thin bodies. It may
/// break down although S is definite. Then a block of D is not safely definite in single precision,
/// in which the factor is computed and stored. Two threads factorize and solve in the domains.
class BlockIc {
 public:
  /// Factorizes S, whose blocks are 3x3; false where the factorization breaks down.
  bool factorize(const SymmetricProduct& S, int block_rows);
  /// Solves with the factors: computes z, of the length of r; returns r' z.
  double solve(const Vec& r, Vec& z);
  /// Solves for the real and the imaginary part in one pass over the factors, to the same digits.
  void solve(const ComplexVec& r, ComplexVec& z);

 private:
  FactorRows rows() {
    return {factors_.data(), blocks().columns.data(), blocks().ends.data(), domains_.order.data(),
            rows_,           domains_.ends.back()};
  }
  /// Calls work(domain, its rows) for each domain, on threads.
  void on_domains(const auto& work) const;
  RowRange separator() const { return {domains_.ends.back(), rows_}; }
  /// The blocks of S, and then of D (I + U), with the rows in the order of the domains.
  FloatBlocks& blocks() { return domains_.ends.size() == 1 ? copy_ : ordered_; }
  /// Sets blocks() to those of S.
  void copy(const SymmetricProduct& S);
  /// Finds the domains of the copy, and the places of its blocks in their order.
  void arrange();
  void move_block(std::size_t from);
  /// The factors are in single precision: r is scaled to a largest entry of 1.
  Substitution substitution(const Vec& r, Vec& z) const;
  /// Solves for these right-hand sides; returns r' z of the first.
  double substitute(std::span<const Substitution> sides);

  int rows_ = 0;
  double scale_ = 1;  // of S
  Domains domains_;
  FloatBlocks copy_, ordered_;  // the second is not used where there is one domain
  std::vector<int> pattern_ends_, pattern_columns_;  // for which domains and slots were found
  std::vector<int> slots_;  // of each block of the copy in ordered_; ~slot for a transposed one
  LargeVector<float> factors_;
  std::vector<int> first_, next_, pending_, places_;
  Eigen::Matrix<float, 4, Eigen::Dynamic> sums_, passed_;  // aligned; a row's are neighbours
  std::vector<double> products_;                           // of each domain and the separator
};

}  // namespace stiffbench
