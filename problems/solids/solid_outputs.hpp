#pragma once

#include "problems/contract/optional/resumable_outputs.hpp"
#include "problems/contract/outputs.hpp"
#include "problems/solids/elements/solid_term.hpp"

#include <optional>
#include <vector>

namespace stiffbench {

class SolidProblem;

/// The outputs of every elastic solid:
///   specific_energy_loss  the initial minus the final total energy, divided by the mass (J/kg);
///                         negative if energy was gained
///   least_det             the smallest det F over all states and quadrature points; elements are
///                         inverted where it is not positive
///   volume                the final volume divided by the rest volume
///   inverted              the fraction of the volume that is inverted at the end
///   least_energy, most_energy  the smallest and the largest total energy of all states (J)
///   series_t, series_specific_energy  the total energy divided by the mass (J/kg)
class SolidOutputs final : public Outputs, public ResumableOutputs {
 public:
  SolidOutputs(const SolidProblem& problem, long points);
  void see(const State& u) override;
  Settings result() const override;
  std::vector<double> memory() const override;
  void resume(const std::vector<double>& memory) override;

 private:
  const SolidProblem& problem_;
  TimeSeries series_;
  std::optional<double> first_;
  double last_ = 0, least_energy_, most_energy_, least_det_;
  Volumes volumes_;  // of the last state
};

}  // namespace stiffbench
