#pragma once

#include <exception>

namespace stiffbench {

/// Exception that stops a sweep when the user or the system requests its end.
class Interrupted : public std::exception {
 public:
  const char* what() const noexcept override { return "interrupted"; }
};

/// Lets the program end in order at SIGINT and SIGTERM during the lifetime of this object: the
/// first signal is recorded, and isolate() and stop_if_interrupted() throw Interrupted. A second
/// signal ends the program at once with status 130; its child processes die with it.
class InterruptHandler {
 public:
  InterruptHandler();
  ~InterruptHandler();
  InterruptHandler(const InterruptHandler&) = delete;
  InterruptHandler& operator=(const InterruptHandler&) = delete;
};

/// Returns true after the first signal.
bool is_interrupted();
/// Throws Interrupted after the first signal.
void stop_if_interrupted();
/// Returns a file descriptor that poll() reports as readable after the first signal; -1 without a
/// handler, which poll() ignores.
int interrupt_descriptor();
/// Leaves signals to the parent. Child processes call this function because terminals and batch
/// systems signal all processes at once: a child killed by the signal would look like a run that
/// crashed.
void ignore_interrupts();

}  // namespace stiffbench
