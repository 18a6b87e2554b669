#pragma once

#include "problems/contract/error_measures.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stiffbench {

/// Options of a reference: its checkpoints, its digits and the work that it may take.
struct ReferenceOptions {
  int checkpoints = 1;  ///< the number N of states, at the times i T/N, i = 1..N
  /// The digits to which the two methods must agree. The default is default_digits().
  std::optional<double> digits = {};
  /// The largest work of the refinement, in force evaluations times dof. If more is needed, the
  /// refinement ends with an Error. The default exceeds the work of every problem of this suite.
  double work_limit = 1e12;
  bool use_cache = true;
  /// The time (s) between two saves of an unfinished integration to the cache. An interrupted
  /// integration resumes from there, and its result is the same bit by bit.
  double keep_every = 60;
  /// A function that is called with the name of the running method and the finished share of this
  /// level of refinement, a number in [0, 1]. A rough solution precedes the levels; its share ends at 0.1.
  std::function<void(const std::string& what, double done)> progress = {};
};

/// One of the two methods of a reference, or its closed form.
struct ReferenceMethod {
  std::string name;      ///< the method and its precision, or "exact"
  double step = 0;       ///< h (s); 0 for the closed form
  long evaluations = 0;  ///< evaluations of the force in the last integration
};

/// The result of an integrator that took no part in the reference and is compared with it. The
/// numbers come from the caller.
struct CrossCheck {
  std::string method;             ///< name of the integrator
  std::string setting;            ///< the step or tolerance of its finest run
  double evaluations = 0;         ///< evaluations of the force in all its runs
  std::string inconclusive = {};  ///< why there is no distance and no verdict, or empty
  ErrorMeasures distance = {};    ///< of its finest run from the certified states
  ErrorMeasures own_error = {};  ///< estimate of the error of its finest run, over the whole motion
};

/// A certified solution: the states on which two unrelated methods agree after refinement.
struct Reference {
  std::string problem;       ///< name of the problem
  std::string parameters;    ///< all parameters of the problem, as a JSON object
  std::string problem_hash;  ///< problems/contract/problem_hash.hpp
  /// The hash that names the file. It covers problem_hash, the number of checkpoints, and the
  /// version of the way in which references are made.
  std::string hash;
  /// States of the first method at the checkpoints. Errors of runs are measured against them.
  std::vector<State> states;
  std::vector<State> second;  ///< states of the second method at the checkpoints
  ReferenceMethod method, second_method;
  /// The largest difference between the two methods over all checkpoints. Differences of positions
  /// are relative to the largest position of the first method at a checkpoint, and differences of
  /// velocities to the largest velocity.
  double agreement = 0;
  double digits = 0;  ///< -log10(agreement), at most the digits of a double
  /// The factor by which a small perturbation of the initial state grows (reference/scales.hpp), if
  /// it was measured.
  std::optional<double> growth = {};
  /// The reason why there are no states, or empty. A reference is refused if closed contacts
  /// constrain the motion, if runs do not converge as h tends to 0, or if the motion is chaotic and
  /// round-off grows beyond a tenth of the tolerance. Bounded quantities such as the energy can
  /// still be judged.
  std::string refused = {};
  double start_energy = 0, end_energy = 0;  ///< H(0) and H(T) (J)
  /// The numbers among the problem's outputs, computed by each of the two methods. Empty if the
  /// problem has no outputs.
  std::map<std::string, double> outputs, second_outputs;
  std::vector<CrossCheck> cross_checks = {};
  std::string withdrawn =
      {};  ///< which cross-check contradicts the states, and by how much; or empty
};

}  // namespace stiffbench
