#pragma once

#include "harness/records/record.hpp"
#include "harness/sweep/experiment.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace stiffbench {

/// Whether a side of a comparison is a program, and not a folder or a file of records.
bool is_program(const std::filesystem::path& side);

/// Refuses two programs that load one file of stiffbench's library and have no method or problem of
/// their own: both run the code of that file, however old one of the programs is.
void require_two_states(const std::filesystem::path& before, const std::filesystem::path& after);

/// Lets a program, stiffbench itself or one of stiffbench_add_program(), run an experiment untimed,
/// and reads its records. A program that is neither, or that fails, is an Error.
std::vector<Record> records_of_program(const std::filesystem::path& program,
                                       const Experiment& experiment);

}  // namespace stiffbench
