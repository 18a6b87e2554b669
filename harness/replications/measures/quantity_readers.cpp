#include "harness/replications/measures/quantity_readers.hpp"

#include "harness/records/tables/error_measure.hpp"
#include "problems/contract/outputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stiffbench {
namespace {

Reading unknown(std::string note) { return {.note = std::move(note)}; }

Reading exact(std::optional<double> number) {
  if (!number || !std::isfinite(*number)) return unknown("its record has no such number");
  return {Interval::exact(*number)};
}

Reading scaled(Reading reading, double factor) {
  if (reading.value) reading.value = stiffbench::scaled(*reading.value, factor);
  return reading;
}

Reading over_steps(Reading reading, const Row& run) {
  const auto steps = static_cast<double>(run.record.count.value_or(0));
  if (!(steps > 0)) return unknown("the number of its steps is unknown");
  return scaled(std::move(reading), 1 / steps);
}

/// Returns the sum of these entries of a list, or nothing if it is too short.
std::optional<double> sum_of(const std::vector<double>& list, const RuleQuantity::Entries& own) {
  if (own.second >= std::ssize(list)) return std::nullopt;
  return std::accumulate(list.begin() + own.first, list.begin() + own.second + 1, 0.);
}

/// Reads a number, or the sum of these entries of a list, among named values.
Reading named(const Settings& values, const RuleQuantity& quantity) {
  if (!values.contains(quantity.detail)) return exact({});
  const Value& value = values.at(quantity.detail);
  if (const auto* list = std::get_if<std::vector<double>>(&value)) {
    if (!quantity.entries) return exact({});
    const auto sum = sum_of(*list, *quantity.entries),
               minus = quantity.minus ? sum_of(*list, *quantity.minus) : 0;
    return exact(sum && minus ? std::optional(*sum - *minus) : std::nullopt);
  }
  const auto numbers = numbers_of({{quantity.detail, value}});
  return exact(numbers.empty() ? std::nullopt : std::optional(numbers.begin()->second));
}

Reading output(const Row& run, const RuleQuantity& quantity) {
  return named(run.record.result.outputs.value_or(Settings()), quantity);
}

Reading reported(const Row& run, const RuleQuantity& quantity) {
  return named(run.record.result.reported, quantity);
}

Reading error(const Row& run, const RuleQuantity& quantity) {
  const auto& error = run.record.result.error;
  if (!error) return unknown("it was not compared with a reference");
  const bool is_absolute = quantity.detail == "state_max";
  const auto own = is_absolute ? error->measures.state_max : error_of(*error, quantity.detail);
  if (!own) return exact({});
  const double floor = is_absolute ? (error->floor ? error->floor->state_max : 0)
                                   : floor_of(*error, quantity.detail).value_or(0);
  if (*own > floor) return {Interval{*own - floor, *own + floor, *own}};
  return {Interval::at_most(*own + floor), "it is no larger than the reference's own error", true};
}

Reading initial_energy(const Row& run, const RuleQuantity&) {
  const auto& energy = run.record.result.energy;
  return exact(energy ? std::optional(energy->initial) : std::nullopt);
}

/// Reads the drift relative to the initial energy. It is a lower bound for a run that failed.
Reading drift(const Row& run, const RuleQuantity&) {
  const auto& energy = run.record.result.energy;
  if (!energy || energy->initial == 0) return exact({});
  const double own = energy->max_drift / std::abs(energy->initial);
  return run.ok() ? exact(own) : Reading{Interval::at_least(own)};
}

/// Reads a ratio of energies. If one of them is negative, the ratio shows neither loss nor gain.
Reading energy(const Row& run, const RuleQuantity&) {
  const auto& energy = run.record.result.energy;
  if (!energy) return exact({});
  if (energy->initial <= 0) return unknown("its energy at the start is not above zero");
  return exact(energy->final / energy->initial);
}

Reading real_time_factor(const Row& run, const RuleQuantity& quantity) {
  return readers::over_span(readers::time(run, quantity), run);
}
/// Reads the time of a step, without the preparation.
Reading step_time(const Row& run, const RuleQuantity& quantity) {
  Reading time = readers::time(run, quantity);
  if (time.value) time.value = median_of(run.record.result.runtime->samples);
  return over_steps(std::move(time), run);
}

Reading work(const Row& run, const RuleQuantity& quantity) {
  std::optional<double> calls;
  if (const auto& work = run.record.result.work)
    Work::each(*work, [&](const std::string& name, long count) {
      if (name == quantity.detail) calls = static_cast<double>(count);
    });
  return exact(calls);
}

Reading step_work(const Row& run, const RuleQuantity& quantity) {
  return over_steps(work(run, quantity), run);
}

Reading time_per(const Row& run, const RuleQuantity& quantity) {
  Reading calls = work(run, quantity);
  if (!calls.value) return calls;
  if (!(calls.value->best > 0)) return unknown("it makes no such call");
  return scaled(readers::time(run, quantity), 1 / calls.value->best);
}

Reading memory(const Row& run, const RuleQuantity&) {
  const auto& bytes = run.record.result.peak_bytes;
  return exact(bytes ? std::optional(static_cast<double>(*bytes)) : std::nullopt);
}

QuantityFacts of_run(const char* name, const char* doc, Band band, RecordPart part, auto* reader,
                     Detail detail = Detail::none) {
  return {name, doc, detail, band, {part}, reader};
}

QuantityFacts infinite_on_failure(QuantityFacts facts) {
  facts.is_infinite_on_failure = true;
  return facts;
}

QuantityFacts of_method(const char* name, const char* doc, std::vector<RecordPart> parts,
                        auto* reader) {
  return {name, doc, Detail::measure, Band::factor, std::move(parts), nullptr, reader};
}

}  // namespace

