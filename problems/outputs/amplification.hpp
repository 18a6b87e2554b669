#pragma once

#include "problems/contract/outputs.hpp"

#include <complex>
#include <vector>

namespace stiffbench {

/// The amplification of an integrator, from a run of the oscillator
///   x'' = -2 zeta omega x' - omega^2 x.
/// On a linear problem a method with a fixed step is a matrix, whose eigenvalues follow from the
/// first steps (dynamic mode decomposition, DOI 10.1017/S0022112010001217). Methods that use the
/// state before the last one, such as bdf2, need pairs of states. The outputs are
///   spectral_radius  the largest |mu| of the eigenvalues mu: the growth per step in the long run
///   dissipation      |mu| / |e^{h lambda}| - 1 of the eigenvalue nearest to e^{h lambda}, where
///                    lambda = -zeta omega + i omega sqrt(1 - zeta^2): relative amplitude error
///   dispersion       arg mu / arg e^{h lambda} - 1: the relative error of the frequency
///
/// The last two need more than two steps per period, and zeta < 1. All are NaN after fewer than
/// twelve steps, and for methods that are not linear in the state.
class Amplification final : public Outputs {
 public:
  Amplification(double omega, double zeta) : omega_(omega), zeta_(zeta) {}
  void see(const State& u) override;
  Settings result() const override;

 private:
  /// Returns the eigenvalues of the matrix that maps `memory` successive states to the next ones;
  /// none if no such matrix fits the states.
  std::vector<std::complex<double>> eigenvalues(int memory) const;

  double omega_, zeta_, h_ = 0;
  // States (omega x, v), so that the energy is the square of the norm.
  std::vector<Eigen::Vector2d> states_;
};

}  // namespace stiffbench
