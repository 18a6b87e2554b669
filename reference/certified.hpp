#pragma once

#include "problems/contract/error_measures.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stiffbench {

/// The demands on a reference: its checkpoints, its digits and the work it may take.
struct ReferenceOptions {
  int checkpoints = 1;  ///< the number N of states, at i T/N, i = 1..N
  /// The digits to which the two methods must agree; default_digits() unless given.
  std::optional<double> digits = {};
  /// The largest work of refining, in force evaluations times dof; beyond it the digits are given
  /// up with an Error. The default is more than any named problem takes.
  double work_limit = 1e12;
  bool use_cache = true;
  /// The time (s) between two writings of an unfinished integration into the cache. An interrupted
  /// integration goes on from there, and its result does not change by a bit.
  double keep_every = 60;
  /// A function that is called with a text of the present activity and the finished share of this
  /// level of refinement, in [0, 1].
  std::function<void(const std::string& what, double done)> progress = {};
};

/// One of the two methods: "exact", or a method, its precision and its step.
struct ReferenceMethod {
  std::string name;
  double step = 0;       ///< h (s); 0 for exact
  long evaluations = 0;  ///< evaluations of the force in the last integration
};

/// What a method that has no part in the reference says of it: plain numbers, from outside.
struct Witness {
  std::string method;             ///< its name among the integrators
  std::string setting;            ///< the step or tolerance of its finest run
  double evaluations = 0;         ///< evaluations of the force in all its runs
  std::string inconclusive = {};  ///< why it says nothing, or empty; then there is no distance
  ErrorMeasures distance = {};    ///< of its finest run from the certified states
  ErrorMeasures own_error = {};   ///< its estimate of its own error, over the whole motion
};

/// A certified solution: two unrelated methods, refined until they agree.
struct Reference {
  std::string problem;       ///< its name
  std::string parameters;    ///< every parameter of it, a JSON object
  std::string problem_hash;  ///< problems/contract/problem_hash.hpp
  std::string hash;  ///< names the file: problem_hash, checkpoints, and how references are made
  std::vector<State> states;  ///< the first method's, at the checkpoints: what runs are judged by
  std::vector<State> second;  ///< the other method's
  ReferenceMethod method, second_method;
  /// The largest difference of the two methods over all checkpoints: of positions, relative to the
  /// largest position on the trajectory, and of velocities, relative to the largest velocity.
  double agreement = 0;
  double digits = 0;  ///< -log10(agreement), at most what a double holds
  /// The factor by which a small change of the start grows (reference/scout.hpp), where measured.
  std::optional<double> growth = {};
  /// The reason why there are no states, or empty: runs have no limit, or the motion is chaotic and
  /// round-off grows beyond a tenth of the tolerance. Bounded quantities such as the energy can
  /// still be judged.
  std::string refused = {};
  double start_energy = 0, end_energy = 0;
  /// The numbers among the problem's outputs that each method's steps gave; empty where the problem
  /// has no outputs.
  std::map<std::string, double> outputs, second_outputs;
  std::vector<Witness> witnesses = {};
  std::string withdrawn = {};  ///< the witness that contradicts the states, and how; or empty
};

}  // namespace stiffbench
