#pragma once

#include "problems/contract/optional/resumable_outputs.hpp"
#include "problems/contract/outputs.hpp"

#include <array>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

namespace stiffbench {

/// The bounces of a body on the ground y = 0. The outputs are
///   apexes     the heights (m) of the tops of the centre's path between contacts, after the first
///              contact, from parabolas through three states
///   least_gap  the smallest distance from the ground (m)
///   impact_time, separation_time, contacts  see ContactTimes, with the reach of the contact
///   series_t, series_height  the height of the centre
class Bounces final : public Outputs, public ResumableOutputs {
 public:
  /// Heights of the centre and of the lowest point at a state (m).
  struct Heights {
    double centre, gap;
  };
  Bounces(std::function<Heights(const State&)> heights, double reach, double span, long points)
      : heights_(std::move(heights)), reach_(reach), contact_(reach), series_(0, span, points) {}
  void see(const State& u) override;
  Settings result() const override;
  std::vector<double> memory() const override;
  void resume(const std::vector<double>& memory) override;

 private:
  std::function<Heights(const State&)> heights_;
  double reach_, least_gap_ = INFINITY;
  ContactTimes contact_;
  TimeSeries series_;
  std::array<double, 3> t_ = {}, height_ = {};  // of the last three states of a flight
  int flight_ = 0;                              // number of valid entries of t_ and height_
  bool touched_ = false;
  std::vector<double> apexes_;
  // Times and gaps from which contact_ is restored: those of the last state, and of both states
  // round each beginning and end of a contact.
  struct Gap {
    double t, gap;
  };
  Gap last_ = {0, INFINITY};
  std::vector<Gap> turning_points_;
};

}  // namespace stiffbench
