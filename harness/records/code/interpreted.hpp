#pragma once

#include "harness/records/record.hpp"

namespace stiffbench {

/// The entry of an integrator's report that marks a method in an interpreted language.
inline constexpr const char* interpreted_mark = "interpreted";

/// Returns true if the record is that of a method in an interpreted language. Its counted work
/// compares with that of other methods, its times do not: they are those of the interpreter.
bool is_interpreted(const Record& record);

}  // namespace stiffbench
