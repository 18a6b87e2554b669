#include "integrators/kernels/iterative/preconditioner_choice.hpp"

#include <algorithm>

namespace stiffbench {

void PreconditionerChoice::init(Preconditioner kind) {
  *this = {};
  kind_ = kind;
}

double PreconditionerChoice::saving() const {
  return jacobi_iteration * jacobi_.per_digit() - ic_iteration * ic_.per_digit();
}

bool PreconditionerChoice::factorization_pays() const {
  return jacobi_.products > 0 && digits_per_matrix_ * saving() > ic_factorization;
}

void PreconditionerChoice::begin_matrix(bool has_blocks) {
  if (digits_ > 0)
    digits_per_matrix_ =
        digits_per_matrix_ == 0 ? digits_ : 0.7 * digits_per_matrix_ + 0.3 * digits_;
  is_wanted_ = ic_.products > 0 ? factorization_pays() : products_ >= patience_;
  digits_ = 0;
  products_ = 0;
  has_blocks_ = has_blocks;
  is_factorized_ = has_failed_ = false;
}

bool PreconditionerChoice::turns(long products) const {
  if (!has_blocks_ || is_factorized_ || has_failed_ || kind_ == Preconditioner::block_jacobi)
    return false;
  if (kind_ == Preconditioner::block_ic || is_wanted_) return true;
  if (ic_.products == 0) return products == 0 ? products_ >= patience_ : products >= 4 * patience_;
  // The products so far would have paid for the factorization.
  const auto all = static_cast<double>(products_ + products);
  return jacobi_.products > 0 && all * saving() > ic_factorization * jacobi_.per_digit();
}

void PreconditionerChoice::set_factorized(bool succeeded) {
  is_factorized_ = succeeded;
  has_failed_ = !succeeded;
  if (succeeded) return;
  constexpr long most_patience = 1L << 30;
  ic_ = {};
  patience_ = std::min(2 * patience_, most_patience);
}

void PreconditionerChoice::count(long products, double digits) {
  constexpr double memory = 0.9, least_digits = 0.1;
  if (products == 0) return;
  Rate& rate = is_factorized_ ? ic_ : jacobi_;
  digits = std::max(digits, least_digits);
  rate.products = memory * rate.products + static_cast<double>(products);
  rate.digits = memory * rate.digits + digits;
  digits_ += digits;
  if (!is_factorized_) products_ += products;
}

}  // namespace stiffbench
