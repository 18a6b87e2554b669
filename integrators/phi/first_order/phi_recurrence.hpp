#pragma once

#include "integrators/phi/first_order/first_order.hpp"

namespace stiffbench::phi {

/// The substep of Niesen and Wright (10.1145/2168773.2168781), with A = hJ and u(tau) as in
/// sweeps.hpp:
///   u(t + s) = s^p phi_p(s A) w_p + sum_{j < p} s^j/j! w_j,
///   w_0 = u(t), w_j = A w_{j-1} + sum_{l = 0}^{p-j} t^l/l! b_{j+l},
/// one Krylov process, from w_p, for each substep. Products with a w_j that is zero are skipped
/// (10.1016/j.jcp.2018.10.018); in the first substep these are all products but those from the
/// first b_k.
class PhiRecurrence : public FirstOrderKrylov {
 protected:
  using FirstOrderKrylov::FirstOrderKrylov;

  int prepare(const Sweep& sweep) override;
  double begin(double t) override;
  void complete(double s, Vec& sum) const override;
  double further_round_off(double s) const override;

 private:
  bool add_loads(double t, int j);

  int p_ = 0;
  Eigen::MatrixXd w_;           // column j: w_j
  std::vector<double> errors_;  // bounds of the round-off of the w_j, in units of an epsilon
  Vec weight_of_w_;
};

}  // namespace stiffbench::phi
