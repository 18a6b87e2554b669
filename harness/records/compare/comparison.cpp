#include "harness/records/compare/comparison.hpp"

#include "base/error.hpp"
#include "harness/records/compare/statistics.hpp"
#include "harness/records/compare/verdicts.hpp"
#include "harness/records/labels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <tuple>
#include <utility>

namespace stiffbench {
namespace {

using Pair = std::pair<const Record*, const Record*>;

/// Returns the key shared by two records of one run; it excludes titles and the code that made
/// them.
std::string key_of(const Record& record, bool with_parameters) {
  Json key{record.problem.name,     to_json(record.problem.parameters),
           record.problem.hash,     record.integrator.name,
           value_or_null(record.h), value_or_null(record.tolerance),
           record.checkpoints};
  if (record.start) key.push_back({record.start->index, record.start->perturbation});
  if (record.tuning) key.push_back("tuned");
  if (with_parameters) key.push_back({to_json(requested_parameters(record)), record.threads});
  return key.dump();
}

std::string step_of(const Record& record) {
  return record.h ? fmt::format("h = {:.4g}", *record.h)
                  : fmt::format("tolerance {:.4g}", record.tolerance.value_or(0));
}

/// Pairs of records, and the unpaired records.
struct Join {
  std::vector<Pair> pairs;
  std::vector<const Record*> before, after;

  /// Pairs the records whose key occurs once on each side.
  void pair_by(bool with_parameters) {
    std::map<std::string, std::array<std::vector<const Record*>, 2>> keys;
    for (const Record* record : before) keys[key_of(*record, with_parameters)][0].push_back(record);
    for (const Record* record : after) keys[key_of(*record, with_parameters)][1].push_back(record);
    std::set<const Record*> paired;
    for (const Record* record : before) {
      const auto& [old_ones, new_ones] = keys.at(key_of(*record, with_parameters));
      if (old_ones.size() != 1 || new_ones.size() != 1) continue;
      pairs.emplace_back(record, new_ones[0]);
      paired.insert({record, new_ones[0]});
    }
    for (auto* side : {&before, &after})
      std::erase_if(*side, [&](const Record* record) { return paired.contains(record); });
  }
};

/// Returns the last record of each run.
std::vector<const Record*> latest(const std::vector<Record>& records) {
  std::vector<const Record*> all;
  std::map<std::string, std::size_t> places;
  for (const Record& record : records) {
    const auto [place, is_new] = places.emplace(key_of(record, true), all.size());
    if (is_new)
      all.push_back(&record);
    else
      all[place->second] = &record;
  }
  return all;
}

std::vector<std::string> descriptions(const std::vector<const Record*>& records) {
  std::vector<std::string> texts;
  for (const Record* record : records)
    texts.push_back(fmt::format("{} on {}, {}", record->integrator.name, record->problem.name,
                                step_of(*record)));
  return texts;
}

/// Returns the parts of the environment on which the last bits of a record depend: compiler, flags,
/// CPU and BLAS. Compact records of a baseline lack most of them.
Json build_of(const Record& record) {
  const auto entry = [&](const char* path) {
    return record.environment.value(Json::json_pointer(path), Json(nullptr));
  };
  return Json{entry("/compiler"),   entry("/flags"),
              entry("/native"),     entry("/cpu/model"),
              entry("/versions"),   entry("/blas/file"),
              entry("/build_type"), entry("/cpu/instruction_sets_in_use")};
}

[[noreturn]] void no_common_run(const Join& join) {
  const bool is_same_problem = std::ranges::any_of(join.before, [&](const Record* a) {
    return std::ranges::any_of(join.after, [&](const Record* b) {
      return a->problem.name == b->problem.name && a->problem.hash == b->problem.hash;
    });
  });
  throw Error("records that are compared have a run in common: problem, integrator, parameters, h",
              fmt::format("{} and {} runs, none in common", join.before.size(), join.after.size()),
              is_same_problem ? "compare runs of one experiment"
                              : "compare runs of one experiment, and of problems with equal data");
}

/// Compares the times in the records if there are enough of them from one kind of CPU.
void compare_times(const std::vector<Pair>& pairs, std::vector<RunComparison>& runs,
                   double threshold) {
  const auto samples = [](const Record& record) {
    return record.result.runtime ? record.result.runtime->totals() : std::vector<double>();
  };
  const auto cpu = [](const Record& record) {
    return record.environment.value(Json::json_pointer("/cpu/model"), Json(nullptr));
  };
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto& [before, after] = pairs[i];
    const auto from = samples(*before), to = samples(*after);
    const auto fewest = static_cast<long>(std::min(from.size(), to.size()));
    Change& change = runs[i].changes[static_cast<std::size_t>(Quantity::time)];
    if (cpu(*before) != cpu(*after))
      change.text = "times of two kinds of CPU";
    else if (before->threads != after->threads)
      change.text = fmt::format("times of {} and of {} threads", before->threads, after->threads);
    else if (fewest < samples_needed(alpha_of(static_cast<long>(pairs.size()))))
      change.text = fmt::format("{} samples; 'compare --time' measures", fewest);
    else
      change = time_verdict(from, to, threshold, static_cast<long>(pairs.size()));
  }
}

/// Adds a run's change of one quantity to that of its method.
void add_change(MethodComparison& method, std::size_t quantity, const RunComparison& run) {
  constexpr auto weight = [](Verdict verdict) {
    return verdict == Verdict::not_comparable ? -1 : static_cast<int>(verdict);
  };
  const Change& change = run.changes[quantity];
  Change& most = method.changes[quantity];
  method.worse[quantity] += change.verdict == Verdict::worse;
  method.better[quantity] += change.verdict == Verdict::better;
  if (method.runs > 0 && std::pair(weight(change.verdict), change.severity) <=
                             std::pair(weight(most.verdict), most.severity))
    return;
  most = change;
  method.steps[quantity] = run.step;
}

/// Sets the order of a method, measured at its two smallest steps that show an order.
void set_order(MethodComparison& method, std::span<const RunComparison> runs, double tolerance) {
  const auto place = static_cast<std::size_t>(Quantity::order);
  for (std::size_t i = runs.size(); i-- > 1;) {
    if (!runs[i].shows_order || !runs[i - 1].shows_order || *runs[i - 1].h <= *runs[i].h) continue;
    Change& change = method.changes[place] = order_change(runs[i - 1], runs[i], tolerance);
    method.steps[place] = runs[i].step;
    method.worse[place] = change.verdict == Verdict::worse;
    method.better[place] = change.verdict == Verdict::better;
    return;
  }
}

std::vector<MethodComparison> group_by_method(const std::vector<RunComparison>& runs,
                                              const Tolerances& tolerances) {
  std::vector<MethodComparison> methods;
  for (std::size_t first = 0, last = 0; first < runs.size(); first = last) {
    MethodComparison method;
    method.problem = runs[first].problem;
    method.method = runs[first].method;
    for (; last < runs.size() && runs[last].problem == method.problem &&
           runs[last].method == method.method;
         ++last) {
      for (std::size_t i = 0; i < quantity_count; ++i) add_change(method, i, runs[last]);
      ++method.runs;
    }
    set_order(method, std::span(runs).subspan(first, last - first), tolerances.order);
    methods.push_back(std::move(method));
  }
  return methods;
}

}  // namespace

