#pragma once

#include "harness/contact/ladder.hpp"

#include <functional>
#include <string>
#include <vector>

namespace stiffbench::contact_ladder {

/// A bar that flies lengthwise at a wall, by d'Alembert's waves: they carry the velocity F/Z that a
/// force F at the end causes, with the impedance Z = rho c A, to the free end and back in the time
/// 2 L/c. So the gap d of the end obeys, without any mesh,
///   d' = -v + (F(d(t)) + 2 F(d(t - 2 L/c))) / Z.
/// A hard wall pushes with Z v for 2 L/c, and the bar leaves with the speed v.
struct FlyingBar {
  double length, wave_speed, impedance, speed;  ///< m, m/s, kg/s, m/s

  double duration() const { return 2 * length / wave_speed; }
  double force() const { return impedance * speed; }
  double mass() const { return impedance * length / wave_speed; }
};

/// Numbers of the impact on a wall, predicted or measured.
struct WallImpact {
  double contact_time;  ///< with a gap below the barrier's reach (s)
  double force;         ///< mean over the middle half of the duration (N)
  double rebound;       ///< mean speed of the bar 1.5 durations after contact began (m/s)
  /// Distance by which the centre is then ahead of that of a bar that met a hard wall at the gap 0
  /// (m).
  double ahead;
};

/// A barrier before the wall. Its force (N) falls with the gap and is zero from `reach` (m) on.
struct Wall {
  double reach;
  std::function<double(double gap)> force;
};
/// Predicts the impact of a bar that begins at the gap 2 reach: integrates the equation of the gap
/// to about 4 digits of reach / speed. The force must become steady before the first wave returns.
WallImpact predict(const FlyingBar& bar, const Wall& wall);

/// Half width (s) of a wave front after the duration of the impact, in a bar of N elements with
/// lumped masses. Their frequencies are c k (1 - (k h)^2/24) for elements of the length h, so that
/// a front becomes the integral of Airy's function with the length (c t h^2/8)^(1/3); between -1
/// and 1 of these it rises from a tenth to four fifths of its height.
double front_width(const FlyingBar& bar, int elements);

/// A mesh of a flying bar that begins at the gap 2 reach.
struct MeshedBar {
  FlyingBar bar;
  double reach;
  int elements;
  Vec masses;  ///< of the unknowns along the bar (kg), 0 of all others
  std::function<double(const State&)> gap;
};
/// Measures the impact with one method.
Outcome fly(const MeshedBar& mesh, const Problem& problem, const Contestant& method,
            const Steps& steps, WallImpact& impact);

/// Predictions of contact time, force and speed of rebound for a mesh:
/// - the contact ends when the front returns, which the mesh widens by front_width();
/// - vibrations of the highest frequency of the mesh, 2 c/h, even if they are as large as the
/// force,
///   change its mean over L/c by at most the share h/L;
/// - the front's width over L is the share of the bar in which vibrations may remain, so that the
///   speed is smaller by up to half of that share; no energy can make it larger.
std::vector<Prediction> predictions(const FlyingBar& bar, const Wall& wall, int elements);
/// The order in `reach` of the centre's advance, from those of three reaches, each half the last.
double order_of(const std::vector<double>& ahead);

}  // namespace stiffbench::contact_ladder
