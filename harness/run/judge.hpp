#pragma once

#include "harness/run/observe.hpp"

#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace stiffbench {

/// Measures the error of runs of one problem: against the closed form where there is one, else
/// against the reference. Without either it measures nothing.
class Judge {
 public:
  struct Options {
    long checkpoints = 1;
    std::optional<double> digits = {};  ///< that the reference must win; default: the problem's own
    bool with_reference = true;         ///< false: compare with a closed form or not at all
    std::function<void(const std::string& what, double done)> progress = {};
  };

  /// Computes the reference or reads it from the cache. An Error when it does not win the digits.
  Judge(const Problem& problem, const Options& options);

  /// The identity() that a judge with these options will have; it computes no reference.
  static std::string identity_of(const Problem& problem, const Options& options);
  /// Hash of the reference, "exact" for a closed form, or "none". It is part of a run's identity.
  const std::string& identity() const { return identity_; }
  /// The true states at the checkpoints; empty without closed form and reference, and where the
  /// reference is refused.
  const std::vector<State>& states() const { return states_; }
  /// Digits on which the reference's two methods agree; nothing without a reference.
  const std::optional<double>& digits() const { return digits_; }
  /// Why there are no errors of states although there is a reference (the motion is chaotic), or
  /// empty.
  const std::string& refusal() const { return refusal_; }
  /// The error of a run, from its states at all checkpoints and its outputs; nothing without closed
  /// form and reference. For chaotic motion its numbers are not-a-number, and `pointwise` says why.
  std::optional<RunError> error(const Problem& problem, const Observation& observation) const;

 private:
  std::string identity_, refusal_;
  std::vector<State> states_;
  std::optional<double> digits_;                            // of the reference
  std::optional<ErrorMeasures> floors_;                     // of the reference
  std::map<std::string, double> outputs_, second_outputs_;  // of the reference's two methods
};

}  // namespace stiffbench
