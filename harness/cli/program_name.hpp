#pragma once

#include <string>

namespace stiffbench {

/// The name by which this program is called: "stiffbench", or that of a program that another
/// project has made with integrators of its own.
const std::string& program_name();

/// Takes the name from the path by which the program was started.
void set_program_name(const std::string& path);

/// A text in which every command, as in 'stiffbench list problems', is called by the name of this
/// program.
std::string with_program_name(const std::string& text);

}  // namespace stiffbench
