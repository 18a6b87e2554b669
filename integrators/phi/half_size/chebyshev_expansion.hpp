#pragma once

#include "integrators/phi/half_size/half_size.hpp"
#include "integrators/phi/spectrum.hpp"

namespace stiffbench::phi {

/// Chebyshev coefficients of the functions of a request on an interval, one column per term.
struct Expansion {
  Eigen::MatrixXd coefficients;
  /// Row k: the coefficient of T_k of each input in each output, grouped by input.
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> shares;
  Eigen::MatrixXd tails;  // tails(k, t): the sum of |coefficients| of degrees above k
  Eigen::ArrayXd noise;   // absolute accuracy of the coefficients of each function
  double last = 0;        // the largest last coefficient, relative to the scale of its function
};

/// Expands all functions to the degree at which they converge to round-off.
Expansion expand(const HalfSizeRequest& request, const Interval& interval);

}  // namespace stiffbench::phi
