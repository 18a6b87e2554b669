#pragma once

#include "harness/run/observe.hpp"

#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace stiffbench {

/// What the states of a run are compared with: the closed form where there is one, else the
/// reference, else nothing.
class Judge {
 public:
  struct Options {
    long checkpoints = 1;
    std::optional<double> digits = {};  ///< asked of the reference; its own default if absent
    bool with_reference = true;         ///< false: without a closed form there is no judge
    std::function<void(const std::string& what, double done)> progress = {};
  };

  /// Computes the reference or takes it from the cache. An Error when it does not win the digits.
  Judge(const Problem& problem, const Options& options);

  /// Hash of the reference, or "exact", or "none": part of a run's identity.
  const std::string& identity() const { return identity_; }
  /// The true states at the checkpoints; empty where there is no judge, or a refused one.
  const std::vector<State>& states() const { return states_; }
  /// To how many its two methods agree, where it is a reference.
  const std::optional<double>& digits() const { return digits_; }
  /// Why no errors of states are told though there is a reference, or empty.
  const std::string& refused() const { return refused_; }
  /// The error of a run, by its states at all checkpoints and its outputs; nothing where there is
  /// no judge. Of chaotic motion it has no numbers, and says why.
  std::optional<RunError> error(const Problem& problem, const Observed& observed) const;

 private:
  std::string identity_ = "none", refused_;
  std::vector<State> states_;
  std::optional<double> digits_;                            // of a reference
  std::optional<ErrorMeasures> floors_;                     // of a reference
  std::map<std::string, double> outputs_, second_outputs_;  // of a reference
};

}  // namespace stiffbench
