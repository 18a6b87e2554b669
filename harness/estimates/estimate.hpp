#pragma once

#include "harness/run/plan.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stiffbench {

/// Identifies a piece of work in cost estimates. Among pieces with equal `name`, the cost increases
/// with the size.
struct CostKey {
  std::string name;    ///< "fput(6) rk4 {...}": everything that determines the cost per size
  std::string family;  ///< "fput(6) rk4": any parameters
  double size = 1;     ///< number of steps, or a quantity proportional to it
};

/// Returns the key of the observed pass of a run. The size of an adaptive run is tolerance^(-1/4),
/// proportional to the steps of a fourth-order method.
CostKey observed_key(const RunPlan& plan, const std::string& problem_hash);
/// Returns the key of the observed pass of runs with any parameters.
CostKey family_key(const std::string& problem, long dof, const std::string& integrator,
                   long threads, const std::optional<double>& tolerance, long count);
/// Returns the key of one timed sample of a run with this key.
CostKey sample_key(CostKey observed);
/// Returns the key of a problem's reference. Its size is expected_work() (reference/reference.hpp).
CostKey reference_key(const Problem& problem, double work);

/// A CPU time (s), which other programs hardly affect: of the start (process, preparation, warm-up)
/// and of the rest, which grows with the size.
struct Cost {
  double start = 0, rest = 0;
  double sum() const { return start + rest; }
};

/// Expected cost of a piece of work (s).
struct Estimate {
  double seconds = 0;
  bool is_rough = false;  ///< an order of magnitude: its family has not been measured
};

/// Costs by key, learnt from completed pieces of work.
class CostModel {
 public:
  /// Points of one key: cost by size.
  using Points = std::map<double, Cost>;

  void learn(const CostKey& key, const Cost& expense);
  /// Estimates the cost of a piece. The rest is interpolated between the neighbouring sizes of the
  /// same name, on logarithmic axes; beyond them it is extrapolated from the last two points, or in
  /// proportion to the size if there is one point. A name without points uses those of its family;
  /// a sample then uses those of its observed pass. Otherwise the estimate is rough: it takes the
  /// method on the problem with the nearest number of unknowns, in proportion to unknowns, or all
  /// methods there if the method has no points. Returns nothing only if there is no point at all.
  std::optional<Estimate> estimate(const CostKey& key) const;

  /// Returns the points by family, to be stored for later programs.
  const std::map<std::string, Points>& families() const { return families_; }
  /// Adds points of an earlier program.
  void add(const std::string& family, const Points& points);

 private:
  std::optional<double> rough_estimate(const CostKey& key) const;

  std::map<std::string, Points> names_, families_;
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

/// Sums the pieces; nothing if the model has no point at all.
std::optional<CostSum> cost_of(const CostModel& model, const std::vector<PendingCost>& pieces);

/// Returns the cost of a timed sample of a run whose steps take this long (s), including the start
/// of its process, the warm-up and the repetition of short runs (harness/run/timing.hpp).
Cost sample_cost(double stepping);

/// Formats a duration: "about 45 s", "about 3 min"; a rough one has one digit and says so.
std::string duration_text(double seconds, bool is_rough);

}  // namespace stiffbench
