#pragma once

#include <exception>

namespace stiffbench {

/// What stops a sweep when the user, or the system, asks for its end.
class Interrupted : public std::exception {
 public:
  const char* what() const noexcept override { return "interrupted"; }
};

/// Lets the program end in order at SIGINT and SIGTERM while an object of this class lives: the
/// first signal is remembered, and isolate() and stop_if_interrupted() throw Interrupted. A second
/// signal ends the program at once with status 130; its child processes die with it.
class InterruptHandler {
 public:
  InterruptHandler();
  ~InterruptHandler();
  InterruptHandler(const InterruptHandler&) = delete;
  InterruptHandler& operator=(const InterruptHandler&) = delete;
};

/// True after the first signal.
bool is_interrupted();
/// Throws Interrupted after the first signal.
void stop_if_interrupted();
/// A file descriptor that poll() shows as readable after the first signal; -1 without a handler,
/// which poll() ignores.
int interrupt_descriptor();
/// Leaves the signals to the parent. A child process calls this: a terminal and a batch system send
/// a signal to all processes at once, and a child that died of it would look like a run that
/// crashed.
void ignore_interrupts();

}  // namespace stiffbench
