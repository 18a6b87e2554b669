#pragma once

#include <array>
#include <string>
#include <string_view>

namespace stiffbench {

/// How a step, or a whole run, ended. Integrators report the first seven; the rest is the
/// harness's.
enum class Status {
  ok,
  diverged,
  newton_failed,
  singular,
  krylov_stagnated,
  indefinite,  // K, or a matrix that contains it, is not positive definite where it has to be
  infeasible,  // a start, or a stage's start, at which the potential is not finite
  timeout,
  out_of_memory,
  crashed,
  unfit,
};

/// The words for statuses in records and messages.
constexpr auto names_of(Status) {
  return std::array{
      "ok",         "diverged",   "newton_failed", "singular",      "krylov_stagnated",
      "indefinite", "infeasible", "timeout",       "out_of_memory", "crashed",
      "unfit"};
}
constexpr std::string_view to_string(Status status) {
  return names_of(status)[static_cast<std::size_t>(status)];
}

/// The result of one step: ok, or the status and reason of its failure. A state that could not be
/// advanced has not moved.
struct Outcome {
  Status status = Status::ok;
  std::string reason;  // empty when ok, so that a successful step allocates nothing

  bool ok() const { return status == Status::ok; }
};

}  // namespace stiffbench
