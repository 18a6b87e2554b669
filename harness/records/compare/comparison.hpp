#pragma once

#include "harness/records/record.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace stiffbench {

/// Quantities compared between two records of one run.
enum class Quantity { status, error, order, drift, work, memory, time };
constexpr auto names_of(Quantity) {
  return std::array{"status", "error", "order", "drift", "work", "memory", "time"};
}
constexpr std::size_t quantity_count = names_of(Quantity{}).size();

/// Outcome of the comparison of a quantity. It is not comparable if one side lacks the number or if
/// the numbers carry no information.
enum class Verdict { same, better, worse, not_comparable };
constexpr auto names_of(Verdict) { return std::array{"same", "better", "worse", "not_comparable"}; }

/// Differences that are ignored. All except `order` are relative: to the old number, or, for
/// `round_off`, to a solution's norm (for errors) and its energy (for drifts).
struct Tolerances {
  double error = 0, drift = 0, work = 0, round_off = 0;
  double own_steps = 1;  ///< factor on error and drift for adaptive integrators
  double order = 0.1;    ///< absolute
  double memory = 0.2, time = 0.05;
};

/// Records of one build on one kind of CPU: errors and work must agree to the last bit.
constexpr Tolerances equality{};
/// Records of different compilers or instruction sets, which round differently. The values are ten
/// times the changes measured between a portable build and a native one with AVX-512
/// (docs/comparing.md).
constexpr Tolerances other_build{
    .error = 1e-5, .drift = 1e-5, .work = 0.05, .round_off = 1e-12, .own_steps = 100};

/// Change of one quantity of a run, or of all runs of a method on a problem.
struct Change {
  Verdict verdict = Verdict::not_comparable;
  std::optional<double> before = {}, after = {};  ///< nothing for a status
  std::string text;                               ///< "1e-05 -> 2e-05 (x 2)", or why there is none
  double severity = 0;                            ///< used to select the largest change
};
using Changes = std::array<Change, quantity_count>;  ///< by Quantity

/// Two records of one run. The order, which needs two steps, is part of MethodComparison.
struct RunComparison {
  std::string problem, method, step;  ///< labels; step: "h = 0.01" or "tolerance 1e-06"
  std::optional<double> h, tolerance;
  Changes changes;
  bool shows_order = false;  ///< both errors are far above the reference's own and round-off
};

/// All runs of one method on one problem. A quantity is worse if it is worse in at least one run,
/// and better if it is better in at least one run and worse in none. Its numbers are those of the
/// run that changed most.
struct MethodComparison {
  std::string problem, method;
  long runs = 0;
  Changes changes;
  std::array<std::string, quantity_count> steps;       ///< step of the run that changed most
  std::array<long, quantity_count> worse{}, better{};  ///< number of runs
};

/// Records of two states of the code, run by run.
struct Comparison {
  bool one_build = false;
  Tolerances tolerances;
  std::vector<RunComparison> runs;
  std::vector<MethodComparison> methods;             ///< in the order of their runs
  std::vector<std::string> only_before, only_after;  ///< unpaired runs
  long same_code = 0;                                ///< runs with identical code on both sides

  /// Returns the number of methods whose quantity has this verdict.
  long count(Quantity quantity, Verdict verdict) const;
};

/// Returns true if all records come from one compiler with one set of flags, one kind of CPU and
/// one BLAS.
bool one_build(const std::vector<Record>& before, const std::vector<Record>& after);

/// Pairs records by problem (name, parameters, hash), integrator (name, parameters as requested),
/// step or tolerance, and checkpoints. Records that differ only in the integrator's parameters are
/// paired if nothing else fits, because older records do not mark automatic parameters. No run in
/// common is an Error.
Comparison compare_records(const std::vector<Record>& before, const std::vector<Record>& after,
                           const Tolerances& tolerances);

/// Returns the runs of these records, in order, with nothing compared yet.
std::vector<RunComparison> blank_comparisons(const std::vector<Record>& records);

/// Sorts runs by problem, method and step, and groups them by method.
Comparison assemble(std::vector<RunComparison> runs, const Tolerances& tolerances);

/// Returns the change of the times of one run, where `tests` is the number of simultaneous tests
/// (statistics.hpp).
Change time_verdict(const std::vector<double>& before, const std::vector<double>& after,
                    double threshold, long tests);

}  // namespace stiffbench
