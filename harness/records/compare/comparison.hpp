#pragma once

#include "harness/records/record.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace stiffbench {

/// What is compared between two runs of one kind.
enum class Quantity { status, error, order, drift, work, memory, time };
constexpr auto names_of(Quantity) {
  return std::array{"status", "error", "order", "drift", "work", "memory", "time"};
}
constexpr std::size_t quantity_count = names_of(Quantity{}).size();

/// Whether a quantity got worse. It is not comparable where one side lacks the number, or where the
/// numbers say nothing.
enum class Verdict { same, better, worse, not_comparable };
constexpr auto names_of(Verdict) { return std::array{"same", "better", "worse", "not_comparable"}; }

/// Differences that do not count. All but `order` are relative: to the old number, or, for
/// `round_off`, to a solution's norm (of errors) and its energy (of drifts).
struct Tolerances {
  double error = 0, drift = 0, work = 0, round_off = 0;
  double own_steps = 1;  ///< factor on error and drift where the integrator chooses its own steps
  double order = 0.1;    ///< absolute
  double memory = 0.2, time = 0.05;
};

/// Nothing is tolerated between records of one build on one kind of CPU: their errors and their
/// work are equal to the last bit.
constexpr Tolerances equality{};
/// Other compilers and instruction sets round otherwise. These are ten times the changes that were
/// measured between a portable build and a native one with AVX-512 (docs/comparing.md).
constexpr Tolerances other_build{
    .error = 1e-5, .drift = 1e-5, .work = 0.05, .round_off = 1e-12, .own_steps = 100};

/// One quantity of a run, or of all runs of a method on a problem, before and after.
struct Change {
  Verdict verdict = Verdict::not_comparable;
  std::optional<double> before = {}, after = {};  ///< nothing for a status
  std::string text;                               ///< "1e-05 -> 2e-05 (x 2)", or why there is none
  double severity = 0;                            ///< of two changes, the larger one is shown
};
using Changes = std::array<Change, quantity_count>;  ///< by Quantity

/// Two records of one run. Its order, which takes two steps, stands with its method.
struct RunComparison {
  std::string problem, method, step;  ///< labels; step: "h = 0.01" or "tolerance 1e-06"
  std::optional<double> h, tolerance;
  Changes changes;
  bool shows_order = false;  ///< both errors are far above the reference's own and round-off
};

/// All runs of one method on one problem. A quantity is worse if it is worse in one of the runs,
/// and better if it is better in one and worse in none; its numbers are those of the run that
/// changed most.
struct MethodComparison {
  std::string problem, method;
  long runs = 0;
  Changes changes;
  std::array<std::string, quantity_count> steps;       ///< of the run that changed most
  std::array<long, quantity_count> worse{}, better{};  ///< runs
};

/// Records of two states of the code, run by run.
struct Comparison {
  bool one_build = false;
  Tolerances tolerances;
  std::vector<RunComparison> runs;
  std::vector<MethodComparison> methods;             ///< in the order of their runs
  std::vector<std::string> only_before, only_after;  ///< runs without a partner
  long same_code = 0;                                ///< runs whose code is one on both sides

  /// Methods whose quantity has this verdict.
  long count(Quantity quantity, Verdict verdict) const;
};

/// Whether all records come from one compiler with one set of flags on one kind of CPU, with one
/// BLAS.
bool one_build(const std::vector<Record>& before, const std::vector<Record>& after);

/// Joins records by problem (name, parameters, hash), integrator (name, parameters as they were
/// requested), step or tolerance, and checkpoints. Where only the integrator's parameters differ
/// and nothing else fits, they are joined all the same: older records do not say which were
/// automatic. No run in common is an Error.
Comparison compare_records(const std::vector<Record>& before, const std::vector<Record>& after,
                           const Tolerances& tolerances);

/// The runs of these records with nothing compared yet, in the same order.
std::vector<RunComparison> blank_comparisons(const std::vector<Record>& records);

/// Sorts runs by problem, method and step, and groups them by method.
Comparison assemble(std::vector<RunComparison> runs, const Tolerances& tolerances);

/// The change of the times of one run in one of so many tests (statistics.hpp).
Change time_verdict(const std::vector<double>& before, const std::vector<double>& after,
                    double threshold, long tests);

}  // namespace stiffbench
