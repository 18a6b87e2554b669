#include "harness/replications/pages/tuning_page.hpp"

#include "base/parameters.hpp"
#include "harness/records/tables/ranking.hpp"
#include "harness/records/tuning/choose_settings.hpp"
#include "harness/replications/pages/races/contestants.hpp"
#include "harness/replications/pages/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

namespace stiffbench {
namespace {

/// Returns the rows with the times of the requested settings. A run that fails with these has none.
std::vector<Row> with_default_times(std::span<const Row> rows) {
  std::vector<Row> all(rows.begin(), rows.end());
  for (Row& row : all) {
    if (!is_tuned(row)) continue;
    if (auto requested = with_requested_settings(row.record))
      row.record = std::move(*requested);
    else
      row.record.result.runtime.reset();
  }
  return all;
}

/// Methods that compete with each other in a column of the page: a family, or an integrator where
/// all are of one family. Families are in their own order, integrators by name.
using Group = std::pair<Family, std::string>;

/// The fastest method of each group at a level, and the fastest of all or those that draw.
struct Best {
  std::string leaders = "none";
  std::map<Group, double> ratios;  ///< to the time of the fastest
};

Best best_of(const std::vector<Ranking>& rankings, double level, bool is_one_family) {
  Best best;
  for (const Ranking& ranking : rankings) {
    if (ranking.level != level || ranking.reached().empty()) continue;
    best.leaders = leaders_text(ranking);
    for (const MethodTime& method : ranking.integrators()) {
      const std::string& name = method.row->record.integrator.name;
      best.ratios.emplace(Group(family_of(name), is_one_family ? name : ""), method.ratio);
    }
  }
  return best;
}

/// Lists the groups whose ratio has changed: "implicit 8.2 → 3.1".
std::string changes_of(const Best& before, const Best& after) {
  const auto ratio = [](const Best& best, const Group& group) {
    const auto own = best.ratios.find(group);
    return own == best.ratios.end() ? std::string("none") : ratio_text(own->second);
  };
  std::map<Group, double> all = after.ratios;
  all.insert(before.ratios.begin(), before.ratios.end());
  std::vector<std::string> changes;
  for (const auto& [group, of_either] : all) {
    const std::string old = ratio(before, group), tuned = ratio(after, group);
    const std::string name = group.second.empty() ? name_of(group.first) : group.second;
    if (old != tuned) changes.push_back(fmt::format("{} {} → {}", name, old, tuned));
  }
  return fmt::format("{}", fmt::join(changes, "; "));
}

std::string problem_section(std::span<const Row> rows) {
  const std::vector<Row> with_defaults = with_default_times(rows);
  const auto before = rank_at_decades(with_defaults, "energy_norm", smallest_level),
             after = rank_at_decades(rows, "energy_norm", smallest_level);
  std::set<double, std::greater<>> levels;
  for (const auto* rankings : {&before, &after})
    for (const Ranking& ranking : *rankings) levels.insert(ranking.level);
  const bool is_one_family = std::ranges::all_of(rows, [&](const Row& row) {
    return family_of(row.record.integrator.name) == family_of(rows[0].record.integrator.name);
  });
  std::string text = fmt::format("\n### {}\n\n", rows[0].problem) +
                     table_head({"error", "fastest with default settings", "fastest tuned",
                                 fmt::format("best of {}, times the fastest: default → tuned",
                                             is_one_family ? "an integrator" : "a family")},
                                4);
  for (const double level : levels) {
    const Best old = best_of(before, level, is_one_family),
               tuned = best_of(after, level, is_one_family);
    text += table_line({level_text(level), old.leaders, tuned.leaders, changes_of(old, tuned)});
  }
  return text;
}

/// Lists the chosen settings with the requested values: "tolerance = 1e-4 for 1e-12".
std::string settings_text(const Record& record) {
  std::vector<std::string> texts;
  for (const auto& [name, value] : record.tuning->settings) {
    const auto requested = record.integrator.automatic.find(name);
    texts.push_back(name + " = " + to_string(value) +
                    (requested == record.integrator.automatic.end()
                         ? ""
                         : " for " + to_string(requested->second)));
  }
  return texts.empty() ? "as given" : fmt::format("{}", fmt::join(texts, "; "));
}

/// Returns the label of a row's problem, with the name of the problem where the label lacks it.
std::string problem_of(const Row& row) {
  const std::string& name = row.record.problem.name;
  return row.problem.find(name) == std::string::npos ? name + ": " + row.problem : row.problem;
}

/// Lists the runs that gain most, one of each method on each problem.
std::string largest_changes(const std::vector<ArchivedExperiment>& experiments) {
  std::vector<const Row*> runs;
  for (const ArchivedExperiment& experiment : experiments)
    for (const Row& row : experiment.rows)
      if (is_tuned(row) && row.record.tuning->speed_up() > 1.) runs.push_back(&row);
  std::ranges::stable_sort(runs, std::greater(),
                           [](const Row* row) { return *row->record.tuning->speed_up(); });
  constexpr std::size_t shown = 10;
  std::set<std::pair<std::string, std::string>> listed;
  std::string text = table_head({"method", "problem", "step or tolerance",
                                 "settings chosen for the default ones", "faster by"},
                                4);
  for (const Row* row : runs)
    if (listed.size() < shown && listed.emplace(row->method, row->problem).second)
      text += table_line({cell(row->method), cell(problem_of(*row)),
                          fmt::format("{:.3g}", row->step_or_tolerance), settings_text(row->record),
                          ratio_text(*row->record.tuning->speed_up())});
  return text;
}

/// Returns true for two runs of one integrator whose settings the page compares: at one step, or
/// with chosen steps.
bool is_same_run(const Row& a, const Row& b) {
  return same_problem(a, b) && a.record.integrator.name == b.record.integrator.name &&
         a.record.h == b.record.h;
}

/// The time with the default settings over that with the chosen ones, where a search measured both.
std::string defaults_text(const Row& row) {
  const auto& tuning = row.record.tuning;
  const auto ratio = tuning ? tuning->speed_up() : std::nullopt;
  return ratio ? ratio_text(*ratio) : "";
}

/// Compares the settings of each integrator at each step, and of adaptive ones with each other.
std::string comparison_section(const ArchivedExperiment& experiment) {
  std::vector<const Row*> timed;
  for (const Row& row : experiment.rows)
    if (row.time() && row.error) timed.push_back(&row);
  std::ranges::stable_sort(timed, {}, [](const Row* row) { return *row->time(); });
  std::string text =
      fmt::format("\n## {}\n\n`{}`. {}", experiment.document["title"].get<std::string>(),
                  experiment.document["name"].get<std::string>(), origin_of(experiment.rows));
  for (const Json& remark : experiment.document.value("remarks", Json::array()))
    text += " " + remark.get<std::string>();
  text += "\n\n" + table_head({"problem", "step or tolerance", "fastest settings", "other settings",
                               "error of the fastest", "error of the other",
                               "the other, times as long", "defaults, times as long"},
                              4);
  for (const Row& other : experiment.rows) {
    const auto fastest =
        std::ranges::find_if(timed, [&](const Row* row) { return is_same_run(*row, other); });
    if (fastest == timed.end() || *fastest == &other || !other.time() || !other.error) continue;
    const Row& best = **fastest;
    text += table_line({cell(other.problem), fmt::format("{:.3g}", other.step_or_tolerance),
                        cell(best.method) + ": " + settings_text(best.record), cell(other.method),
                        fmt::format("{:.2g}", *best.error), fmt::format("{:.2g}", *other.error),
                        ratio_text(*other.time() / *best.time()), defaults_text(best)});
  }
  return text;
}

}  // namespace

std::string tuning_page(const std::vector<ArchivedExperiment>& experiments,
                        const std::vector<ArchivedExperiment>& comparisons,
                        const std::string& command) {
  std::string text = fmt::format(
      "# What tuning changed\n\nThis page is written by `{}` from the records in "
      "[`results/archive/`](../../results/archive). Each tuned run searched for the fastest "
      "settings "
      "that keep its result ([how](../writing_experiments.md#tuned-settings), "
      "[why it gains](../methods/where_tuning_gains.md)). [Winners](winners.md) explains the "
      "terms: names without bold draw. Default settings are today's, with `auto` solvers. Their "
      "times are those of the search, medians of three or single ones; a run whose default "
      "settings do not keep the result has none, so that a finer run stands for it. Times with the "
      "chosen settings are medians of five.\n",
      command);
  for (const ArchivedExperiment& comparison : comparisons) text += comparison_section(comparison);
  if (has_tuned_runs(experiments))
    text +=
        "\n## The largest gains\n\nThe time of a run with the default settings of its method, "
        "relative to that with the settings that its search chose.\n\n" +
        largest_changes(experiments);
  for (const ArchivedExperiment& experiment : experiments) {
    if (std::ranges::none_of(experiment.rows, is_tuned)) continue;
    text += fmt::format("\n## {}\n\n`{}`. {}\n", experiment.document["title"].get<std::string>(),
                        experiment.document["name"].get<std::string>(), origin_of(experiment.rows));
    each_problem(experiment.rows,
                 [&](std::span<const Row> rows) { text += problem_section(rows); });
  }
  return text;
}

}  // namespace stiffbench
