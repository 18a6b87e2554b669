#pragma once

#include "harness/run/plan.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stiffbench {

/// What a piece of work is, for estimates of its cost. Pieces with equal `name` cost the more, the
/// larger their size is.
struct CostKey {
  std::string name;    ///< "fput(6) rk4 {...}": all that its cost per size depends on
  std::string family;  ///< "fput(6) rk4": any parameters
  double size = 1;     ///< steps, or what grows like them
};

/// The key of the observed pass of a run. The size of a run whose integrator chooses its own steps
/// is tolerance^(-1/4), in proportion to the steps of a method of fourth order.
CostKey observed_key(const RunPlan& plan, const std::string& problem_hash);
/// The key of the observed pass of runs with any parameters.
CostKey family_key(const std::string& problem, long dof, const std::string& integrator,
                   long threads, const std::optional<double>& tolerance, long count);
/// The key of one timed sample of a run with this key.
CostKey sample_key(CostKey observed);
/// The key of a problem's reference. Its size is expected_work() (reference/reference.hpp).
CostKey reference_key(const Problem& problem, double work);

/// A time of the processor (s), which other programs hardly change: of the start (process,
/// preparation, warm-up), and of the rest, which grows with the size.
struct Cost {
  double start = 0, rest = 0;
  double sum() const { return start + rest; }
};

/// The expected cost of a piece of work (s).
struct Estimate {
  double seconds = 0;
  bool is_rough = false;  ///< an order of magnitude: nothing of its family has been measured
};

/// Costs by key, learnt from pieces of work that are done.
class CostModel {
 public:
  /// Points of one key: cost by size.
  using Points = std::map<double, Cost>;

  void learn(const CostKey& key, const Cost& expense);
  /// The cost of a piece. The rest is interpolated between its name's neighbours in size, on
  /// logarithmic axes; beyond them it grows as between the last two, or in proportion to the size
  /// where there is one point. For a name without points, that of its family; then that of the
  /// observed pass, for a sample. Then it is rough: that of the method on the problem whose number
  /// of unknowns is nearest, in proportion to unknowns, or where the method has no points, that of
  /// all methods there. Nothing only where there is no point at all.
  std::optional<Estimate> estimate(const CostKey& key) const;

  /// The points by family, in order to keep them for later programs.
  const std::map<std::string, Points>& families() const { return families_; }
  /// Adds points of an earlier program.
  void add(const std::string& family, const Points& points);

 private:
  std::optional<double> rough_estimate(const CostKey& key) const;

  std::map<std::string, Points> names_, families_;
};

/// What is left of one run, or of one reference.
struct PendingCost {
  CostKey key;
  long pieces = 0;                  ///< pieces of work left that have this key
  bool alone = true;                ///< false: runs beside others
  std::optional<double> most = {};  ///< a limit of the cost of a piece (s)
};

/// Times (s) of many pieces of work.
struct CostSum {
  double alone = 0;       ///< references and timed samples, one after the other
  double beside = 0;      ///< observed passes, which share processors
  double longest = 0;     ///< the longest of these
  bool is_rough = false;  ///< more than half of it is
  /// Wall-clock time with this number of idle processors (s).
  double wall(long processors) const {
    return alone + std::max(longest, beside / static_cast<double>(processors));
  }
};

/// The sum of the pieces; nothing where the model has no point at all.
std::optional<CostSum> cost_of(const CostModel& model, const std::vector<PendingCost>& pieces);

/// The cost of a timed sample of a run whose steps take this long (s): it starts with a process, a
/// warm-up and the repetition of short runs (harness/run/timing.hpp).
Cost sample_cost(double stepping);

/// A duration in words, "about 45 s", "about 3 min"; a rough one has one digit and says so.
std::string duration_text(double seconds, bool is_rough);

}  // namespace stiffbench
