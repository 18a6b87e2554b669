#pragma once

#include "harness/records/record.hpp"
#include "harness/sweep/experiment.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace stiffbench {

/// Returns true if a side of a comparison is a program, rather than a folder or a file of records.
bool is_program(const std::filesystem::path& side);

/// Throws an Error for two programs that load the same file of stiffbench's library and have no
/// method or problem of their own: both would run the code of that file, whatever the age of the
/// programs.
void require_two_states(const std::filesystem::path& before, const std::filesystem::path& after);

/// Runs an experiment untimed in a program, either stiffbench itself or one of
/// stiffbench_add_program(), and reads its records. Any other program, and one that fails, is an
/// Error.
std::vector<Record> records_of_program(const std::filesystem::path& program,
                                       const Experiment& experiment);

}  // namespace stiffbench
