#include "harness/records/tables/error_measure.hpp"
#include "harness/replications/measures/ending.hpp"
#include "harness/replications/measures/quantity_readers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace stiffbench::readers {
namespace {

/// Runs of a method on one problem, and the ones that reach an error.
struct Descent {
  Attempts attempts;
  std::vector<const Attempt*> reaching = {};  ///< finest first
  const Row* finest = nullptr;  ///< within the limits of time and memory; null if none
  std::string obstacle = {};    ///< why the runs do not determine the error; else empty
};

std::string obstacle_of(const Descent& descent, const RuleQuantity& quantity) {
  if (descent.finest == nullptr) return "each of its runs was stopped";
  if (ending_of(*descent.finest) == Ending::stopped)
    return fmt::format("its finest run ended as {}",
                       to_string(descent.finest->record.result.status));
  bool is_compared = false;
  for (const Attempt& attempt : descent.attempts) {
    if (!attempt.row->ok() || !attempt.error) continue;
    is_compared = true;
    const double floor = floor_of(*attempt.row->record.result.error, quantity.detail).value_or(0);
    if (floor >= quantity.level)
      return fmt::format("the reference itself is known to {:.2g} only", floor);
  }
  const auto ended_well = [](const Attempt& attempt) { return attempt.row->ok(); };
  if (!is_compared && std::ranges::any_of(descent.attempts, ended_well))
    return "its runs were not compared with a reference";
  return "";
}

Descent descent_of(Runs runs, const RuleQuantity& quantity) {
  Descent result{.attempts = attempts_of(runs, quantity.detail)};
  result.reaching = reaching(result.attempts, quantity.level);
  // A crash may be the method's own failure: it bounds no time, and is not passed over.
  const auto finest = std::ranges::find_if_not(result.attempts, [](const Attempt& attempt) {
    return was_stopped(*attempt.row) && attempt.row->record.result.status != Status::crashed;
  });
  if (finest != result.attempts.end()) result.finest = finest->row;
  result.obstacle = obstacle_of(result, quantity);
  return result;
}

/// Returns the time of a method that does not reach the error: a lower bound from its finest run.
/// If that run failed, its record may lack the elapsed time.
Reading time_beyond(const Row& finest, const RuleQuantity& quantity) {
  Reading reading = time(finest, quantity);
  if (!reading.value && finest.ok()) return reading;
  const Interval own = reading.value.value_or(Interval::exact(0));
  const std::string note = finest.ok()
                               ? "no run reaches the error"
                               : fmt::format("no run reaches the error, the finest ended as {}",
                                             to_string(finest.record.result.status));
  return {Interval{own.least, std::numeric_limits<double>::infinity(), own.best, false, true},
          joined_notes(note, finest.ok() ? reading.note : ""), false, !finest.ok()};
}

/// Returns a lower bound of the time at any step between that of a run, which takes the time `own`,
/// and the next larger step tried. It is the time of the larger step, or, if that run failed, the
/// time of as many steps at the cost of the run's own steps.
double least_time_between(const Row& run, double own, const Row& coarser,
                          const RuleQuantity& quantity) {
  if (coarser.ok()) {
    const auto time = readers::time(coarser, quantity).value;
    return time ? std::min(own, time->least) : 0;
  }
  return run.h && coarser.h ? own * *run.h / *coarser.h : 0;
}

}  // namespace

Reading time_to(Runs runs, const RuleQuantity& quantity) {
  const Descent descent = descent_of(runs, quantity);
  if (!descent.obstacle.empty()) return {.note = descent.obstacle};
  if (descent.reaching.empty()) return time_beyond(*descent.finest, quantity);
  const Attempt* best = cheapest(descent.attempts, quantity.level);
  Reading reading = time(best ? *best->row : *descent.reaching.front()->row, quantity);
  if (!best || !reading.value) return reading;
  const auto [least, most, own, may_be_less, may_be_more] = *reading.value;
  const Attempt& coarsest = *descent.reaching.back();
  if (const Attempt* coarser = next_coarser(coarsest, descent.attempts)) {
    reading.value->least = least_time_between(*best->row, least, *coarser->row, quantity);
  } else if (is_coarsest(coarsest, descent.attempts)) {
    reading.value = Interval{0, most, own, true, false};
    reading.note = joined_notes("its coarsest run", reading.note);
  }
  return reading;
}

Reading pace_to(Runs runs, const RuleQuantity& quantity) {
  return over_span(time_to(runs, quantity), *runs.front());
}

Reading step_to(Runs runs, const RuleQuantity& quantity) {
  const Descent descent = descent_of(runs, quantity);
  if (!descent.obstacle.empty()) return {.note = descent.obstacle};
  const Row& row = descent.reaching.empty() ? *descent.finest : *descent.reaching.back()->row;
  if (!row.h) return {.note = "its step is unknown"};
  if (descent.reaching.empty()) return {Interval::at_most(*row.h), "no run reaches the error"};
  const Attempt& coarsest = *descent.reaching.back();
  if (is_coarsest(coarsest, descent.attempts))
    return {Interval::at_least(*row.h), "its coarsest run"};
  const Attempt* coarser = next_coarser(coarsest, descent.attempts);
  return {Interval{*row.h, coarser ? coarser->row->h.value_or(*row.h) : *row.h, *row.h}};
}

}  // namespace stiffbench::readers