namespace readers {

Reading over_span(Reading reading, const Row& run) {
  const auto numbers = numbers_of(run.record.problem.parameters);
  const auto span = numbers.find("end_time");
  if (span == numbers.end() || !(span->second > 0)) return unknown("its problem has no end_time");
  return scaled(std::move(reading), 1 / span->second);
}

Reading time(const Row& run, const RuleQuantity&) {
  const auto& runtime = run.record.result.runtime;
  if (!runtime || runtime->samples.empty()) return unknown("it was not timed");
  if (!run.time()) return unknown("its time is that of an interpreter");
  const std::size_t count = runtime->samples.size();
  Reading reading{median_of(runtime->totals())};
  if (count < fewest_samples)
    reading.note = fmt::format("{} sample{}, five are needed", count, count == 1 ? "" : "s");
  return reading;
}

}  // namespace readers

bool QuantityFacts::outlives_failure() const {
  return parts.front() == RecordPart::outputs || parts.front() == RecordPart::energy;
}

const std::vector<QuantityFacts>& quantity_table() {
  using enum Band;
  using P = RecordPart;
  static const std::vector<QuantityFacts> all{
      of_run("output", "output of the problem", tenth, P::outputs, output, Detail::output),
      of_run("reported", "number that the integrator reports", tenth, P::reported, reported,
             Detail::output),
      infinite_on_failure(
          of_run("error", "relative error at the end", tenth, P::error, error, Detail::measure)),
      of_run("initial_energy", "energy at the start (J)", tenth, P::energy, initial_energy),
      of_run("drift", "largest energy drift over the energy at the start", tenth, P::energy, drift),
      of_run("energy", "energy at the end over that at the start", tenth, P::energy, energy),
      infinite_on_failure(of_run("time", "run time (s)", factor, P::runtime, readers::time)),
      infinite_on_failure(of_run("real_time_factor",
                                 "run time over the time that passes in the problem", factor,
                                 P::runtime, real_time_factor)),
      of_run("step_time", "time of a step (s)", factor, P::runtime, step_time),
      of_run("work", "calls in a run", factor, P::work, work, Detail::counter),
      of_run("step_work", "calls in a step", factor, P::work, step_work, Detail::counter),
      {"time_per",
       "run time per call (s)",
       Detail::counter,
       factor,
       {P::runtime, P::work},
       time_per},
      of_run("memory", "peak memory of a run's process (bytes)", factor, P::memory, memory),
      of_method("time_to", "time of the cheapest run that reaches a relative error (s)",
                {P::error, P::runtime}, readers::time_to),
      of_method("pace_to",
                "time of the cheapest run that reaches a relative error, over the time "
                "that passes in the problem",
                {P::error, P::runtime}, readers::pace_to),
      of_method("step_to", "largest step that reaches a relative error (s)", {P::error},
                readers::step_to)};
  return all;
}

}  // namespace stiffbench
