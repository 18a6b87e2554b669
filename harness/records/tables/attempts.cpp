#include "harness/records/tables/attempts.hpp"

#include "harness/records/tables/error_measure.hpp"

#include <algorithm>

namespace stiffbench {
namespace {

Attempt attempt_of(const Row& row, const std::string& measure) {
  const auto& error = row.record.result.error;
  return {&row, error ? error_of(*error, measure) : std::nullopt};
}

}  // namespace

std::vector<Attempts> attempts_of(std::span<const Row> of_problem, const std::string& measure) {
  std::vector<Attempts> all;
  for (const Row& row : of_problem) {
    if (all.empty() || row.method != all.back()[0].row->method) all.emplace_back();
    all.back().push_back(attempt_of(row, measure));
  }
  for (Attempts& attempts : all) std::ranges::reverse(attempts);
  return all;
}

Attempts attempts_of(std::span<const Row* const> of_method, const std::string& measure) {
  Attempts attempts;
  for (const Row* row : of_method) attempts.push_back(attempt_of(*row, measure));
  std::ranges::reverse(attempts);
  return attempts;
}

bool was_stopped(const Row& run) {
  const Status status = run.record.result.status;
  return status == Status::timeout || status == Status::out_of_memory || status == Status::crashed;
}

std::vector<const Attempt*> reaching(const Attempts& attempts, double level) {
  std::vector<const Attempt*> all;
  for (const Attempt& attempt : attempts) {
    if (was_stopped(*attempt.row)) continue;
    const bool reaches = attempt.row->ok() && attempt.error && *attempt.error <= level;
    if (!reaches) break;
    all.push_back(&attempt);
  }
  return all;
}

const Attempt* cheapest(const Attempts& attempts, double level) {
  const Attempt* best = nullptr;
  for (const Attempt* attempt : reaching(attempts, level))
    if (attempt->row->time() && (!best || *attempt->row->time() < *best->row->time()))
      best = attempt;
  return best;
}

const Attempt* next_coarser(const Attempt& attempt, const Attempts& attempts) {
  const auto next = std::ranges::find_if(attempts, [&](const Attempt& other) {
    return other.row->step_or_tolerance > attempt.row->step_or_tolerance &&
           !was_stopped(*other.row);
  });
  return next == attempts.end() ? nullptr : &*next;
}

bool is_coarsest(const Attempt& attempt, const Attempts& attempts) {
  const Record& record = attempt.row->record;
  const bool one_step = !record.tolerance && record.count == 1;
  return !one_step && next_coarser(attempt, attempts) == nullptr;
}

}  // namespace stiffbench
