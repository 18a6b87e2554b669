#pragma once

#include "problems/contract/outputs.hpp"
#include "problems/contract/problem.hpp"

namespace stiffbench {

/// The outputs of collision_1d:
/// - centre_velocity: final velocity of the centre of mass (m/s); restitution: centre_velocity over
///   the initial speed; impact_time, separation_time (s) and contacts, by the barrier's reach;
/// - minimum_gap: the smallest distance of the leading node from the wall (m); smallest_stretch:
///   the smallest F;
/// - momentum_gain: of the bar, from start to end (N s); external_impulse: the sum of the forces on
///   all nodes, in which only wall and drag do not cancel, integrated by the trapezoidal rule over
///   the accepted states; momentum_residual: their difference. It includes the error of the rule,
///   so that it decreases at best with the square of h;
/// - modal_frequency (rad/s), modal_energy at the end and modal_energy_after, its mean over the
///   states since the last separation (J): in the modes cos(pi k i / (n - 1)), k = 0..n-1, of the
///   linearised free bar, where k = 0 is the motion of the centre of mass. The linearised energy
///   shows amplitudes; it is not a part of the bar's energy;
/// - series of the leading and trailing node, the centre of mass (m) and its velocity (m/s).
class CollisionOutputs final : public Outputs {
 public:
  struct Bar {
    Vec rest;  ///< lengths of the elements (m)
    double wave_speed, speed, reach;
  };
  CollisionOutputs(const Problem& problem, Bar bar, long points);

  void see(const State& u) override;
  Settings result() const override;

 private:
  /// Returns the energy of every mode (J), from its amplitude and its rate.
  Vec modal_energy(const State& u) const;
  Settings momentum() const;

  const Problem& problem_;
  Bar bar_;
  Vec mass_, start_x_, force_;
  Eigen::MatrixXd modes_;  // one mode per column, of modal mass 1: Q' M Q = I
  Vec frequency_;
  ContactTimes contact_;
  TimeSeries series_;
  State last_;
  bool started_ = false;
  double first_momentum_ = 0, impulse_ = 0, external_ = 0;
  double minimum_gap_, smallest_stretch_;
  Vec sum_after_;
  long count_after_ = 0;
};

}  // namespace stiffbench
