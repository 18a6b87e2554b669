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

/// Integrators and problems whose records a sweep recomputes: those listed, or all if the list is
/// empty; nothing: none.
using Again = std::optional<std::vector<std::string>>;

/// A run of an experiment, with the parts of its identity (run_identity()).
struct PlannedRun {
  const RunPlan& plan;
  std::string id, problem_hash, judge;
};

/// Decides which runs of a sweep already have their record in its folder, and reports why the
/// others run again.
class Reuse {
 public:
  /// `records` are those of the folder. A name in `again` that is neither an integrator nor a
  /// problem of the experiment is an Error.
  Reuse(const Experiment& experiment, std::vector<Json> records, Again again);

  /// Returns true if the run needs no new record: the folder has one, or the run is a repetition
  /// within the experiment. Must be called once for each run.
  bool has(const PlannedRun& run);
  /// Returns true if the run is to be made again in any case.
  bool is_forced(const RunPlan& plan) const;
  /// Returns the last record of the folder with this id, or null.
  const Json* record_of(const std::string& id) const;
  /// The number of runs for which has() was true.
  long reused() const { return reused_; }
  /// Returns one line: "8 reused, 4 again: code of rk4 changed".
  std::string summary() const;

 private:
  struct Reason {
    long count = 0;
    std::set<std::string> names;  ///< names of the changed parts
  };
  /// Distinguishes a record from others of the same request.
  struct Origin {
    Code code;
    std::string problem_hash;
  };

  void read_origins();
  /// Returns the origin for this request with the fewest differences from the code; null if none.
  const Origin* nearest(const std::string& request, const Code& code) const;
  Reason& reason_of(const PlannedRun& run);

  std::vector<Json> records_;
  Again again_;
  std::map<std::string, const Json*> ids_;  ///< the last record of each
  std::set<std::string> planned_;
  std::multimap<std::string, Origin> origins_;  ///< of all records, by request
  bool has_origins_ = false;
  long reused_ = 0;
  std::map<std::string, Reason> reasons_;  ///< by a text with a placeholder for names
};

}  // namespace stiffbench
