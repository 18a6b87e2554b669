#pragma once

#include "problems/problem.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace stiffbench::references {

/// The states at the times i T/N, i = 1..N.
struct Trajectory {
  std::vector<State> states;
  long evaluations = 0;                   ///< of the force
  std::map<std::string, double> outputs;  ///< numbers among the problem's, of every step
};

/// Told the share done of one integration, in [0, 1].
using Progress = std::function<void(double done)>;

/// A family of methods, one for every step.
struct Family {
  std::string name;
  int order;
  double evaluations;  ///< of the force in a step, roughly
  /// Steps are of equal length, `steps` of them between two checkpoints. A run that diverges ends
  /// in states that are not finite.
  std::function<Trajectory(const Problem&, int checkpoints, long steps, const Progress&)> run;
};

// Two unrelated ways to order 16. Both take any force, damped and loaded ones too. Compositions of
// Verlet, the usual choice for undamped problems, take more evaluations at these accuracies and no
// damping. Whoever changes a method or its order changes the version in a reference's hash.

/// Explicit, for any force.
Family extrapolation();
/// Implicit and symplectic, for any force.
Family collocation();

/// Whether integrations are in long double.
bool in_long_double(const Problem& problem);

/// The fastest rate (1/s) of the problem at its start: the largest frequency of M^-1 K or decay of
/// M^-1 D, by power iteration, from below.
double fastest_rate(const Problem& problem);

}  // namespace stiffbench::references
