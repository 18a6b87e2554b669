#pragma once

#include "problems/contract/state.hpp"

#include <vector>

namespace stiffbench {

// Interfaces that some problems and outputs have, in addition to Problem and Outputs.

/// Outputs whose memory, without series, can be saved and given to new outputs of the same problem,
/// so that a long reference can go on after an interruption.
class ResumableOutputs {
 public:
  virtual ~ResumableOutputs() = default;
  /// Everything that the outputs have computed from the states so far.
  virtual std::vector<double> memory() const = 0;
  /// Makes new outputs go on where the outputs with this memory stopped.
  virtual void resume(const std::vector<double>& memory) = 0;
};

/// Problems whose force has a kink for each of many things that touch. Problem::kink() is then the
/// least of them: it says whether anything touches.
class ManyKinks {
 public:
  virtual ~ManyKinks() = default;
  /// Functions that change their signs where the force is not smooth, an entry each. References end
  /// a step at every change, since otherwise no method keeps its order.
  virtual Vec kinks(const Vec& x) const = 0;
};

}  // namespace stiffbench
