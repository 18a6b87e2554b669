#include "harness/replications/pages/races/winners_page.hpp"

#include "harness/records/labels.hpp"
#include "harness/records/tables/error_measure.hpp"
#include "harness/replications/pages/kinds.hpp"
#include "harness/replications/pages/races/contestants.hpp"
#include "harness/replications/pages/races/sizes_table.hpp"
#include "harness/replications/pages/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace stiffbench {

const char* const winners_terms = R"(
## Terms

| term | means |
|---|---|
| error | the distance of a run from the reference at the end, relative to the motion |
| reference | a solution on whose digits two unrelated methods agree |
| floor | the error of the reference itself; errors below it say nothing, and have no row here |
| energy norm | sqrt(x' K0 x + v' M v) of an error (x, v); stiff modes count in it |
| L2 | the root of the sum of squares, of positions or of velocities alone |
| method | an integrator with all its settings; of several back ends or linear solvers the fastest counts |
| family | methods that figures draw together, as `stiffbench list integrators` groups them |
| race | two methods or more run on a problem, most of them with two steps or tolerances or more; only races are on these pages |
| time | of the preparation and all steps, in the method's cheapest run that reaches the error |
| **bold** | the fastest of the experiment's methods: the next one takes at least 10% more time |
| names without bold | a draw: these methods take at most 10% more time than the fastest |
| (alone) | no other method reaches the error, so that this one has beaten none |
| † | the coarsest run of the method; a larger step or tolerance may suffice, so that the time is an upper bound; a method in a later place may then be faster |
| ‡ | today's experiment differs from that of these records; [its section](winners.md) says how |
| 2.1 | 2.1 times the time of the fastest |

A run counts only if every finer run of its method reaches the error, too. Only methods and steps of the
experiment compete. Times compare within one problem, in one build on one machine.
)";

namespace {

std::string time_text(const MethodTime& method) {
  return marked_name(method) + " " + ratio_text(method.ratio);
}

/// Returns the leading methods, the next two, and the fastest of each family not among them.
std::vector<std::string> ranking_line(const Ranking& ranking) {
  std::vector<std::string> next, others;
  std::set<Family> families;
  for (const MethodTime& method : ranking.integrators()) {
    const Family family = family_of(method.row->record.integrator.name);
    const bool is_new = families.insert(family).second, leads = ranking.leads(method);
    if (!leads && next.size() < 2)
      next.push_back(time_text(method));
    else if (!leads && is_new)
      others.push_back(fmt::format("{} ({})", time_text(method), name_of(family)));
  }
  return {level_text(ranking.level), leaders_text(ranking),
          fmt::format("{}", fmt::join(next, "; ")), fmt::format("{}", fmt::join(others, "; "))};
}

std::string rankings_table(const std::vector<Ranking>& rankings) {
  if (rankings.empty()) return "No run reaches 10%.\n";
  std::string text =
      table_head({"error", "fastest", "the next two", "the best of each other family"}, 4);
  for (const Ranking& ranking : rankings) text += table_line(ranking_line(ranking));
  return text;
}

/// Formats "on [the page of its problem](...)", with a link for each problem if there are several.
std::string pages_text(const ArchivedExperiment& experiment) {
  const auto problems = experiment.problems();
  if (problems.size() == 1)
    return fmt::format("on [the page of its problem]({}.md)", page_of_problem(problems[0]));
  std::vector<std::string> links;
  for (const std::string& problem : problems) links.push_back(link_to_problem(problem));
  return fmt::format("on the pages of its problems: {}", fmt::join(links, ", "));
}

std::string winners_section(const ArchivedExperiment& experiment) {
  std::string text = fmt::format(
      "\n## {}\n\n`{}`, {}. {} {}{}\n", experiment.document["title"].get<std::string>(),
      experiment.document["name"].get<std::string>(), pages_text(experiment),
      origin_of(experiment.rows), settings_of(experiment.rows), changes_text(experiment));
  each_problem(experiment.rows, [&](std::span<const Row> rows) {
    text +=
        fmt::format("\n### {}\n\n{}", rows[0].problem, problem_rankings(rows, experiment.measures));
  });
  return text;
}

/// Returns true for one problem, whatever labels two experiments give it.
bool is_one_problem(const Record::ProblemPart& a, const Record::ProblemPart& b) {
  return a.name == b.name && a.hash == b.hash;
}

}  // namespace

std::vector<WidestRace> widest_races(const std::vector<ArchivedExperiment>& experiments) {
  std::vector<WidestRace> races;
  for (const ArchivedExperiment& experiment : experiments)
    each_problem(experiment.rows, [&](std::span<const Row> rows) {
      WidestRace race{rows, contestants(rows), experiment.changes.empty()};
      const auto same = std::ranges::find_if(races, [&](const WidestRace& other) {
        return is_one_problem(other.rows[0].record.problem, rows[0].record.problem);
      });
      if (same == races.end())
        races.push_back(std::move(race));
      else if (same->all.size() < race.all.size())
        *same = std::move(race);
    });
  return races;
}

std::string problem_rankings(std::span<const Row> rows, const std::vector<std::string>& measures) {
  std::string text = names_by_family(contestants(rows)) + " In the energy norm:\n";
  for (const std::string& measure : measures) {
    if (measure != measures[0] && !has_error(rows, measure)) continue;
    const std::string table = rankings_table(rank_at_decades(rows, measure, smallest_level));
    text += measure == measures[0] ? "\n" + table
                                   : folded("By the " + words_of_measure(measure), table);
  }
  return text;
}

std::string leaders_table(const std::vector<ArchivedExperiment>& experiments, Contestants place,
                          const std::function<std::string(const Row&)>& link) {
  std::vector<std::vector<std::string>> lines{{"problem", "methods"}};
  for (const auto& [rows, all, is_of_today] : widest_races(experiments)) {
    lines.push_back({link(rows[0]) + (is_of_today ? "" : " ‡"), count_of_families(all)});
    for (const Ranking& ranking : rank_at_decades(rows, "energy_norm", smallest_level)) {
      lines.back().push_back(leaders_text(ranking));
      if (lines[0].size() < lines.back().size()) lines[0].push_back(level_text(ranking.level));
    }
  }
  const std::size_t width = lines[0].size();
  for (auto& line : lines) {
    line.resize(width);
    if (place == Contestants::last) std::rotate(line.begin() + 1, line.begin() + 2, line.end());
  }
  std::string text = table_head(lines[0], width);
  for (std::size_t i = 1; i < lines.size(); ++i) text += table_line(lines[i]);
  return text;
}

std::string winners_page(const std::vector<ArchivedExperiment>& experiments,
                         const std::string& command) {
  std::string text = fmt::format(
      "# Which method wins where\n\nThis page is written by `{}` from the records in "
      "[`results/archive/`](../../results/archive).\n",
      command);
  text += contestants_section(experiments);
  text +=
      "\n## The fastest to each error\n\nThe methods that reach a relative error, in the energy "
      "norm, in the least time; [terms](#terms). Where several experiments have one problem, the "
      "row is that of the one with most methods.\n\n";
  text += leaders_table(experiments, Contestants::first, [](const Row& row) {
    return link_to_problem(row.record.problem.name) + ": " + cell(row.problem);
  });
  text += sizes_section(widest_races(experiments));
  text += winners_terms;
  for (const ArchivedExperiment& experiment : experiments) text += winners_section(experiment);
  return text;
}

}  // namespace stiffbench
