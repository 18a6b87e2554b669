#pragma once

#include "problems/contract/error_measures.hpp"
#include "problems/contract/problem.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stiffbench {

struct ReferenceOptions {
  int checkpoints = 1;                ///< states at i T/N, i = 1..N
  std::optional<double> digits = {};  ///< of agreement between the two methods; else default_digits
  /// Force evaluations times dof that refining may take; beyond, the digits asked for are not to be
  /// had. By default more than any named problem takes.
  double work_limit = 1e12;
  bool use_cache = true;
  /// With a cache: how often (s) the state of an integration goes there, from which an interrupted
  /// one goes on, to the same result bit by bit.
  double keep_every = 60;
  /// Told what is being done, and the share done of this level of refinement in [0, 1].
  std::function<void(const std::string& what, double done)> progress = {};
};

/// 12 where the force is to be had in extended precision, else 9; 8 where these take long; 7 where
/// the force is not smooth.
double default_digits(const Problem& problem);

/// One of the two methods: "exact", or a method, its precision and its step.
struct ReferenceMethod {
  std::string name;
  double step = 0;       ///< h (s); 0 for exact
  long evaluations = 0;  ///< of the force, in the last integration
};

/// A certified solution: two unrelated methods, refined until they agree.
struct Reference {
  std::string problem;       ///< name
  std::string parameters;    ///< every parameter, a JSON object
  std::string problem_hash;  ///< problems/contract/problem_hash.hpp
  std::string hash;  ///< names the file: problem_hash, checkpoints, and how references are made
  std::vector<State> states;  ///< the first method's, at the checkpoints: what runs are judged by
  std::vector<State> second;  ///< the other method's
  ReferenceMethod method, second_method;
  /// The largest difference over all checkpoints, of positions over the largest position on the
  /// trajectory and likewise of velocities.
  double agreement = 0;
  double digits = 0;  ///< -log10(agreement), at most what a double holds
  /// By which a small change of the start grows (reference/scout.hpp), where it was measured.
  std::optional<double> growth = {};
  /// Why there are no states: the motion is chaotic, and round-off grows beyond a tenth of the
  /// tolerance. What is bounded, as energy, can still be judged. Else empty.
  std::string refused = {};
  double start_energy = 0, end_energy = 0;
  /// The numbers among the problem's outputs, of both methods' every step; none where it has none.
  std::map<std::string, double> outputs, second_outputs;
};

/// The reference of a problem, from the cache or computed and put there. The states are exact()'s
/// where there is one, checked by a method. An Error tells how far it came when the digits asked
/// for were not reached.
Reference reference(const Problem& problem, const ReferenceOptions& options = {});

/// Roughly what making it will take: force evaluations times dof of a first level, times ten in
/// long double; none where the cache has it.
double expected_work(const Problem& problem, const ReferenceOptions& options);

/// How far the second method is from the first, in the measures of runs: errors below are noise.
ErrorMeasures floors(const Problem& problem, const Reference& reference);

/// A few lines to print.
std::string summary(const Problem& problem, const Reference& reference);

}  // namespace stiffbench
