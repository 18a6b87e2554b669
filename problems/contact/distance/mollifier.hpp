#pragma once

#include "problems/contact/distance/closest.hpp"

namespace stiffbench {

/// The factor by which a potential of two edges a = (a0, a1) and b = (b0, b1) is multiplied, so
/// that it has a continuous derivative where the edges are parallel (Li et al. 2020,
/// DOI 10.1145/3386569.3392425, section 4.5): with c = |(a1 - a0) x (b1 - b0)|^2 (m^4),
///   m(c) = (2 - c/eps) c/eps for c < eps, 1 for c >= eps.
/// m is 0 for parallel edges. m'' jumps at c = eps.
class EdgeEdgeMollifier {
 public:
  /// eps = 1e-3 |a|^2 |b|^2 of the edges at rest, so that edges are mollified below an angle whose
  /// sine is sqrt(1e-3). Throws Error if an edge has the length zero at rest.
  static EdgeEdgeMollifier at_rest(const Points<4>& rest);
  /// A threshold eps > 0 (m^4), else Error.
  explicit EdgeEdgeMollifier(double threshold);

  double threshold() const { return eps_; }
  /// m (dimensionless).
  double value(const Points<4>& points) const;
  /// The gradient of m by the positions (1/m), flattened xyzxyz...
  Eigen::Matrix<double, 12, 1> gradient(const Points<4>& points) const;
  /// The Hessian of m (1/m^2), a symmetric matrix; for c = eps the one of c > eps, which is 0.
  Eigen::Matrix<double, 12, 12> hessian(const Points<4>& points) const;

 private:
  double first_derivative(double c) const { return c < eps_ ? 2 / eps_ * (1 - c / eps_) : 0; }
  double eps_;
};

}  // namespace stiffbench
