#include "integrators/kernels/sparse_sum.hpp"

namespace stiffbench {
namespace {

/// visit(row, column) in storage order.
template <class Visit>
void each_entry(const Mat& A, Visit visit) {
  for (int r = 0; r < A.outerSize(); ++r)
    for (Mat::InnerIterator entry(A, r); entry; ++entry) visit(entry.row(), entry.col());
}

}  // namespace

void SparseSum::analyse(Eigen::Index n, std::span<const Term> terms) {
  std::vector<Eigen::Triplet<double>> entries;
  for (const Term& term : terms)
    each_entry(*term.matrix, [&](auto row, auto column) {
      entries.emplace_back(static_cast<int>(term.row + row), static_cast<int>(term.column + column),
                           0);
    });
  sum_.resize(n, n);
  sum_.setFromTriplets(entries.begin(), entries.end());
  places_.clear();
  for (const Term& term : terms) {
    auto& places = places_.emplace_back();
    each_entry(*term.matrix, [&](auto row, auto column) {
      places.push_back(&sum_.coeffRef(term.row + row, term.column + column) - sum_.valuePtr());
    });
  }
}

bool SparseSum::same_patterns(std::span<const Term> terms) {
  patterns_.resize(terms.size());
  bool same = true;
  for (size_t t = 0; t < terms.size(); ++t) same &= patterns_[t].same(*terms[t].matrix);
  return same;
}

const Columns& SparseSum::assemble(Eigen::Index n, std::span<const Term> terms) {
  if (!same_patterns(terms) || sum_.rows() != n) analyse(n, terms);
  sum_.coeffs().setZero();
  for (size_t t = 0; t < terms.size(); ++t) {
    const double* entries = terms[t].matrix->valuePtr();
    for (size_t k = 0; k < places_[t].size(); ++k)
      sum_.valuePtr()[places_[t][k]] += terms[t].weight * entries[k];
  }
  return sum_;
}

}  // namespace stiffbench
