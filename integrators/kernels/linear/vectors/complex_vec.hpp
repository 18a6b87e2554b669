#pragma once

#include "problems/contract/state.hpp"

#include <complex>

namespace stiffbench {

/// A complex vector, in two parts, so that real matrices and factors apply to each.
struct ComplexVec {
  Vec re, im;

  void set_zero(Eigen::Index size) {
    re.setZero(size);
    im.setZero(size);
  }
  /// Adds factor * other.
  void add(std::complex<double> factor, const ComplexVec& other) {
    re += factor.real() * other.re - factor.imag() * other.im;
    im += factor.real() * other.im + factor.imag() * other.re;
  }
  /// Multiplies by the factor and adds another vector.
  void scale_and_add(std::complex<double> factor, const ComplexVec& other) {
    for (Eigen::Index i = 0; i < re.size(); ++i) {
      const std::complex<double> number = factor * std::complex<double>(re[i], im[i]);
      re[i] = number.real() + other.re[i];
      im[i] = number.imag() + other.im[i];
    }
  }
};

/// The sum of x_k y_k, without a conjugate.
inline std::complex<double> bilinear(const ComplexVec& x, const ComplexVec& y) {
  return {x.re.dot(y.re) - x.im.dot(y.im), x.re.dot(y.im) + x.im.dot(y.re)};
}

}  // namespace stiffbench
