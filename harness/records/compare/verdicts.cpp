#include "harness/records/compare/verdicts.hpp"

#include "harness/records/tables/error_measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace stiffbench {
namespace {

constexpr const char* measure = "energy_norm";

Change not_comparable(std::string why) { return {.text = std::move(why)}; }

double severity(double before, double after) {
  constexpr double least = 1e-300;  // a zero has no ratio
  return std::abs(std::log(std::max(after, least) / std::max(before, least)));
}

/// Compares two numbers of which smaller is better. Differences up to `allowance` are ignored.
Change change_of(double before, double after, double allowance) {
  const Verdict verdict = after > before + allowance   ? Verdict::worse
                          : after < before - allowance ? Verdict::better
                                                       : Verdict::same;
  return {verdict, before, after, change_text(before, after), severity(before, after)};
}

/// Ranks failures by the information lost: a crash loses everything.
int rank(Status status) {
  switch (status) {
    case Status::ok:
      return 0;
    case Status::not_applicable:
      return 1;
    case Status::crashed:
      return 3;
    default:
      return 2;
  }
}

Change status_change(const RunResult& before, const RunResult& after) {
  const int from = rank(before.status), to = rank(after.status);
  Change change{.verdict = to > from   ? Verdict::worse
                           : to < from ? Verdict::better
                                       : Verdict::same,
                .text = fmt::format("{} -> {}", to_string(before.status), to_string(after.status)),
                .severity = std::abs(to - from) + 1.0};
  if (!after.reason.empty()) change.text += ": " + after.reason;
  return change;
}

std::optional<double> error_in(const RunResult& result) {
  if (result.status != Status::ok || !result.error) return std::nullopt;
  const auto error = error_of(*result.error, measure);
  if (!error || !std::isfinite(*error)) return std::nullopt;
  return error;
}

double floor_in(const RunResult& result) {
  return result.error ? floor_of(*result.error, measure).value_or(0) : 0;
}

/// Compares errors. An error below the floor of its reference is replaced by the floor.
Change error_change(const RunResult& before, const RunResult& after, const Tolerances& tolerances) {
  const auto from = error_in(before), to = error_in(after);
  if (!from || !to) return not_comparable("no error in one of the records");
  const double least = std::max(floor_in(before), floor_in(after));
  Change change = change_of(std::max(*from, least), std::max(*to, least),
                            tolerances.error * *from + tolerances.round_off);
  if (change.verdict == Verdict::same) {
    change.before = from;
    change.after = to;
    change.text = change_text(*from, *to);
  }
  return change;
}

Change drift_change(const RunResult& before, const RunResult& after, const Tolerances& tolerances) {
  if (!before.energy || !after.energy || before.status != Status::ok || after.status != Status::ok)
    return not_comparable("no energy in one of the records");
  const EnergySummary &from = *before.energy, &to = *after.energy;
  const double scale = std::max({std::abs(from.initial), std::abs(from.final), from.max_drift});
  return change_of(from.max_drift, to.max_drift,
                   tolerances.drift * from.max_drift + tolerances.round_off * scale);
}

/// Compares work. It is worse if one of its counters is, because the cost of a call depends on the
/// problem. The numbers are those of the counter that changed most.
Change work_change(const RunResult& before, const RunResult& after, const Tolerances& tolerances) {
  if (!before.work || !after.work || before.status != Status::ok || after.status != Status::ok)
    return not_comparable("no work in one of the records");
  std::vector<std::pair<std::string, double>> from;
  Work::each(*before.work, [&](const char* name, long count) {
    from.emplace_back(name, static_cast<double>(count));
  });
  Change all{.verdict = Verdict::same, .text = "every counter"};
  std::size_t i = 0;
  Work::each(*after.work, [&](const char*, long count) {
    const auto& [name, old_count] = from[i++];
    const double spare = tolerances.work > 0 ? 1 : 0;  // one call more or less in a small count
    Change one =
        change_of(old_count, static_cast<double>(count), tolerances.work * old_count + spare);
    if (one.verdict == Verdict::same) return;
    one.text = name + " " + one.text;
    const bool overrules =
        one.verdict == all.verdict ? one.severity > all.severity : all.verdict != Verdict::worse;
    if (overrules) all = std::move(one);
  });
  return all;
}

Change memory_change(const RunResult& before, const RunResult& after, double tolerance) {
  if (!before.peak_bytes || !after.peak_bytes)
    return not_comparable("no peak memory in one of the records");
  constexpr double mebibyte = 1 << 20;
  const double from = static_cast<double>(*before.peak_bytes) / mebibyte;
  Change change =
      change_of(from, static_cast<double>(*after.peak_bytes) / mebibyte, tolerance * from);
  change.text += " MiB";
  return change;
}

/// Returns the order measured between two steps, in the records before or after.
double slope(double h_coarse, double h_fine, const Change& coarse, const Change& fine,
             std::optional<double> Change::*side) {
  return std::log(*(coarse.*side) / *(fine.*side)) / std::log(h_coarse / h_fine);
}

const Change& error_change(const RunComparison& run) {
  return run.changes[static_cast<std::size_t>(Quantity::error)];
}

}  // namespace

std::string change_text(double before, double after) {
  const std::string numbers = fmt::format("{:.4g} -> {:.4g}", before, after);
  if (before == after) return fmt::format("{:.4g}", before);
  if (!(before > 0)) return numbers;
  const double ratio = after / before;
  return std::abs(ratio - 1) < 0.005 ? fmt::format("{} ({:+.2g} relative)", numbers, ratio - 1)
                                     : fmt::format("{} (x {:.3g})", numbers, ratio);
}

Changes changes_of(const Record& before, const Record& after, Tolerances tolerances) {
  if (before.tolerance) {
    tolerances.error *= tolerances.own_steps;
    tolerances.drift *= tolerances.own_steps;
  }
  const RunResult &from = before.result, &to = after.result;
  Changes changes;
  const auto put = [&](Quantity quantity, Change change) {
    changes[static_cast<std::size_t>(quantity)] = std::move(change);
  };
  put(Quantity::status, status_change(from, to));
  put(Quantity::error, error_change(from, to, tolerances));
  put(Quantity::order, not_comparable("an order takes two steps"));
  put(Quantity::drift, drift_change(from, to, tolerances));
  put(Quantity::work, work_change(from, to, tolerances));
  put(Quantity::memory, memory_change(from, to, tolerances.memory));
  return changes;
}

bool shows_order(const Record& record) {
  const auto error = error_in(record.result);
  return record.h && error && *error > 10 * std::max(floor_in(record.result), 1e-12);
}

Change order_change(const RunComparison& coarse, const RunComparison& fine, double tolerance) {
  const Change &from = error_change(coarse), &to = error_change(fine);
  const double before = slope(*coarse.h, *fine.h, from, to, &Change::before),
               after = slope(*coarse.h, *fine.h, from, to, &Change::after), gain = after - before;
  Change change{Verdict::same, before, after, fmt::format("{:.2f} -> {:.2f}", before, after),
                std::abs(gain)};
  const bool is_larger = *to.after > *to.before, is_smaller = *to.after < *to.before;
  if (is_larger && gain < -tolerance) change.verdict = Verdict::worse;
  if (is_smaller && gain > tolerance) change.verdict = Verdict::better;
  return change;
}

}  // namespace stiffbench
