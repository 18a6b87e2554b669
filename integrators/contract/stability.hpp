#pragma once

#include <Eigen/Core>

#include <complex>
#include <vector>

namespace stiffbench {

/// Properties of R(z) on oscillations u' = i omega u; below, y = h omega. Orders and constants come
/// from the power series of log R(z) - z, whose even terms change the amplitude on the imaginary
/// axis and whose odd terms change the phase.
struct StabilityProperties {
  double at_infinity = 0;     ///< R(infinity); +inf for explicit methods
  bool a_stable = false;      ///< |R(iy)| <= 1 for every y, and no pole with Re z <= 0
  bool l_stable = false;      ///< a_stable, and R(infinity) = 0
  double y_stable = 0;        ///< |R(iy)| <= 1 for 0 <= y <= y_stable; +inf: for every y
  int linear_order = 0;       ///< R(z) = e^z + O(z^(linear_order + 1))
  double dissipation = 0;     ///< |R(iy)| = 1 + dissipation y^(dissipation_order + 1) + ...
  int dissipation_order = 0;  ///< 0 where |R(iy)| = 1 for every y
  double dispersion = 0;      ///< arg R(iy) = y + dispersion y^(dispersion_order + 1) + ...
  int dispersion_order = 0;
};

/// The stability function R(z) of a one-step method: a step of size h multiplies the solution of y'
/// = lambda y by R(z), z = h lambda. R is stored as a quotient of polynomials in extended
/// precision.
class StabilityFunction {
 public:
  using Coefficients = std::vector<long double>;  ///< of the powers 1, z, z^2, ...

  /// R(z) = 1 + z b' (I - z A)^-1 1 of a Runge-Kutta table with s x s coefficients A and s weights
  /// b. For a Rosenbrock method A is the sum of its two matrices.
  StabilityFunction(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);

  std::complex<double> operator()(std::complex<double> z) const;
  std::complex<long double> at(std::complex<long double> z) const;
  /// The numerator and the denominator of R, without leading coefficients that are round-off of the
  /// table.
  const Coefficients& numerator() const { return numerator_; }
  const Coefficients& denominator() const { return denominator_; }
  StabilityProperties properties() const;

 private:
  Coefficients numerator_, denominator_;
};

}  // namespace stiffbench