long Comparison::count(Quantity quantity, Verdict verdict) const {
  return std::ranges::count_if(methods, [=](const MethodComparison& method) {
    return method.changes[static_cast<std::size_t>(quantity)].verdict == verdict;
  });
}

bool one_build(const std::vector<Record>& before, const std::vector<Record>& after) {
  const Json build = build_of(before.front());
  const auto is_of_build = [&](const Record& record) { return build_of(record) == build; };
  return !build[4].is_null() && std::ranges::all_of(before, is_of_build) &&
         std::ranges::all_of(after, is_of_build);
}

Change time_verdict(const std::vector<double>& before, const std::vector<double>& after,
                    double threshold, long tests) {
  const TimeChange change = time_change(before, after, threshold, tests);
  const Medians& medians = change.medians;
  return {.verdict = change.direction > 0   ? Verdict::worse
                     : change.direction < 0 ? Verdict::better
                                            : Verdict::same,
          .before = medians.before,
          .after = medians.after,
          .text = fmt::format("x {:.2f} ({:.2f} to {:.2f}), p = {:.1g}", medians.ratio(),
                              medians.low, medians.high, change.p),
          .severity = std::abs(std::log(medians.ratio()))};
}

std::vector<RunComparison> blank_comparisons(const std::vector<Record>& records) {
  const auto problems = problem_labels(records), methods = method_labels(records);
  std::vector<RunComparison> runs;
  for (std::size_t i = 0; i < records.size(); ++i)
    runs.push_back({problems[i],
                    methods[i],
                    step_of(records[i]),
                    records[i].h,
                    records[i].tolerance,
                    {},
                    false});
  return runs;
}

Comparison assemble(std::vector<RunComparison> runs, const Tolerances& tolerances) {
  std::stable_sort(runs.begin(), runs.end(), [](const RunComparison& a, const RunComparison& b) {
    const auto step_or_tolerance = [](const RunComparison& run) {
      return run.h ? *run.h : run.tolerance.value_or(0);
    };
    if (a.problem != b.problem) return naturally_before(a.problem, b.problem);
    return std::tuple(a.method, step_or_tolerance(b)) < std::tuple(b.method, step_or_tolerance(a));
  });
  Comparison comparison;
  comparison.tolerances = tolerances;
  comparison.methods = group_by_method(runs, tolerances);
  comparison.runs = std::move(runs);
  return comparison;
}

Comparison compare_records(const std::vector<Record>& before, const std::vector<Record>& after,
                           const Tolerances& tolerances) {
  Join join{{}, latest(before), latest(after)};
  join.pair_by(true);
  join.pair_by(false);
  if (join.pairs.empty()) no_common_run(join);
  std::vector<Record> olds;
  for (const auto& [old_record, new_record] : join.pairs) olds.push_back(*old_record);
  std::vector<RunComparison> runs = blank_comparisons(olds);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto& [old_record, new_record] = join.pairs[i];
    runs[i].changes = changes_of(*old_record, *new_record, tolerances);
    runs[i].shows_order = shows_order(*old_record) && shows_order(*new_record);
  }
  const long same_code = std::ranges::count_if(join.pairs, [](const Pair& pair) {
    return pair.first->code && pair.first->code == pair.second->code;
  });
  compare_times(join.pairs, runs, tolerances.time);
  Comparison comparison = assemble(std::move(runs), tolerances);
  comparison.one_build = one_build(before, after);
  comparison.only_before = descriptions(join.before);
  comparison.only_after = descriptions(join.after);
  comparison.same_code = same_code;
  return comparison;
}

}  // namespace stiffbench
