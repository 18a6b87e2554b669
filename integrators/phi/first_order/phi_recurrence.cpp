#include "integrators/phi/first_order/phi_recurrence.hpp"

#include <algorithm>
#include <cmath>

namespace stiffbench::phi {

int PhiRecurrence::prepare(const Sweep& sweep) {
  p_ = sweep.top;
  basis_.resize(*space_, 0);
  if (w_.rows() != loads_.rows()) w_.resize(loads_.rows(), max_k + 1);
  weight_of_w_.resize(space_->weighted() ? loads_.rows() : 0);
  errors_.resize(max_k + 1);
  return p_;
}

/// w_j += its sum over the b_k; false if there is nothing to add.
bool PhiRecurrence::add_loads(double t, int j) {
  bool any = false;
  double power = 1;
  for (int l = 0; l <= p_ - j; power *= t / ++l) {
    const double size = sizes_[j + l];
    if (size == 0 || power == 0) continue;
    w_.col(j) += power * loads_.col(j + l);
    errors_[j] += power * size;
    any = true;
  }
  return any;
}

double PhiRecurrence::begin(double t) {
  w_.col(0) = u_;
  std::fill(errors_.begin(), errors_.end(), 0.0);
  bool zero = u_.isZero(0);
  for (int j = 1; j <= p_; ++j) {
    const auto before = w_.col(j - 1);
    if (zero) {
      w_.col(j).setZero();
    } else {
      if (space_->weighted()) space_->weigh(before, weight_of_w_);
      const auto norm =
          space_->weighted() ? space_->norm(before, weight_of_w_) : space_->norm(before, before);
      space_->apply(
          before,
          space_->weighted() ? Eigen::Ref<const Vec>(weight_of_w_) : Eigen::Ref<const Vec>(before),
          w_.col(j));
      errors_[j] = space_->size_of_operator() * (norm.bound + errors_[j - 1]);
    }
    zero = !add_loads(t, j) && zero;
  }
  basis_.first() = w_.col(p_);
  return 0;
}

void PhiRecurrence::complete(double s, Vec& sum) const {
  double power = 1;
  for (int j = 0; j < p_; power *= s / ++j) sum += power * w_.col(j);
}

double PhiRecurrence::further_round_off(double s) const {
  double power = 1, sum = 0;
  for (int j = 0; j <= p_; power *= s / ++j) sum += power * errors_[j];
  return rounding * sum;
}

}  // namespace stiffbench::phi
