#pragma once

#include "problems/contract/optional/resumable_outputs.hpp"
#include "problems/contract/outputs.hpp"

#include <vector>

namespace stiffbench {

class ContactProblem;

/// The energy of some bodies of elements by themselves: kinetic, of deformation and of weight, but
/// not of contacts. The outputs are
///   own_energy    at the end, less that at the start (J)
///   late_kinetic  the mean kinetic energy in the last quarter of the time, by the trapezoidal rule
///                 (J); NaN before it begins
///   series_t, series_own_energy  less that at the start (J)
class OwnEnergy final : public Outputs, public ResumableOutputs {
 public:
  /// `bodies`: their numbers.
  OwnEnergy(const ContactProblem& problem, std::vector<int> bodies, long points);
  void see(const State& u) override;
  Settings result() const override;
  std::vector<double> memory() const override;
  void resume(const std::vector<double>& memory) override;

 private:
  /// Numbers of the states so far. `memory` saves them in this order.
  struct Scalars {
    double t = 0, first = 0, energy = 0, kinetic = 0, late_time = 0, late_integral = 0;
  };

  const ContactProblem& problem_;
  std::vector<int> bodies_;
  bool started_ = false;
  TimeSeries series_;
  Scalars now_;
};

}  // namespace stiffbench
