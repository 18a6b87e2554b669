#pragma once

#include "harness/run/observe.hpp"

#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace stiffbench {

/// Measures the error of runs of one problem: against the closed form if there is one, else against
/// the reference. Without either it measures nothing.
class Judge {
 public:
  struct Options {
    long checkpoints = 1;
    std::optional<double> digits = {};  ///< required digits; default: the problem's own
    bool with_reference = true;         ///< false: compare with a closed form or not at all
    std::function<void(const std::string& what, double done)> progress = {};
  };

  /// Computes the reference or reads it from the cache. Throws an Error if the reference does not
  /// reach the required digits.
  Judge(const Problem& problem, const Options& options);

  /// Returns the identity() of a judge with these options without computing the reference.
  static std::string identity_of(const Problem& problem, const Options& options);
  /// Hash of the reference, "exact" for a closed form, or "none". It is part of a run's identity.
  const std::string& identity() const { return identity_; }
  /// True states at the checkpoints. Empty if there is neither a closed form nor a reference, or if
  /// the reference is refused.
  const std::vector<State>& states() const { return states_; }
  /// Number of digits on which the reference's two methods agree; empty without a reference.
  const std::optional<double>& digits() const { return digits_; }
  /// Reason why errors of states are not measured although a reference exists (the motion is
  /// chaotic); empty otherwise.
  const std::string& refusal() const { return refusal_; }
  /// Returns the error of a run, computed from its states at all checkpoints and its outputs;
  /// nothing without a closed form and a reference. For chaotic motion the errors of states are NaN
  /// and `pointwise` gives the reason.
  std::optional<RunError> error(const Problem& problem, const Observation& observation) const;

 private:
  std::string identity_, refusal_;
  std::vector<State> states_;
  std::optional<double> digits_;                            // of the reference
  std::optional<ErrorMeasures> floors_;                     // of the reference
  std::map<std::string, double> outputs_, second_outputs_;  // of the reference's two methods
};

/// Runs the observed pass of the plan, and measures its error if it ends ok. The last state is kept
/// if the plan requests it.
Observation observe_and_judge(const RunPlan& plan, const Judge& judge);

}  // namespace stiffbench
