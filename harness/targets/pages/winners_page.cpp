#include "harness/records/labels.hpp"
#include "harness/targets/pages/kept_experiments.hpp"
#include "harness/targets/pages/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace stiffbench {
namespace {

constexpr std::size_t most_places = 3;

constexpr const char* terms = R"(
## Terms

| term | means |
|---|---|
| error | the distance of a run from the reference at the end, relative to the motion |
| reference | a solution on whose digits two unrelated methods agree |
| floor | the error of the reference itself; errors below it say nothing, and have no row here |
| energy norm | sqrt(x' K x + v' M v) of an error (x, v); stiff modes count in it |
| L2 | the root of the sum of squares, of positions or of velocities alone |
| fastest | with the least time for all steps, without preparation, in its cheapest run that reaches the error |
| 2.1 | 2.1 times the time of the fastest |
| family | methods that figures draw together, as `stiffbench list integrators` groups them |

A run counts only if every finer run of its method reaches the error, too. Only methods and steps of the
experiment compete. Steps lie on a grid, so that a ratio near 1 is a draw. Times compare within one
problem, in one build on one machine.
)";

const char* family_name(const Row& row) {
  return names_of(Family{})[static_cast<std::size_t>(family_of(row.record.integrator.name))];
}

std::string entry_text(const Ranking::Entry& entry) {
  return cell(entry.row->method) + " " + ratio_text(entry.ratio);
}

/// The fastest method of each family that has none among the first places.
std::string best_of_families(const Ranking& ranking) {
  std::string text;
  std::set<std::string> families;
  for (std::size_t i = 0; i < ranking.entries.size(); ++i) {
    const Ranking::Entry& entry = ranking.entries[i];
    if (!families.insert(family_name(*entry.row)).second || i < most_places) continue;
    text += fmt::format("{}{} ({})", text.empty() ? "" : "; ", entry_text(entry),
                        family_name(*entry.row));
  }
  return text;
}

std::vector<std::string> ranking_line(const Ranking& ranking) {
  std::vector<std::string> line{level_text(ranking.level)};
  for (std::size_t i = 0; i < most_places; ++i) {
    const bool is_there = i < ranking.entries.size();
    line.push_back(!is_there ? ""
                   : i == 0  ? "**" + cell(ranking.entries[0].row->method) + "**"
                             : entry_text(ranking.entries[i]));
  }
  line.push_back(best_of_families(ranking));
  return line;
}

std::string rankings_table(const std::vector<Ranking>& rankings) {
  if (rankings.empty()) return "No run reaches 10%.\n";
  std::string text =
      table_head({"error", "fastest", "second", "third", "the best of each other family"}, 5);
  for (const Ranking& ranking : rankings) text += table_line(ranking_line(ranking));
  return text;
}

std::string experiment_section(const KeptExperiment& experiment) {
  const std::string name = experiment.document["name"];
  std::string text =
      fmt::format("\n## {}\n\n`{}`, on [the page of its problem](problems/{}.md)\n",
                  experiment.document["title"].get<std::string>(), name, experiment.problem());
  each_problem(experiment.rows, [&](std::span<const Row> rows) {
    std::set<std::string> methods;
    for (const Row& row : rows) methods.insert(row.method);
    text += fmt::format("\n### {}\n\n{} methods compete, in the energy norm:\n", rows[0].problem,
                        methods.size());
    for (const std::string& measure : experiment.measures) {
      const std::string table = rankings_table(shown_rankings(rows, measure));
      text += measure == experiment.measures[0]
                  ? "\n" + table
                  : folded("By the " + words_of_measure(measure), table);
    }
  });
  return text;
}

/// The fastest method on every problem, in the energy norm.
std::string overview(const std::vector<KeptExperiment>& experiments) {
  std::vector<std::vector<std::string>> lines;
  std::vector<std::string> titles{"problem"};
  for (const KeptExperiment& experiment : experiments)
    each_problem(experiment.rows, [&](std::span<const Row> rows) {
      lines.push_back({fmt::format("[{}](problems/{}.md): {}", experiment.problem(),
                                   experiment.problem(), cell(rows[0].problem))});
      for (const Ranking& ranking : shown_rankings(rows, "energy_norm")) {
        lines.back().push_back(cell(ranking.entries[0].row->method));
        if (titles.size() < lines.back().size()) titles.push_back(level_text(ranking.level));
      }
    });
  std::string text = table_head(titles, titles.size());
  for (auto& line : lines) {
    line.resize(titles.size());
    text += table_line(line);
  }
  return text;
}

}  // namespace

std::string winners_page(const std::vector<KeptExperiment>& experiments,
                         const std::string& command) {
  std::string text = fmt::format(
      "# Which method wins where\n\nThis page is written by `{}` from the records in "
      "[`results/kept/`](../../results/kept). The fastest method to each relative error, in the "
      "energy norm:\n\n",
      command);
  text += overview(experiments) + terms;
  for (const KeptExperiment& experiment : experiments) text += experiment_section(experiment);
  return text;
}

}  // namespace stiffbench
