#pragma once

#include <vector>

namespace stiffbench {

/// Outputs that can be set aside and taken up by fresh ones of the same problem, without series:
/// what a reference that takes long needs to go on after an interruption.
class ResumableOutputs {
 public:
  virtual ~ResumableOutputs() = default;
  virtual std::vector<double> kept() const = 0;
  virtual void take_up(const std::vector<double>& kept) = 0;
};

}  // namespace stiffbench
