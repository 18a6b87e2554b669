#include "harness/records/tables/attempts.hpp"

#include "harness/records/tables/time_to_error.hpp"

#include <algorithm>

namespace stiffbench {
namespace {

bool was_stopped(const Attempt& attempt) {
  const Status status = attempt.row->record.result.status;
  return status == Status::timeout || status == Status::out_of_memory;
}

}  // namespace

std::vector<Attempts> attempts_of(std::span<const Row> of_problem, const std::string& measure) {
  std::vector<Attempts> all;
  for (const Row& row : of_problem) {
    if (all.empty() || row.method != all.back()[0].row->method) all.emplace_back();
    const auto& error = row.record.result.error;
    all.back().push_back({&row, error ? error_of(*error, measure) : std::nullopt});
  }
  for (Attempts& attempts : all) std::ranges::reverse(attempts);
  return all;
}

const Attempt* cheapest(const Attempts& attempts, double level) {
  const Attempt* best = nullptr;
  for (const Attempt& attempt : attempts) {
    if (was_stopped(attempt)) continue;
    const bool reaches = attempt.row->ok() && attempt.error && *attempt.error <= level;
    if (!reaches) break;
    if (attempt.row->time() && (!best || *attempt.row->time() < *best->row->time()))
      best = &attempt;
  }
  return best;
}

bool is_coarsest(const Attempt& attempt, const Attempts& attempts) {
  return attempt.row->fineness == attempts.back().row->fineness;
}

}  // namespace stiffbench
