#pragma once

#include "integrators/phi/phi.hpp"

#include <Eigen/Dense>

namespace stiffbench::phi {

/// Phi functions of a damped J by scaling and squaring of an augmented matrix (Al-Mohy, Higham,
/// 10.1137/100788860): with N the p x p shift,
///   exp [[z J, b e_1^T], [0, N]] = [[exp(z J), phi_1(z J) b, ..., phi_p(z J) b], [0, exp N]].
/// All inputs share one exponential for each step fraction c.
class DampedDensePhi {
 public:
  void init(const CountedProblem& problem, double h);
  int add(Request request);
  Outcome linearise(const Mat& K, const Mat& D);
  Outcome evaluate(int request, std::span<const Pair> in, std::span<Pair> out);

 private:
  void scale(const Pair& b, bool position);
  void exponential(const Request& request, double c);

  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  std::vector<Request> requests_;
  double sigma_ = 1;           // x is multiplied by it
  Eigen::MatrixXd jacobian_;   // of (sigma x, v)
  Eigen::MatrixXd inputs_;     // columns (sigma x, v), of norm 1
  std::vector<double> norms_;  // what they were divided by
  Eigen::MatrixXd augmented_, exponential_;
};

/// The largest number of degrees of freedom of a damped problem that the dense back end takes:
/// every step multiplies matrices of twice this size some dozens of times.
inline constexpr Eigen::Index damped_limit = 500;

}  // namespace stiffbench::phi
