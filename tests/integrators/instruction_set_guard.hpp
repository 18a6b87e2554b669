#pragma once

#include "base/system/instruction_set.hpp"

namespace stiffbench::test {

/// The instruction set of kernels as long as this lives; the widest again afterwards.
class InstructionSetGuard {
 public:
  explicit InstructionSetGuard(const std::string& name) { use_instruction_set(name); }
  InstructionSetGuard(const InstructionSetGuard&) = delete;
  InstructionSetGuard& operator=(const InstructionSetGuard&) = delete;
  ~InstructionSetGuard() { use_instruction_set(instruction_sets().front()); }
};

}  // namespace stiffbench::test
