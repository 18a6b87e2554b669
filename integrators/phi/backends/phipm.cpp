// Two phi back ends. "phipm" (Niesen, Wright, 10.1145/2168773.2168781) uses Krylov processes with
// full orthogonalization in substeps, with the dimension that costs the fewest floating-point
// operations per unit of time. "phipm_simul_iom2" (Luan, Pudykiewicz, Reynolds,
// 10.1016/j.jcp.2018.10.018) is phipm with incomplete orthogonalization of length 2, one sweep for
// all stages that share their vectors, and no products with zero vectors. Errors are controlled as
// in first_order.hpp.

#include "integrators/phi/first_order/first_order.hpp"

#include <algorithm>
#include <cmath>

namespace stiffbench::phi {
namespace {

constexpr Eigen::Index most_vectors = 100;  // the choice of phipm's authors

/// The substep of Niesen and Wright (10.1145/2168773.2168781), with A = hJ and u(tau) as in
/// sweeps.hpp:
///   u(t + s) = s^p phi_p(s A) w_p + sum_{j < p} s^j/j! w_j,
///   w_0 = u(t), w_j = A w_{j-1} + sum_{l = 0}^{p-j} t^l/l! b_{j+l}.
/// Each substep needs one Krylov process, which starts from w_p. Products with a zero w_j are
/// skipped (10.1016/j.jcp.2018.10.018); in the first substep these are all products but those from
/// the first nonzero b_k.
class Phipm final : public FirstOrderKrylov {
 public:
  explicit Phipm(int orthogonal_to) : FirstOrderKrylov(most_vectors, orthogonal_to) {}

 private:
  int prepare(const Sweep& sweep) override;
  double begin(double t) override;
  void complete(double s, Vec& sum) const override;
  double further_round_off(double s) const override;

  bool add_loads(double t, int j);

  int p_ = 0;
  Eigen::MatrixXd w_;           // column j: w_j
  std::vector<double> errors_;  // bounds of the round-off of the w_j, in units of epsilon
  Vec weight_of_w_;
};

int Phipm::prepare(const Sweep& sweep) {
  p_ = sweep.top;
  basis_.resize(*space_, 0);
  if (w_.rows() != loads_.rows()) w_.resize(loads_.rows(), max_k + 1);
  weight_of_w_.resize(space_->weighted() ? loads_.rows() : 0);
  errors_.resize(max_k + 1);
  return p_;
}

/// Adds the terms with the b_k to w_j; false if there are none.
bool Phipm::add_loads(double t, int j) {
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

double Phipm::begin(double t) {
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

void Phipm::complete(double s, Vec& sum) const {
  double power = 1;
  for (int j = 0; j < p_; power *= s / ++j) sum += power * w_.col(j);
}

double Phipm::further_round_off(double s) const {
  double power = 1, sum = 0;
  for (int j = 0; j <= p_; power *= s / ++j) sum += power * errors_[j];
  return rounding * sum;
}

constexpr int all = 0, last_two = 2;
const bool enrolled = enrol_backend("phipm", [] { return Phipm(all); }) &&
                      enrol_backend("phipm_simul_iom2", [] { return Phipm(last_two); });

}  // namespace
}  // namespace stiffbench::phi
