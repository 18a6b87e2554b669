#pragma once

#include "problems/contract/optional/resumable_outputs.hpp"
#include "problems/contract/problem.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace stiffbench {

/// The motion of the first unknown, and the reaction of a moving support that pulls at it by a
/// spring. The outputs, at the end unless said otherwise, are
///   velocity              of the first unknown (m/s)
///   acceleration          its force over its mass (m/s^2)
///   reaction              stiffness (support - x) (N)
///   largest_acceleration  the largest size over the run (m/s^2)
///   largest_reaction      the largest size over the run (N)
///   series_t, series_velocity, series_acceleration, series_reaction
class SupportReaction final : public Outputs, public ResumableOutputs {
 public:
  struct Support {
    double stiffness;  ///< N/m
    double amplitude;  ///< m
    double omega;      ///< rad/s
  };

  SupportReaction(const Support& support, const Problem& problem, double span, long points)
      : support_(support), problem_(problem), series_(0, span, points) {}

  void see(const State& u) override {
    problem_.force(u, force_);
    problem_.mass().solve(force_, rate_);
    now_ = {u.v[0], rate_[0],
            support_.stiffness * (support_.amplitude * std::sin(support_.omega * u.t) - u.x[0])};
    largest_acceleration_ = std::max(largest_acceleration_, std::abs(now_.acceleration));
    largest_reaction_ = std::max(largest_reaction_, std::abs(now_.reaction));
    if (!series_.due(u.t)) return;
    series_.add("velocity", now_.velocity);
    series_.add("acceleration", now_.acceleration);
    series_.add("reaction", now_.reaction);
  }
  Settings result() const override {
    Settings result{{"velocity", now_.velocity},
                    {"acceleration", now_.acceleration},
                    {"reaction", now_.reaction},
                    {"largest_acceleration", largest_acceleration_},
                    {"largest_reaction", largest_reaction_}};
    series_.put(result);
    return result;
  }
  std::vector<double> memory() const override {
    return {now_.velocity, now_.acceleration, now_.reaction, largest_acceleration_,
            largest_reaction_};
  }
  void resume(const std::vector<double>& memory) override {
    now_ = {memory.at(0), memory.at(1), memory.at(2)};
    largest_acceleration_ = memory.at(3);
    largest_reaction_ = memory.at(4);
  }

 private:
  struct Moment {
    double velocity = 0, acceleration = 0, reaction = 0;
  };

  Support support_;
  const Problem& problem_;
  TimeSeries series_;
  Vec force_, rate_;
  Moment now_;
  double largest_acceleration_ = 0, largest_reaction_ = 0;
};

}  // namespace stiffbench
