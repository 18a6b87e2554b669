#include "integrators/peers/first_order_split.hpp"

namespace stiffbench {

FirstOrderSplit::FirstOrderSplit(const CountedProblem& problem, FastSplit::Part part)
    : system_(problem) {
  split_.init(problem, part);
}

void FirstOrderSplit::evaluate_fast(const double* y) {
  const Eigen::Map<const Vec> x(y, system_.dof());
  if (x_.size() == x.size() && x_ == x) return;
  x_ = x;
  split_.fast(x_, a_);
}

bool FirstOrderSplit::fast_part(const double* y, double* dydt) {
  const Eigen::Index n = system_.dof();
  evaluate_fast(y);
  Vec::Map(dydt, n) = Vec::Map(y + n, n);
  Vec::Map(dydt + n, n) = a_;
  return a_.allFinite() && Vec::Map(dydt, n).allFinite();
}

bool FirstOrderSplit::remaining_part(double t, const double* y, double* dydt) {
  const Eigen::Index n = system_.dof();
  evaluate_fast(y);
  split_.slow(system_.at(t, y), a_, g_);
  Vec::Map(dydt, n).setZero();
  Vec::Map(dydt + n, n) = g_;
  return g_.allFinite();
}

}  // namespace stiffbench
