#pragma once

#include "harness/targets/claims/target.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stiffbench {

/// Knows what the experiments of targets cost, and runs them.
class TargetExperiments {
 public:
  /// The records of an experiment are in the folder of its name in `folder`.
  explicit TargetExperiments(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// The wall-clock time that this target still takes, given what is done and what takes part (s);
  /// nothing where no sweep has measured one of its experiments. Only experiments that are begun or
  /// measured are loaded: the meshes of others may take minutes.
  std::optional<double> seconds(const PaperTarget& target) const;
  /// The time of the timed samples of its runs whose records come with the program, on the machine
  /// that made them (s): a lower bound on what the whole takes.
  double recorded_seconds(const PaperTarget& target) const;
  /// Experiments that take part cost the targets that come later nothing.
  void add(const PaperTarget& target);
  /// Runs what is missing of those that take part. False after an interruption.
  bool run() const;
  /// Draws the figures of a target. Returns the largest exit status of what draws.
  int draw(const PaperTarget& target) const;

 private:
  std::optional<double> seconds_left(const TargetExperiment& part) const;
  bool takes_part(const TargetExperiment& part) const;

  std::filesystem::path folder_;
  std::vector<TargetExperiment> parts_;
  /// By name and integrators, before run().
  mutable std::map<std::string, std::optional<double>> left_;
};

/// Which targets fit a time, the cheapest first, and which do not.
struct Budget {
  std::vector<PaperTarget> chosen;
  std::vector<std::pair<PaperTarget, std::optional<double>>>
      left_out;        ///< with what they would take (s)
  double seconds = 0;  ///< of the chosen ones
};
Budget spend(std::vector<PaperTarget> targets, double seconds, TargetExperiments& experiments);

/// Seconds from "90s", "30m" or "2h". Any other text is an Error.
double read_duration(const std::string& text);

}  // namespace stiffbench
