#include "problems/contract/mass.hpp"

#include "base/error.hpp"
#include "base/system/chunks.hpp"

#include <Eigen/SparseCholesky>
#include <fmt/format.h>

namespace stiffbench {

using ColumnMajor = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;
namespace {

/// Writes y = D x with a diagonal D.
void multiply_on_chunks(const Vec& D, const Vec& x, Vec& y) {
  y.resize(x.size());
  on_chunks(x.size(), [&](Eigen::Index first, Eigen::Index size) {
    y.segment(first, size) = x.segment(first, size).cwiseProduct(D.segment(first, size));
  });
}

/// Writes y = M x, computed on several threads; each row is a sum of its own.
void multiply_on_ranges(const Mat& M, const Vec& x, Vec& y) {
  constexpr long least = 1000;  // rows; fewer take less time than waking a thread
  y.resize(M.rows());
  on_ranges(M.rows(), least, [&](long first, long last) {
    y.segment(first, last - first).noalias() = M.middleRows(first, last - first) * x;
  });
}

}  // namespace

struct Mass::Factor : Eigen::SimplicialLLT<ColumnMajor, Eigen::Lower> {};

Mass::Mass(Vec diagonal) : diagonal_(std::move(diagonal)) {
  for (Eigen::Index i = 0; i < diagonal_.size(); ++i)
    if (!(diagonal_[i] > 0))
      throw Error("a mass must be positive", fmt::format("M[{}] = {}", i, diagonal_[i]),
                  "remove massless degrees of freedom from the problem");
  inverse_ = diagonal_.cwiseInverse();
  matrix_ = Mat(diagonal_.asDiagonal());
}

Mass::Mass(Mat consistent) : matrix_(std::move(consistent)), diagonal_(matrix_.diagonal()) {
  auto factor = std::make_shared<Factor>();
  factor->compute(ColumnMajor(matrix_));
  if (factor->info() != Eigen::Success)
    throw Error("a mass matrix must be symmetric positive definite",
                "a matrix whose Cholesky factorization fails", "check the assembly of M");
  factor_ = std::move(factor);
}

void Mass::times(const Vec& x, Vec& y) const {
  if (is_diagonal())
    multiply_on_chunks(diagonal_, x, y);
  else
    multiply_on_ranges(matrix_, x, y);
}

void Mass::solve(const Vec& f, Vec& a) const {
  if (is_diagonal())
    multiply_on_chunks(inverse_, f, a);
  else
    a = factor_->solve(f);
}

void Mass::solve(const VecOf<long double>& f, VecOf<long double>& a) const {
  if (!is_diagonal())
    throw Error("extended precision needs a diagonal mass", "a consistent mass matrix",
                "integrate this problem in double precision");
  a = f.cwiseQuotient(diagonal_.cast<long double>());
}

}  // namespace stiffbench
