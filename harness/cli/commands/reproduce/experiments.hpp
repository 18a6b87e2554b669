#pragma once

#include "harness/replications/claims/replication.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace stiffbench {

/// An expected time.
struct Duration {
  double seconds = 0;
  bool is_rough = false;
};

/// Estimates the costs of the experiments of replications, and runs them.
class ReplicationExperiments {
 public:
  /// The records of an experiment are in the folder of its name within `folder`.
  explicit ReplicationExperiments(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Returns the remaining wall-clock time of this replication, given completed and added
  /// experiments.
  Duration time(const ClaimSet& replication) const;
  /// Adds the experiments of a replication, which then cost later replications nothing.
  void add(const ClaimSet& replication);
  /// Runs the missing parts of the added experiments. Returns false after an interruption.
  bool run() const;
  /// Draws the figures of a replication. Returns the largest exit status of the drawing programs.
  int draw(const ClaimSet& replication) const;

 private:
  Duration time_of(const ReplicationExperiment& part) const;
  bool takes_part(const ReplicationExperiment& part) const;

  std::filesystem::path folder_;
  std::vector<ReplicationExperiment> parts_;
  /// Times by name and integrators, before run().
  mutable std::map<std::string, Duration> times_;
};

/// The replications that fit a time budget, cheapest first, and those that do not.
struct Budget {
  std::vector<ClaimSet> chosen;
  std::vector<std::pair<ClaimSet, Duration>> left_out;  ///< with their expected times
  double seconds = 0;                                   ///< total of the chosen ones
};
Budget spend(std::vector<ClaimSet> replications, double seconds,
             ReplicationExperiments& experiments);

/// Parses "90s", "30m" or "2h" into seconds. Any other text is an Error.
double read_duration(const std::string& text);

}  // namespace stiffbench
