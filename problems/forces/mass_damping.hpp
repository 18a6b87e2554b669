#pragma once

#include "problems/contract/mass.hpp"

namespace stiffbench {

/// Rayleigh damping by a lumped mass alone: the force -rate M v, the rate in 1/s.
struct MassDamping {
  double rate;

  template <class Scalar>
  void add_force(const Mass& mass, const VecOf<Scalar>& v, VecOf<Scalar>& f) const {
    f -= static_cast<Scalar>(rate) * mass.diagonal().template cast<Scalar>().cwiseProduct(v);
  }
  /// Writes D = rate M, in place where D has the pattern of M.
  void matrix(const Mass& mass, Mat& D) const {
    if (D.nonZeros() != mass.matrix().nonZeros()) D = mass.matrix();
    D.coeffs() = rate * mass.matrix().coeffs();
  }
};

}  // namespace stiffbench
