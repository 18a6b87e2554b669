#include "integrators/peers/first_order.hpp"

namespace stiffbench {

bool FirstOrder::derivative(double t, const double* y, double* dydt) {
  problem_->force(at(t, y), f_);
  problem_->mass().solve(f_, a_);
  Eigen::Map<Vec>(dydt, n_) = u_.v;
  Eigen::Map<Vec>(dydt + n_, n_) = a_;
  return a_.allFinite() && u_.v.allFinite();
}

void FirstOrder::jacobian_times(const State& u, const double* w, double* Jw) {
  dx_ = Eigen::Map<const Vec>(w, n_);
  dv_ = Eigen::Map<const Vec>(w + n_, n_);
  problem_->jacobian_times(u, dx_, dv_, f_);
  problem_->mass().solve(f_, a_);
  Eigen::Map<Vec>(Jw, n_) = dv_;
  Eigen::Map<Vec>(Jw + n_, n_) = a_;
}

}  // namespace stiffbench
