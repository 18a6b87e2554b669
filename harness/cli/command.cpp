#include "harness/cli/command.hpp"

namespace stiffbench {

Registry<Command>& commands() {
  static Registry<Command> all("command", "'stiffbench --help'");  // made before any enrolment
  return all;
}

}  // namespace stiffbench
