#include "harness/processes/interrupt.hpp"

#include "base/error.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

namespace stiffbench {
namespace {

// A signal handler can access only global variables.
volatile sig_atomic_t signals = 0;
int pipe_ends[2] = {-1, -1};
struct sigaction earlier_int, earlier_term;

void handle(int) {
  if (signals != 0) {
    [[maybe_unused]] const auto sent = ::write(STDERR_FILENO, "\n", 1);
    ::_exit(130);
  }
  signals = 1;
  [[maybe_unused]] const auto sent = ::write(pipe_ends[1], "!", 1);
}

void close_pipe() {
  for (int& end : pipe_ends) {
    ::close(end);
    end = -1;
  }
}

}  // namespace

InterruptHandler::InterruptHandler() {
  if (::pipe2(pipe_ends, O_CLOEXEC | O_NONBLOCK) != 0)
    throw Error("a sweep needs a pipe for its signals", std::strerror(errno),
                "close other programs and try again");
  signals = 0;
  struct sigaction action {};
  action.sa_handler = handle;
  ::sigaction(SIGINT, &action, &earlier_int);
  ::sigaction(SIGTERM, &action, &earlier_term);
}

InterruptHandler::~InterruptHandler() {
  ::sigaction(SIGINT, &earlier_int, nullptr);
  ::sigaction(SIGTERM, &earlier_term, nullptr);
  close_pipe();
}

bool is_interrupted() { return signals != 0 && pipe_ends[0] >= 0; }

void stop_if_interrupted() {
  if (is_interrupted()) throw Interrupted();
}

int interrupt_descriptor() { return pipe_ends[0]; }

void ignore_interrupts() {
  ::signal(SIGINT, SIG_IGN);
  ::signal(SIGTERM, SIG_IGN);
  if (pipe_ends[0] >= 0) close_pipe();
}

}  // namespace stiffbench
