#pragma once

#include "problems/contract/optional/resumable_outputs.hpp"
#include "problems/contract/outputs.hpp"
#include "problems/contract/problem.hpp"

#include <string>

namespace stiffbench {

/// How much of a motion is in one mode of vibration, a vector phi. With the amplitude
/// a = phi' M x / phi' M phi:
///   mode_energy       at the end: (phi' M phi a'^2 + phi' K0 phi a^2)/2 (J)
///   late_amplitude    largest |a| in the last quarter of the time (m)
///   late_mode_kinetic mean kinetic energy in the mode in that quarter, of the initial energy
///   late_other_kinetic mean kinetic energy beside the mode in that quarter, of the initial energy
///   energy_left       energy at the end, of the initial energy
///   series_t, series_amplitude, series_mode_energy, series_energy
/// Energies count from that of x = 0, the state at rest.
class Mode final : public Outputs, public ResumableOutputs {
 public:
  Mode(const Problem& problem, const Vec& phi, long points);
  void see(const State& u) override;
  Settings result() const override;
  std::vector<double> memory() const override;
  void resume(const std::vector<double>& memory) override;

 private:
  const Problem& problem_;
  Vec weighted_;  // M phi
  double mass_, stiffness_, at_rest_, late_;
  TimeSeries series_;
  double first_ = 0, energy_ = 0, mode_energy_ = 0, late_amplitude_ = 0, in_mode_ = 0, beside_ = 0;
  long states_ = 0, late_states_ = 0;
};

}  // namespace stiffbench
