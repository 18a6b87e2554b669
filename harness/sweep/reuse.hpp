#pragma once

#include "harness/io/json.hpp"
#include "harness/records/code/code.hpp"
#include "harness/run/plan.hpp"
#include "harness/sweep/experiment.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace stiffbench {

/// Integrators and problems of which a sweep makes all records anew: those named, or all where the
/// list is empty; nothing: none.
using Again = std::optional<std::vector<std::string>>;

/// A run that an experiment asks for, with what its identity is made of (run_identity()).
struct PlannedRun {
  const RunPlan& plan;
  std::string id, problem_hash, judge;
};

/// Decides which runs of a sweep have their record in its folder already, and says why the others
/// run again.
class Reuse {
 public:
  /// `records` are the folder's. A name in `again` that is no integrator and no problem of the
  /// experiment is an Error.
  Reuse(const Experiment& experiment, std::vector<Json> records, Again again);

  /// Whether the run needs no record: its own stands in the folder, or it stands twice in the
  /// experiment. To be asked once for each run.
  bool has(const PlannedRun& run);
  /// The number of runs for which has() was true.
  long reused() const { return reused_; }
  /// One line of words: "8 reused, 4 again: code of rk4 changed".
  std::string summary() const;

 private:
  struct Reason {
    long count = 0;
    std::set<std::string> names;  ///< of what changed
  };
  /// What distinguishes a record from others of the same request.
  struct Origin {
    Code code;
    std::string problem_hash;
  };

  bool is_forced(const RunPlan& plan) const;
  void read_origins();
  /// The origin among those of the request that differs least from the code; null if there is none.
  const Origin* nearest(const std::string& request, const Code& code) const;
  Reason& reason_of(const PlannedRun& run);

  std::vector<Json> records_;
  Again again_;
  std::set<std::string> ids_, planned_;
  std::multimap<std::string, Origin> origins_;  ///< of all records, by request
  bool has_origins_ = false;
  long reused_ = 0, new_ = 0;
  std::map<std::string, Reason> reasons_;  ///< by a text with a place for names
};

}  // namespace stiffbench
