#include "integrators/peers/first_order_split.hpp"

namespace stiffbench {

FirstOrderSplit::FirstOrderSplit(const CountedProblem& problem) : system_(problem) {
  stiffness_.assign(problem.linear_stiffness(), problem.block_size());
}

void FirstOrderSplit::evaluate_linear(const double* y) {
  const Eigen::Map<const Vec> x(y, system_.dof());
  if (x_.size() == x.size() && x_ == x) return;
  x_ = x;
  stiffness_.times(x_, product_, system_.problem().work());
  system_.problem().mass().solve(product_, s_);
}

bool FirstOrderSplit::linear_part(const double* y, double* dydt) {
  const Eigen::Index n = system_.dof();
  evaluate_linear(y);
  Vec::Map(dydt, n) = Vec::Map(y + n, n);
  Vec::Map(dydt + n, n) = -s_;
  return s_.allFinite() && Vec::Map(dydt, n).allFinite();
}

bool FirstOrderSplit::remaining_part(double t, const double* y, double* dydt) {
  const Eigen::Index n = system_.dof();
  evaluate_linear(y);
  system_.problem().force(system_.at(t, y), f_);
  system_.problem().mass().solve(f_, g_);
  Vec::Map(dydt, n).setZero();
  Vec::Map(dydt + n, n) = g_ + s_;
  return Vec::Map(dydt + n, n).allFinite();
}

}  // namespace stiffbench
