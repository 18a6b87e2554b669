#pragma once

#include <vector>

namespace stiffbench {

/// Outputs whose memory can be set aside, without series, and given to fresh ones of the same
/// problem: what a reference that takes long needs to go on after an interruption.
class ResumableOutputs {
 public:
  virtual ~ResumableOutputs() = default;
  /// Everything that the states so far have left in them.
  virtual std::vector<double> memory() const = 0;
  /// Makes fresh outputs go on where those with this memory were.
  virtual void resume(const std::vector<double>& memory) = 0;
};

}  // namespace stiffbench
