#pragma once

namespace stiffbench {

/// Runs the whole program: parses the arguments, runs the command and prints an error on stderr in
/// one line. Returns the exit status. A program with integrators of its own calls it from its
/// main().
int command_line(int argc, const char* const* argv);

}  // namespace stiffbench
