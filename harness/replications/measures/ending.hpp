#pragma once

#include "harness/records/tables/attempts.hpp"

namespace stiffbench {

/// How a run ended: well, by its own failure, which is a result, or stopped from outside, which
/// gives no information.
enum class Ending { well, failed, stopped };

inline Ending ending_of(const Row& run) {
  const Status status = run.record.result.status;
  if (status == Status::ok) return Ending::well;
  const bool is_stopped =
      was_out_of_limits(run) || status == Status::crashed || status == Status::not_applicable;
  return is_stopped ? Ending::stopped : Ending::failed;
}

}  // namespace stiffbench
