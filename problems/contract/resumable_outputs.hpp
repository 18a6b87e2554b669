#pragma once

#include <vector>

namespace stiffbench {

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

}  // namespace stiffbench
