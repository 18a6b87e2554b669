#include "harness/records/tables/time_to_error.hpp"
#include "harness/targets/measures/quantity_readers.hpp"
#include "harness/targets/measures/run_end.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <ranges>

namespace stiffbench::readers {
namespace {

/// The runs of a method that lead to an error: those that reach it, as every finer one does, the
/// finest first. Runs that the limits of time or memory stopped say nothing.
struct Descent {
  std::vector<const Row*> reaching;
  const Row* finest = nullptr;  ///< that was not stopped; null where there is none
  std::string obstacle;         ///< why the runs say nothing about the error; empty where they do
};

std::string obstacle_of(Runs runs, const Row* finest, const Quantity& quantity) {
  if (finest == nullptr) return "each of its runs was stopped";
  if (end_of(*finest) == RunEnd::stopped)
    return fmt::format("its finest run ended as {}", to_string(finest->record.result.status));
  bool is_compared = false;
  for (const Row* row : runs) {
    const auto& error = row->record.result.error;
    if (!row->ok() || !error || !error_of(*error, quantity.detail)) continue;
    is_compared = true;
    const double floor = floor_of(*error, quantity.detail).value_or(0);
    if (floor >= quantity.level)
      return fmt::format("the reference itself is known to {:.2g} only", floor);
  }
  if (!is_compared && std::ranges::any_of(runs, &Row::ok))
    return "its runs were not compared with a reference";
  return "";
}

Descent descent_of(Runs runs, const Quantity& quantity) {
  Descent descent;
  for (const Row* row : std::views::reverse(runs)) {
    if (was_out_of_limits(*row)) continue;
    if (descent.finest == nullptr) descent.finest = row;
    const auto& error = row->record.result.error;
    const auto own = row->ok() && error ? error_of(*error, quantity.detail) : std::nullopt;
    if (!own || *own > quantity.level) break;
    descent.reaching.push_back(row);
  }
  descent.obstacle = obstacle_of(runs, descent.finest, quantity);
  return descent;
}

/// The time of a method that does not reach the error: at least that of its finest run, whose
/// elapsed time a record may lack where the run failed.
Reading time_beyond(const Row& finest, const Quantity& quantity) {
  Reading reading = time(finest, quantity);
  if (!reading.value && finest.ok()) return reading;
  const Interval own = reading.value.value_or(Interval::exact(0));
  const std::string note = finest.ok()
                               ? "no run reaches the error"
                               : fmt::format("no run reaches the error, the finest ended as {}",
                                             to_string(finest.record.result.status));
  return {Interval{own.least, std::numeric_limits<double>::infinity(), own.best, false, true},
          joined_notes(note, finest.ok() ? reading.note : ""), false, true};
}

}  // namespace

Reading time_to(Runs runs, const Quantity& quantity) {
  const Descent descent = descent_of(runs, quantity);
  if (!descent.obstacle.empty()) return {.note = descent.obstacle};
  if (descent.reaching.empty()) return time_beyond(*descent.finest, quantity);
  const auto duration = [](const Row* row) {
    return row->time().value_or(std::numeric_limits<double>::infinity());
  };
  const Row* cheapest = *std::ranges::min_element(descent.reaching, {}, duration);
  Reading reading = time(*cheapest, quantity);
  if (reading.value && cheapest->fineness == runs.front()->fineness) {
    reading.value = Interval{0, reading.value->most, reading.value->best, true, false};
    reading.note = joined_notes("its coarsest run", reading.note);
  }
  return reading;
}

Reading pace_to(Runs runs, const Quantity& quantity) {
  return over_span(time_to(runs, quantity), *runs.front());
}

Reading step_to(Runs runs, const Quantity& quantity) {
  const Descent descent = descent_of(runs, quantity);
  if (!descent.obstacle.empty()) return {.note = descent.obstacle};
  const Row& row = descent.reaching.empty() ? *descent.finest : *descent.reaching.back();
  if (!row.h) return {.note = "its step is unknown"};
  if (descent.reaching.empty()) return {Interval::at_most(*row.h), "no run reaches the error"};
  const bool is_coarsest = row.fineness == runs.front()->fineness;
  return is_coarsest ? Reading{Interval::at_least(*row.h), "its coarsest run"}
                     : Reading{Interval::exact(*row.h)};
}

}  // namespace stiffbench::readers
