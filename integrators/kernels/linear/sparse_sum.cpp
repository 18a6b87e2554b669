#include "integrators/kernels/linear/sparse_sum.hpp"

#include "base/system/chunks.hpp"

#include <algorithm>
#include <numeric>

namespace stiffbench {
namespace {

/// Calls visit(term, its entry, row, column) for one row of the sum after another.
template <class Visit>
void each_entry(Eigen::Index n, std::span<const Term> terms, Visit visit) {
  for (Eigen::Index row = 0; row < n; ++row)
    for (std::size_t t = 0; t < terms.size(); ++t) {
      const Mat& A = *terms[t].matrix;
      const Eigen::Index own = row - terms[t].row;
      if (own < 0 || own >= A.rows()) continue;
      for (int k = A.outerIndexPtr()[own]; k < A.outerIndexPtr()[own + 1]; ++k)
        visit(t, k, static_cast<int>(row), terms[t].column + A.innerIndexPtr()[k]);
    }
}

}  // namespace

// Visits go row by row: in each column of the sum the rows increase, and entries at the same
// position follow each other.
void SparseSum::analyse(Eigen::Index n, std::span<const Term> terms) {
  const std::size_t columns = n;
  std::vector<int> last(columns, -1);  // the last row met in each column
  sum_ = Columns(n, n);
  int* start = sum_.outerIndexPtr();
  each_entry(n, terms, [&](std::size_t, std::size_t, int row, std::size_t column) {
    if (last[column] != row) ++start[column + 1];
    last[column] = row;
  });
  std::partial_sum(start, start + columns + 1, start);
  sum_.resizeNonZeros(start[columns]);
  places_.resize(terms.size());
  for (std::size_t t = 0; t < terms.size(); ++t) places_[t].resize(terms[t].matrix->nonZeros());
  std::vector<int> next(start, start + columns);
  std::fill(last.begin(), last.end(), -1);
  each_entry(n, terms, [&](std::size_t t, std::size_t k, int row, std::size_t column) {
    if (last[column] != row) sum_.innerIndexPtr()[next[column]++] = row;
    last[column] = row;
    places_[t][k] = next[column] - 1;
  });
}

bool SparseSum::same_patterns(std::span<const Term> terms) {
  patterns_.resize(terms.size());
  bool same = true;
  for (std::size_t t = 0; t < terms.size(); ++t) same &= patterns_[t].same(*terms[t].matrix);
  return same;
}

const Columns& SparseSum::assemble(Eigen::Index n, std::span<const Term> terms) {
  if (!same_patterns(terms) || sum_.rows() != n) analyse(n, terms);
  on_chunks(sum_.nonZeros(), [&](Eigen::Index first, Eigen::Index size) {
    sum_.coeffs().segment(first, size).setZero();
  });
  for (std::size_t t = 0; t < terms.size(); ++t) {
    const double* entries = terms[t].matrix->valuePtr();
    on_chunks(std::ssize(places_[t]), [&](long first, long size) {  // no two have one place
      for (long k = first; k < first + size; ++k)
        sum_.valuePtr()[places_[t][k]] += terms[t].weight * entries[k];
    });
  }
  return sum_;
}

}  // namespace stiffbench
