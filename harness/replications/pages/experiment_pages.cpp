#include "harness/replications/pages/experiment_pages.hpp"

#include "harness/records/labels.hpp"
#include "harness/records/tables/error_measure.hpp"
#include "harness/replications/pages/kinds.hpp"
#include "harness/replications/pages/races/contestants.hpp"
#include "harness/replications/pages/text.hpp"
#include "problems/contract/registry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <regex>

namespace stiffbench {
namespace {

/// Results of a method on a problem: its time to each level relative to the fastest, and its
/// smallest error.
struct Reach {
  std::vector<std::string> ratios;
  std::optional<double> smallest;
  bool below_floor = false;  ///< the smallest error does not exceed that of the reference
};

/// Formats the time of a method relative to that of the fastest, which is 1.
std::string relative_time(const MethodTime& method, const Ranking& ranking) {
  if (method.row != ranking.all[0].row) return ratio_text(method.ratio) + bound_mark(method);
  const std::string one = "1" + bound_mark(method);
  if (ranking.lead == Lead::alone) return one + " (alone)";
  return ranking.lead == Lead::clear ? "**" + one + "**" : one;
}

/// Formats an error, in brackets if it does not exceed that of the reference.
std::string error_text(double error, bool below_floor) {
  return below_floor ? fmt::format("({:.1e})", error) : fmt::format("{:.1e}", error);
}

std::map<std::string, Reach> reaches(Rows of_problem, const std::string& measure,
                                     const std::vector<Ranking>& rankings) {
  std::map<std::string, Reach> all;
  for (const Row& row : of_problem) {
    Reach& reach = all[row.method];
    reach.ratios.resize(rankings.size());
    const auto& error = row.record.result.error;
    const auto own = row.ok() && error ? error_of(*error, measure) : std::nullopt;
    if (!own || (reach.smallest && *own >= *reach.smallest)) continue;
    reach.smallest = own;
    const auto floor = floor_of(*error, measure);
    reach.below_floor = floor && *own <= *floor;
  }
  for (std::size_t i = 0; i < rankings.size(); ++i)
    for (const MethodTime& method : rankings[i].reached())
      all[method.row->method].ratios[i] = relative_time(method, rankings[i]);
  return all;
}

/// Sorts the methods of a problem: the ones that reach the largest level by their times, then the
/// others.
std::vector<std::string> sorted_methods(Rows of_problem, const std::vector<Ranking>& rankings) {
  std::vector<std::string> methods;
  const auto add = [&](const Row& row) {
    if (std::ranges::count(methods, row.method) == 0) methods.push_back(row.method);
  };
  if (!rankings.empty())
    for (const MethodTime& method : rankings[0].reached()) add(*method.row);
  for (const Row& row : of_problem) add(row);
  return methods;
}

std::string times_table(Rows of_problem, const std::string& measure) {
  const auto rankings = rank_at_decades(of_problem, measure, smallest_level);
  const auto all = reaches(of_problem, measure, rankings);
  std::vector<std::string> titles{"method"};
  for (const Ranking& ranking : rankings) titles.push_back(level_text(ranking.level));
  titles.emplace_back("smallest error");
  std::string text = table_head(titles, 1);
  for (const std::string& method : sorted_methods(of_problem, rankings)) {
    const Reach& reach = all.at(method);
    std::vector<std::string> line{cell(method)};
    line.insert(line.end(), reach.ratios.begin(), reach.ratios.end());
    line.push_back(reach.smallest ? error_text(*reach.smallest, reach.below_floor) : "");
    text += table_line(line);
  }
  return text;
}

/// Formats the steps of failed runs: "h = 0.2 to 0.1 s".
std::string failed_steps(const MethodSummary::Failures& failures, const Row& row) {
  const std::string range =
      failures.coarsest == failures.finest
          ? fmt::format("{:.3g}", failures.coarsest)
          : fmt::format("{:.3g} to {:.3g}", failures.coarsest, failures.finest);
  return row.record.h ? fmt::format("h = {} {}", range, time_unit(row)) : "tolerance = " + range;
}

/// Adds the unit to times in the reason of a failure.
std::string with_unit(const std::string& reason, const std::string& unit) {
  static const std::regex time(R"(\bt = -?\d+(\.\d+)?(e[-+]?\d+)?)");
  return std::regex_replace(reason, time, "$& " + unit);
}

/// Formats "2 diverged (h = 0.01 to 0.005 s)" for each status other than ok.
std::string failures_text(const MethodSummary& summary, PageDetail detail) {
  const Row& first = summary.rows[0];
  std::vector<std::string> all;
  for (const MethodSummary::Failures& failures : summary.failures) {
    all.push_back(fmt::format("{} {} ({})", failures.count,
                              spaced(std::string(to_string(failures.status))),
                              failed_steps(failures, first)));
    if (detail == PageDetail::whole)
      all.back() += ": " + with_unit(failures.reason, time_unit(first));
  }
  return cell(fmt::format("{}", fmt::join(all, ", ")));
}

std::string runs_table(Rows of_problem, PageDetail detail) {
  std::string text = run_titles({"method", "family"}, detail);
  for (const MethodSummary& one : summarize(of_problem)) {
    const Record& record = one.rows[0].record;
    text += run_line({cell(one.rows[0].method), name_of(family_of(record.integrator.name))}, one,
                     detail);
  }
  return text;
}

std::string certificate_text(Rows of_problem) {
  const auto judged = std::ranges::find_if(
      of_problem, [](const Row& row) { return row.record.result.error.has_value(); });
  if (judged == of_problem.end()) return "No run was compared with a reference.";
  const RunError& error = *judged->record.result.error;
  if (!error.digits) return "Its solution is a closed form.";
  return fmt::format("The reference has {:.1f} digits; its floor is {:.1e} in the energy norm.",
                     *error.digits, judged->floor.value_or(0));
}

/// Names the other problems of an experiment, with links from the page of one of them.
std::string others_text(const ArchivedExperiment& experiment, const std::string& problem) {
  std::vector<std::string> names;
  for (const std::string& other : experiment.problems())
    if (other != problem)
      names.push_back(fmt::format("[{}](../../{}.md)", other, page_of_problem(other)));
  if (names.empty()) return "";
  return fmt::format(" The experiment also has {}.", fmt::join(names, ", "));
}

/// Describes what an experiment found on one of its problems.
std::string experiment_section(const ArchivedExperiment& experiment, const std::string& problem) {
  const std::string name = experiment.document["name"];
  const std::vector<Row> rows = experiment.rows_on(problem);
  std::string text = fmt::format(
      "\n## {0}\n\n```sh\nstiffbench run {1} --out build/{1}\n"
      "stiffbench table build/{1} --time-to-error\n```\n\n{2}{3}{4}\n",
      experiment.document["title"].get<std::string>(), name, origin_of(rows),
      others_text(experiment, problem), changes_text(experiment));
  const auto remarks = experiment.document.value("remarks", std::vector<std::string>());
  if (!remarks.empty()) text += fmt::format("\n- {}\n", fmt::join(remarks, "\n- "));
  each_problem(rows, [&](Rows of_problem) {
    text += fmt::format("\n### {}\n\n", of_problem[0].problem) +
            problem_results(of_problem, experiment.measures, PageDetail::brief);
  });
  return text;
}

}  // namespace

std::string run_titles(std::vector<std::string> titles, PageDetail detail) {
  const std::size_t words = titles.size() + 1;
  for (const char* title : {"runs that did not end well", "of", "order", "slope"})
    titles.emplace_back(title);
  if (detail == PageDetail::whole)
    for (const char* title : {"smallest error", "largest h", "on the front"})
      titles.emplace_back(title);
  return table_head(titles, words);
}

std::string run_line(std::vector<std::string> cells, const MethodSummary& one, PageDetail detail) {
  cells.insert(cells.end(), {failures_text(one, detail), std::to_string(one.rows.size()),
                             one.order() ? std::to_string(*one.order()) : "",
                             one.slope ? fmt::format("{:.2f}", *one.slope) : ""});
  if (detail == PageDetail::whole) {
    cells.insert(
        cells.end(),
        {one.smallest_error ? error_text(*one.smallest_error, one.below_floor) : "",
         one.largest_h ? fmt::format("{:.3g} {}", *one.largest_h, time_unit(one.rows[0])) : "",
         std::to_string(one.front)});
  }
  return table_line(cells);
}

std::string time_unit(const Row& row) {
  const auto units = units_of(row.record.problem.name);
  return units ? units->time : "s";
}

std::string problem_results(Rows of_problem, const std::vector<std::string>& measures,
                            PageDetail detail) {
  std::string text =
      fmt::format("{} degrees of freedom. {} {}\n\n", of_problem[0].record.problem.dof,
                  certificate_text(of_problem), names_by_family(contestants(of_problem)));
  for (const std::string& measure : measures) {
    if (measure != measures[0] && !has_error(of_problem, measure)) continue;
    const std::string table = times_table(of_problem, measure);
    text += measure == measures[0]
                ? fmt::format("Times to a {}:\n\n{}", words_of_measure(measure), table)
                : folded("Times to a " + words_of_measure(measure), table);
  }
  return text + folded("Orders, and runs that did not end well", runs_table(of_problem, detail));
}

std::map<std::string, std::string> experiment_pages(
    const std::vector<ArchivedExperiment>& experiments, const std::string& command) {
  std::map<std::string, std::string> pages;
  for (const ArchivedExperiment& experiment : experiments)
    for (const std::string& problem : experiment.problems()) {
      std::string& page = pages[problem];
      if (page.empty())
        page = fmt::format(
            "# {}: times to an error\n\nThis page is written by `{}` from the records in "
            "[`results/archive/`](../../../../results/archive).\n\n{} {} [Which method wins "
            "where](../../winners.md#terms) explains the terms and says who wrote the methods.\n",
            ProblemRegistry::instance().find(problem).facts.title, command, times_legend,
            floor_legend);
      page += experiment_section(experiment, problem);
    }
  return pages;
}

}  // namespace stiffbench
