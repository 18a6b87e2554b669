#pragma once

#include "harness/json.hpp"
#include "problems/problem.hpp"

#include <optional>
#include <vector>

namespace stiffbench {

/// What the states of a run are compared with.
class Judge {
 public:
  /// No judge: errors stay null.
  Judge() = default;

  /// Names the reference in a run's identity.
  const std::string& identity() const { return identity_; }
  /// The record's `error`, for the states at all checkpoints.
  Json error(const Problem& problem, const std::vector<State>& checkpoints) const;

 private:
  std::string identity_ = "none";
};

}  // namespace stiffbench
