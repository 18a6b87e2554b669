#pragma once

#include "problems/contract/problem.hpp"

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace stiffbench::references {

/// The states at the times i T/N, i = 1..N.
struct Trajectory {
  std::vector<State> states;
  long evaluations = 0;                   ///< evaluations of the force
  std::map<std::string, double> outputs;  ///< numbers among the problem's, of every step
};

/// A function that is called with the finished share of one integration, in [0, 1].
using Progress = std::function<void(double done)>;

/// The task of one integration, in steps of equal length.
struct Integration {
  int checkpoints = 1;
  long steps = 1;         ///< steps between two checkpoints
  bool extended = false;  ///< whether it is in long double: only where can_extend()
  Vec kick = {};          ///< added to the velocities of the start; may be empty
  /// The file to which the integration's state is written every `keep_every` seconds. An
  /// integration that finds the file goes on from there; its result does not change by a bit. With
  /// an empty path nothing is written.
  std::filesystem::path file = {};
  double keep_every = 60;
};

/// A family of methods, one for every step.
struct Family {
  std::string name;
  int order;
  double evaluations;  ///< evaluations of the force in a step, roughly
  /// Integrates a problem; a run that diverges ends in states that are not finite.
  std::function<Trajectory(const Problem&, const Integration&, const Progress&)> run;
};

// Unrelated ways to a solution, for any force, damped and loaded ones too. Compositions of Verlet,
// the usual choice for undamped problems, take more evaluations at these accuracies and no damping.
// Whoever changes a method or its order changes the version in a reference's hash.

/// The extrapolated midpoint rule of order 16, explicit: few steps for many digits of fast motion.
Family extrapolation();
/// Gauss-Legendre collocation of order 16, implicit and symplectic.
Family collocation();
/// The extrapolated midpoint rule and Fehlberg's formula of order 8, explicit: few evaluations for
/// a step that stability limits, where the fastest motion is hardly excited.
Family extrapolation8();
Family fehlberg8();

/// True when integrations of the problem may be in long double.
bool can_extend(const Problem& problem);

}  // namespace stiffbench::references
