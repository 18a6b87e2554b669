#pragma once

#include "harness/targets/claims/target.hpp"

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

/// Knows what the experiments of targets cost, and runs them.
class TargetExperiments {
 public:
  /// The records of an experiment are in the folder of its name in `folder`.
  explicit TargetExperiments(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// The wall-clock time that this target still takes, given what is done and what takes part.
  Duration time(const ClaimSet& target) const;
  /// Experiments that take part cost the targets that come later nothing.
  void add(const ClaimSet& target);
  /// Runs what is missing of those that take part. False after an interruption.
  bool run() const;
  /// Draws the figures of a target. Returns the largest exit status of what draws.
  int draw(const ClaimSet& target) const;

 private:
  Duration time_of(const TargetExperiment& part) const;
  bool takes_part(const TargetExperiment& part) const;

  std::filesystem::path folder_;
  std::vector<TargetExperiment> parts_;
  /// By name and integrators, before run().
  mutable std::map<std::string, Duration> times_;
};

/// Which targets fit a time, the cheapest first, and which do not.
struct Budget {
  std::vector<ClaimSet> chosen;
  std::vector<std::pair<ClaimSet, Duration>> left_out;  ///< with what they would take
  double seconds = 0;                                   ///< of the chosen ones
};
Budget spend(std::vector<ClaimSet> targets, double seconds, TargetExperiments& experiments);

/// Seconds from "90s", "30m" or "2h". Any other text is an Error.
double read_duration(const std::string& text);

}  // namespace stiffbench
