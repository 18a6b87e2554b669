#pragma once

namespace stiffbench {

/// Runs the whole program: parses the arguments, runs the command and prints an error as one line
/// on stderr. Returns the exit status. Programs with additional integrators call it from their
/// main().
int command_line(int argc, const char* const* argv);

}  // namespace stiffbench
