#include "harness/processes/child.hpp"

#include "harness/processes/interrupt.hpp"

#include <limits>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace stiffbench {

void begin_child(pid_t parent, int pipe) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);  // the parent died before the line above
  ignore_interrupts();
  const auto own = static_cast<unsigned>(pipe);
  if (own > STDERR_FILENO + 1) ::close_range(STDERR_FILENO + 1, own - 1, 0);
  ::close_range(own + 1, std::numeric_limits<unsigned>::max(), 0);
}

}  // namespace stiffbench
