#pragma once

#include "problems/contract/problem.hpp"

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace stiffbench::references {

/// The result of one integration: the states at the times i T/N, i = 1..N.
struct Trajectory {
  std::vector<State> states;
  long evaluations = 0;                   ///< evaluations of the force
  std::map<std::string, double> outputs;  ///< numbers among the problem's outputs
};

/// A function that is called during an integration with its finished share, in [0, 1].
using Progress = std::function<void(double done)>;

/// The description of one integration with steps of equal length.
struct Integration {
  int checkpoints = 1;
  long steps = 1;         ///< steps between two checkpoints
  bool extended = false;  ///< in long double, which requires can_extend()
  Vec kick = {};          ///< added to the initial velocities (m/s); may be empty
  /// The file in which the state of the integration is saved every `keep_every` seconds. An
  /// integration that finds the file resumes from there, and its result is the same bit by bit. If
  /// the path is empty, nothing is saved.
  std::filesystem::path file = {};
  double keep_every = 60;
};

/// One of the methods below, in double and in long double.
struct Family {
  std::string name;
  int order;
  double evaluations;  ///< approximate number of force evaluations in one step
  /// Integrates a problem. If the integration diverges, its last states are not finite.
  std::function<Trajectory(const Problem&, const Integration&, const Progress&)> run;
};

// Unrelated methods for any force, including damping and loads. Compositions of velocity Verlet are
// the usual choice for undamped problems, but they need more evaluations at these accuracies and do
// not support damping. A change of a method or its order requires a new version in
// reference_hash().

/// The explicit extrapolated midpoint rule of order 16. It needs few steps for many digits of fast
/// motion.
Family extrapolation();
/// Gauss-Legendre collocation of order 16, implicit and symplectic.
Family collocation();
/// The explicit extrapolated midpoint rule of order 8. It needs few evaluations per step where
/// stability limits the step, that is, where the fastest motion is hardly excited.
Family extrapolation8();
/// Fehlberg's explicit formula of order 8, with the same use as extrapolation8().
Family fehlberg8();

/// Returns true if the problem can be integrated in long double: its force is available in extended
/// precision and its mass is diagonal.
bool can_extend(const Problem& problem);

}  // namespace stiffbench::references
