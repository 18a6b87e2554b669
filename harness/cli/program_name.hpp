#pragma once

#include <string>

namespace stiffbench {

/// Returns the name under which this program was called: "stiffbench", or that of another project's
/// program with additional integrators.
const std::string& program_name();

/// Sets the name from the path with which the program was started.
void set_program_name(const std::string& path);

/// Replaces the program's name in every command of a text, such as 'stiffbench list problems', by
/// program_name().
std::string with_program_name(const std::string& text);

}  // namespace stiffbench
