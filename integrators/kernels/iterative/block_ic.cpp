#include "integrators/kernels/iterative/block_ic.hpp"

#include <algorithm>

namespace stiffbench {

bool BlockIc::factorize(const SymmetricProduct& S, int block_rows) {
  rows_ = block_rows;
  double largest = 0;
  for (int row = 0; row < rows_; ++row)
    largest = std::max(largest, S.diagonal_block(row).diagonal().maxCoeff());
  if (!(largest > 0)) return false;
  scale_ = 1 / largest;
  S.copy_to(blocks_, scale_);
  const auto n = static_cast<std::size_t>(rows_);
  first_.assign(n, -1);
  places_.assign(n, -1);
  next_.resize(n);
  pending_.resize(n);
  make_room(factors_, 9 * static_cast<std::size_t>(blocks_.ends.back()) + 4);
  std::fill_n(factors_.end() - 4, 4, 0.0F);
  sums_.resize(4, rows_);
  // The inverse of a tiny diagonal block may overflow in single precision.
  return factorize_rows(blocks_.values.data(), rows(),
                        {first_.data(), next_.data(), pending_.data(), places_.data()}) &&
         Eigen::Map<const Eigen::VectorXf>(factors_.data(), std::ssize(factors_)).allFinite();
}

double BlockIc::solve(const Vec& r, Vec& z) {
  z.resize(r.size());
  const double largest = r.lpNorm<Eigen::Infinity>();
  if (!(largest > 0)) {
    z = r;  // zero, or with a NaN
    return r.squaredNorm();
  }
  return substitute(rows(), r.data(), 1 / largest, scale_ * largest, sums_.data(), z.data());
}

}  // namespace stiffbench
