#pragma once

#include "problems/contract/optional_interfaces.hpp"
#include "problems/contract/outputs.hpp"
#include "problems/solids/solid_term.hpp"

#include <optional>
#include <vector>

namespace stiffbench {

class SolidProblem;

/// The outputs of every elastic solid:
///   specific_energy_loss  the total energy at the start less that at the end, over the whole mass
///                         (J/kg); negative where energy was gained
///   least_det             the least det F of all states and points of the quadrature: elements are
///                         turned inside out where it is not positive
///   volume                the volume at the end over that at rest
///   inverted              the share of the volume that is inside out at the end
///   least_energy, most_energy  the least and the largest total energy of all states (J)
///   series_t, series_specific_energy  the total energy over the whole mass (J/kg)
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
  Volumes volumes_;  // at the last state
};

}  // namespace stiffbench
