#include "harness/cli/commands/report/report_source.hpp"
#include "harness/records/labels.hpp"
#include "harness/replications/pages/races/contestants.hpp"
#include "harness/replications/pages/text.hpp"
#include "harness/replications/pages/races/winners_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace stiffbench {
namespace {

using Cells = std::vector<std::string>;

std::string link_to(const ReportSource& report, const Row& row) {
  return fmt::format("[{}]({}.md)", cell(row.problem), report.links.at(row.problem));
}

std::string summary_text(const ReportSource& report) {
  std::set<std::string> integrators, methods, problems, builds;
  for (const Row& row : report.rows) {
    integrators.insert(row.record.integrator.name);
    methods.insert(row.method);
    problems.insert(row.problem);
    builds.insert(row.record.environment.value("hash", ""));
  }
  const auto failed = std::ranges::count_if(report.rows, [](const Row& row) { return !row.ok(); });
  const std::string settings = methods.size() > integrators.size()
                                   ? fmt::format(" ({} with their settings)", methods.size())
                                   : "";
  std::string text =
      fmt::format("{}{} on {}; {} failed. {} {}", counted(integrators.size(), "method"), settings,
                  counted(problems.size(), "problem"),
                  failed == 0 ? "no run" : counted(static_cast<std::size_t>(failed), "run"),
                  origin_of(report.rows), settings_of(report.rows));
  if (builds.size() > 1)
    text += fmt::format(" They are of {} [machines or builds](environment.md).", builds.size());
  if (report.experiment.is_null()) return text + "\n";
  text += fmt::format(" The experiment is `{}`.\n", report.experiment["name"].get<std::string>());
  const auto remarks = report.experiment.value("remarks", Cells());
  return remarks.empty() ? text : fmt::format("{}\n- {}\n", text, fmt::join(remarks, "\n- "));
}

/// Names the problems on which methods do not race; empty if they race on all.
std::string without_race(const ReportSource& report, const std::vector<Row>& races) {
  Cells others;
  each_problem(report.rows, [&](Rows rows) {
    if (std::ranges::none_of(races, [&](const Row& row) { return same_problem(row, rows[0]); }))
      others.push_back(link_to(report, rows[0]));
  });
  if (others.empty()) return "";
  return (races.empty() ? std::string("Methods do not race here.")
                        : fmt::format("Methods do not race on {}.", fmt::join(others, "; "))) +
         " A race has two methods or more, most of them with two steps or tolerances or more; "
         "settings of one integrator are one method.\n";
}

std::string winners(const ReportSource& report) {
  const auto races = rows_of_races(report.rows);
  const std::string others = without_race(report, races);
  if (races.empty()) return others;
  std::string text =
      "The methods that reach a relative error, in the energy norm, in the least time; bold is the "
      "fastest by more than 10%, names that are not bold draw, and [terms](#terms) explains "
      "signs.\n\n" +
      leaders_table({{report.experiment, races, report.measures}}, Contestants::last,
                    [&](const Row& row) { return link_to(report, row); }) +
      "\n" + others;
  std::string rankings;
  each_problem(races, [&](Rows rows) {
    rankings += fmt::format("**{}**: {}\n", link_to(report, rows[0]),
                            problem_rankings(rows, report.measures));
  });
  return text + folded("The fastest to each error, with their times, and who competes", rankings);
}

/// Describes the ends of a method's runs on a problem: "5/8 ×", with its best rank in bold.
std::string ends_of(const MethodSummary& summary) {
  std::string text = fmt::format("{}/{}", summary.ok, summary.rows.size());
  for (const auto& failures : summary.failures)
    text += fmt::format(" {}", sign_of(failures.status));
  int best = 9;
  for (const Rank& rank : summary.ranks)
    if (rank.lead != Lead::alone) best = std::min(best, rank.lead == Lead::draw ? 1 : rank.rank);
  return best < 9 ? fmt::format("{} **{}.**", text, best) : text;
}

/// Returns a table of methods by problems, or of problems by methods if there are fewer methods.
std::string matrix(const ReportSource& report) {
  Cells methods, problems;
  std::map<std::pair<std::string, std::string>, std::string> cells;
  std::set<std::string> signs;
  each_problem(report.rows, [&](Rows rows) {
    problems.push_back(cell(rows[0].problem));
    for (const MethodSummary& summary : summarize(rows)) {
      const std::string method = cell(summary.rows[0].method);
      if (std::ranges::count(methods, method) == 0) methods.push_back(method);
      cells[{method, problems.back()}] = ends_of(summary);
      for (const auto& failures : summary.failures)
        signs.insert(fmt::format("{} {}", sign_of(failures.status),
                                 spaced(std::string(to_string(failures.status)))));
    }
  });
  const bool is_wide = problems.size() > methods.size();
  const Cells &down = is_wide ? problems : methods, &across = is_wide ? methods : problems;
  Cells titles{is_wide ? "problem" : "method"};
  titles.insert(titles.end(), across.begin(), across.end());
  std::string text = "5/8: 5 of 8 runs ended well. ";
  if (!signs.empty()) text += fmt::format("How others ended: {}. ", fmt::join(signs, ", "));
  text += "**1.** to **3.**: the best rank among the fastest methods to some error.\n\n" +
          table_head(titles, titles.size());
  for (const std::string& one : down) {
    Cells line{one};
    for (const std::string& other : across)
      line.push_back(is_wide ? cells[{other, one}] : cells[{one, other}]);
    text += table_line(line);
  }
  return text;
}

}  // namespace

std::string overview_page(const ReportSource& report) {
  return "# Overview\n\n" + summary_text(report) + "\n## Which method wins where\n\n" +
         winners(report) + "\n## How the runs ended\n\n" + matrix(report) +
         contestants_section({{report.experiment, report.rows, report.measures}}) + winners_terms;
}

}  // namespace stiffbench
