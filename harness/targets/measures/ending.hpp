#pragma once

#include "harness/records/tables/attempts.hpp"

namespace stiffbench {

/// How a run ended, for a judge: well, by a failure of its own, which is a result, or stopped from
/// outside, which says nothing.
enum class Ending { well, failed, stopped };

inline Ending ending_of(const Row& run) {
  const Status status = run.record.result.status;
  if (status == Status::ok) return Ending::well;
  const bool is_stopped =
      was_out_of_limits(run) || status == Status::crashed || status == Status::unfit;
  return is_stopped ? Ending::stopped : Ending::failed;
}

}  // namespace stiffbench
