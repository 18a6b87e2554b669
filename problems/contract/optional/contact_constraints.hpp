#pragma once

#include "problems/contract/state.hpp"

namespace stiffbench {

/// Interface of problems whose closed contacts also constrain the velocity, in addition to Problem.
/// Only methods that correct contacts integrate them, and no reference is certified.
class ContactConstraints {
 public:
  virtual ~ContactConstraints() = default;
  /// Replaces G by the matrix of the contacts that are closed at u, one row per contact. The sides
  /// of a closed contact must not approach each other: G v >= 0.
  virtual void closed_contacts(const State& u, Mat& G) const = 0;
};

}  // namespace stiffbench
