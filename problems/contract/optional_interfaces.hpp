#pragma once

#include "problems/contract/state.hpp"

#include <vector>

namespace stiffbench {

// Optional interfaces of problems and outputs, in addition to Problem and Outputs.

/// Outputs whose memory, without series, can be saved and passed to new outputs of the same
/// problem, so that the computation of a long reference can continue after an interruption.
class ResumableOutputs {
 public:
  virtual ~ResumableOutputs() = default;
  /// Returns everything that the outputs have computed from the states so far.
  virtual std::vector<double> memory() const = 0;
  /// Makes new outputs continue from this memory.
  virtual void resume(const std::vector<double>& memory) = 0;
};

/// Problems whose force has one kink for each of many possible contacts. Problem::kink() is then
/// the smallest of these functions: its sign tells if anything touches.
class ManyKinks {
 public:
  virtual ~ManyKinks() = default;
  /// Switching functions, one entry each, which change sign where the force is not smooth.
  /// References end a step at every change of sign, since otherwise no method keeps its order.
  virtual Vec kinks(const Vec& x) const = 0;
};

}  // namespace stiffbench
