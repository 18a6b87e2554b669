#pragma once

#include "problems/contract/outputs.hpp"

#include <complex>
#include <vector>

namespace stiffbench {

/// What a run of the oscillator x'' = -2 zeta omega x' - omega^2 x shows of its integrator: on a
/// linear problem a method with a fixed step is a matrix, whose eigenvalues the first steps tell
/// (dynamic mode decomposition, DOI 10.1017/S0022112010001217). Methods that remember the state
/// before the last, as bdf2 does, are seen through pairs of states. It ends as
///   spectral_radius  the largest |mu| of the eigenvalues mu: the growth per step in the long run
///   dissipation      |mu| / |e^{h lambda}| - 1 of the eigenvalue nearest to e^{h lambda}, lambda =
///                    -zeta omega + i omega sqrt(1 - zeta^2): the relative error of the amplitude
///   dispersion       arg mu / arg e^{h lambda} - 1: that of the frequency
/// The last two are there where a period has more than two steps. All are not-a-number after less
/// than twelve steps, and for methods that are not linear in the state.
class Amplification final : public Outputs {
 public:
  Amplification(double omega, double zeta) : omega_(omega), zeta_(zeta) {}
  void see(const State& u) override;
  Settings result() const override;

 private:
  /// Empty where states do not follow from `memory` states before by one matrix.
  std::vector<std::complex<double>> eigenvalues(int memory) const;

  double omega_, zeta_, h_ = 0;
  std::vector<Eigen::Vector2d> seen_;  // omega x and v: then the energy is the square of the norm
};

}  // namespace stiffbench
