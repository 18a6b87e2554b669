#pragma once

#include "harness/records/tables/attempts.hpp"

namespace stiffbench {

/// How a run ended: well, by its own failure, which is a result, or stopped from outside, which
/// gives no information.
enum class Ending { well, failed, stopped };

inline Ending ending_of(const Row& run) {
  const Status status = run.record.result.status;
  if (status == Status::ok) return Ending::well;
  return was_stopped(run) || status == Status::not_applicable ? Ending::stopped : Ending::failed;
}

}  // namespace stiffbench
