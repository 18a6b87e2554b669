#pragma once

#include "harness/records/record.hpp"

#include <string>

namespace stiffbench {

/// What a record says, for people: a line for each of status, step, error, energy, outputs, work,
/// time and memory.
std::string run_summary(const Record& record);

}  // namespace stiffbench
