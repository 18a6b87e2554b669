#pragma once

#include <vector>

namespace stiffbench {

/// Interface of outputs whose memory, without series, can be saved and passed to new outputs of the
/// same problem, in addition to Outputs. The computation of a long reference can then continue
/// after an interruption.
class ResumableOutputs {
 public:
  virtual ~ResumableOutputs() = default;
  /// Returns everything that the outputs have computed from the states so far.
  virtual std::vector<double> memory() const = 0;
  /// Makes new outputs continue from this memory.
  virtual void resume(const std::vector<double>& memory) = 0;
};

}  // namespace stiffbench
