#pragma once

namespace stiffbench {

/// The whole program: parses the arguments, runs the command, prints errors on stderr in one line.
/// Returns the exit status. A program with integrators of its own calls it from its main().
int command_line(int argc, const char* const* argv);

}  // namespace stiffbench
