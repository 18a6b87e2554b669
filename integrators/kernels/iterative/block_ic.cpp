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
  if (sums_.cols() < rows_) sums_.resize(4, rows_);
  // The inverse of a tiny diagonal block may overflow in single precision.
  return factorize_rows(blocks_.values.data(), rows(),
                        {first_.data(), next_.data(), pending_.data(), places_.data()}) &&
         Eigen::Map<const Eigen::VectorXf>(factors_.data(), std::ssize(factors_)).allFinite();
}

Substitution BlockIc::substitution(const Vec& r, Vec& z) const {
  z.resize(r.size());
  const double largest = r.lpNorm<Eigen::Infinity>(), size = largest > 0 ? largest : 1;
  return {r.data(), z.data(), 1 / size, scale_ * size, 0};
}

double BlockIc::solve(const Vec& r, Vec& z) {
  Substitution one = substitution(r, z);
  substitute(rows(), one, sums_.data());
  return one.product;
}

void BlockIc::solve(const ComplexVec& r, ComplexVec& z) {
  if (sums_.cols() < 2 * rows_) sums_.resize(4, 2 * rows_);
  Substitution both[] = {substitution(r.re, z.re), substitution(r.im, z.im)};
  substitute(rows(), both, sums_.data());
}

}  // namespace stiffbench
