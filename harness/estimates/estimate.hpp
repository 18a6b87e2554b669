#pragma once

#include "harness/run/plan.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stiffbench {

/// A kind of work whose cost is estimated, and its amount.
struct CostKey {
  std::string name;             ///< "fput rk4 {...}": everything that determines the cost per size
  std::string problem, method;  ///< the method is "reference" for a reference
  double size = 1;              ///< number of steps, or a quantity proportional to it
  double unknowns = 1;          ///< the cost of a step is taken in proportion to them
  double passes = 1;            ///< from start to end; a search for settings takes several
};

/// Returns the key of the observed pass of a run. The size of an adaptive run is tolerance^(-1/4),
/// proportional to the steps of a fourth-order method.
CostKey observed_key(const RunPlan& plan, const std::string& problem_hash);
/// Returns the key of one timed sample of a run with this key.
CostKey sample_key(CostKey observed);
/// Returns the key of a problem's reference. Its size is expected_work() (reference/reference.hpp).
CostKey reference_key(const Problem& problem, double work);
/// Returns the size of a run.
double size_of_run(const std::optional<double>& tolerance, long count);

/// A CPU time (s), which other programs hardly affect: of the start (process, preparation, warm-up)
/// and of the rest, which grows with the size.
struct Cost {
  double start = 0, rest = 0;
  double sum() const { return start + rest; }
};

/// Times per size and unknown (s): by "PROBLEM METHOD", else by "METHOD", else by "".
using Rates = std::map<std::string, double>;
/// Returns rates without any record: one for steps, one for references.
Rates usual_rates();

/// Expected cost of a piece of work (s).
struct Estimate {
  double seconds = 0;
  bool is_rough = false;  ///< counted with a rate, not measured
};

/// Costs measured in a sweep, and rates for work that the sweep has not measured.
class CostModel {
 public:
  explicit CostModel(Rates rates = usual_rates()) : rates_(std::move(rates)) {}

  void learn(const CostKey& key, const Cost& expense);
  /// Estimates the cost of a piece. Its rest follows the power law through the neighbouring
  /// measured sizes of the same name. With one size it is proportional to the size, and without any
  /// it is size times unknowns times the rate.
  Estimate estimate(const CostKey& key) const;

 private:
  Rates rates_;
  std::map<std::string, std::map<double, Cost>> points_;  // by name and size
};

/// Remaining work of one run, or of one reference.
struct PendingCost {
  CostKey key;
  long pieces = 0;                  ///< remaining pieces of work with this key
  bool alone = true;                ///< false: runs concurrently with others
  std::optional<double> most = {};  ///< upper limit of the cost of a piece (s)
};

/// Total time (s) of many pieces of work.
struct CostSum {
  double alone = 0;       ///< references and timed samples, one after the other
  double beside = 0;      ///< observed passes, which run concurrently
  double longest = 0;     ///< the longest observed pass
  bool is_rough = false;  ///< more than half of the total is rough
  /// Returns the wall-clock time with this number of idle processors (s).
  double wall(long processors) const {
    return alone + std::max(longest, beside / static_cast<double>(processors));
  }
};

CostSum cost_of(const CostModel& model, const std::vector<PendingCost>& pieces);

/// Returns the cost of a timed sample of a run whose steps take this long (s), including the start
/// of its process, the warm-up and the repetition of short runs (harness/run/timing.hpp).
Cost sample_cost(double stepping);

/// Formats a duration: "about 45 s", "about 3 min"; a rough one has one digit and says so.
std::string duration_text(double seconds, bool is_rough);

}  // namespace stiffbench
