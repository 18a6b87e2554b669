#pragma once

#include <array>
#include <string>
#include <string_view>

namespace stiffbench {

/// How a step or a whole run ended. Integrators report the first seven; the harness adds the
/// others.
enum class Status {
  ok,
  diverged,
  newton_not_converged,
  singular,
  krylov_stagnated,
  indefinite,  // K, or a matrix that contains it, is not positive definite where it has to be
  infeasible,  // the potential is not finite at the start of the run, or of a stage
  timeout,
  out_of_memory,
  crashed,
  not_applicable,
};

/// The words for statuses in records and messages.
constexpr auto names_of(Status) {
  return std::array{"ok",         "diverged",         "newton_not_converged",
                    "singular",   "krylov_stagnated", "indefinite",
                    "infeasible", "timeout",          "out_of_memory",
                    "crashed",    "not_applicable"};
}
constexpr std::string_view to_string(Status status) {
  return names_of(status)[static_cast<std::size_t>(status)];
}

/// The result of one step: ok, or the status of its failure and the reason. A failed step leaves
/// the state unchanged.
struct Outcome {
  Status status = Status::ok;
  std::string reason;  // empty when ok, so that a successful step allocates nothing

  bool ok() const { return status == Status::ok; }
};

}  // namespace stiffbench
