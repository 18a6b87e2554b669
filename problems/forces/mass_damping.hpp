#pragma once

#include "base/system/chunks.hpp"
#include "problems/contract/mass.hpp"

namespace stiffbench {

/// Rayleigh damping that is proportional to a lumped mass: the force -rate M v, with the rate in
/// 1/s.
struct MassDamping {
  double rate;

  template <class Scalar>
  void add_force(const Mass& mass, const VecOf<Scalar>& v, VecOf<Scalar>& f) const {
    on_chunks(f.size(), [&](long first, long size) {
      f.segment(first, size) -=
          static_cast<Scalar>(rate) * mass.diagonal()
                                          .segment(first, size)
                                          .template cast<Scalar>()
                                          .cwiseProduct(v.segment(first, size));
    });
  }
  /// Writes D = rate M, in place if D has the pattern of M.
  void matrix(const Mass& mass, Mat& D) const {
    if (D.nonZeros() != mass.matrix().nonZeros()) D = mass.matrix();
    on_chunks(D.nonZeros(), [&](long first, long size) {
      D.coeffs().segment(first, size) = rate * mass.matrix().coeffs().segment(first, size);
    });
  }
};

}  // namespace stiffbench
