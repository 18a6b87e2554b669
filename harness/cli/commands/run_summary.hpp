#pragma once

#include "harness/records/record.hpp"

#include <string>

namespace stiffbench {

/// Summarizes a record: one line each for status, step, error, energy, outputs, work, time and
/// memory.
std::string run_summary(const Record& record);

/// Describes how a run ended, in one line: "rk4 on fput: diverged: the energy is ...".
std::string run_line(const Record& record);

}  // namespace stiffbench
