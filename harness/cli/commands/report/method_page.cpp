#include "harness/cli/commands/report/report_source.hpp"
#include "harness/replications/pages/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace stiffbench {
namespace {

using Cells = std::vector<std::string>;

/// Summarizes the runs of an integrator, with each of its settings, on every problem.
std::vector<MethodSummary> runs_of(const ReportSource& report, const std::string& integrator) {
  std::vector<MethodSummary> all;
  each_problem(report.rows, [&](Rows of_problem) {
    for (MethodSummary& one : summarize(of_problem))
      if (one.rows[0].record.integrator.name == integrator) all.push_back(std::move(one));
  });
  return all;
}

/// Returns the first cells of a line: the problem, and the method.
Cells about(const MethodSummary& one) {
  return {cell(one.rows[0].problem), cell(one.rows[0].method)};
}

std::string rank_text(const Rank& rank) {
  if (rank.lead == Lead::clear) return "**1.**";
  if (rank.lead) return names_of(Lead{})[static_cast<std::size_t>(*rank.lead)];
  return fmt::format("{}. {}×", rank.rank, ratio_text(rank.ratio));
}

/// Lists the errors to which it is among the three fastest.
std::string wins(const std::vector<MethodSummary>& all) {
  std::set<double, std::greater<>> levels;
  for (const MethodSummary& one : all)
    for (const Rank& rank : one.ranks) levels.insert(rank.level);
  Cells titles{"problem", "method"};
  for (const double level : levels) titles.push_back(level_text(level));
  titles.emplace_back("on the front");
  std::string text;
  for (const MethodSummary& one : all) {
    if (one.ranks.empty() && one.front == 0) continue;
    Cells line = about(one);
    for (const double level : levels) {
      const auto match = std::ranges::find(one.ranks, level, &Rank::level);
      line.push_back(match == one.ranks.end() ? "" : rank_text(*match));
    }
    line.push_back(std::to_string(one.front));
    text += table_line(line);
  }
  if (text.empty())
    return "On none of these problems is it among the three fastest to an error, nor on the "
           "Pareto front.\n";
  return "Its rank among the fastest to each relative error, and its time over that of the "
         "fastest; an empty cell is a lower rank. Draw: it takes at most 10% more time than the "
         "fastest, or the next at most 10% more than it. Alone: no other method reaches the "
         "error.\n\n" +
         table_head(titles, 2) + text;
}

std::string properties(const ReportSource& report, const Json& facts,
                       const std::vector<MethodSummary>& all) {
  if (facts.is_null()) return "This program does not have the method.\n";
  std::set<std::string> orders, variants;
  for (const MethodSummary& one : all) {
    if (const auto order = one.order()) orders.insert(std::to_string(*order));
    variants.insert(one.rows[0].method);
  }
  const int stages = facts["stages"].get<int>();
  std::string text =
      term_list(
          {{"family", facts["family"]},
           {"library", facts["library"].is_null() ? "" : facts["library"].get<std::string>()},
           {"order on these problems", fmt::format("{}", fmt::join(orders, ", "))},
           {"stages", stages == 0 ? "they vary" : std::to_string(stages)},
           {"steps", facts["adaptive"] == true ? "chosen by the method, to a tolerance" : "fixed"},
           {"feasible steps", facts["feasible"] == true ? "every accepted step" : ""},
           {"on the command line", "`" + facts["name"].get<std::string>() + "`"},
           {"variants here",
            variants.size() > 1 ? fmt::format("{}", fmt::join(variants, "; ")) : ""}}) +
      "\nSource: " + source_text(report, facts["doi"]);
  if (facts["parameters"].empty()) return text;
  text += "\n" + table_head({"parameter", "default", "meaning"}, 3);
  for (const Json& one : facts["parameters"])
    text += table_line({one["name"], parameter_text(one["default"]), cell(one["doc"])});
  return text;
}

std::string stability(const Json& facts) {
  if (facts.is_null() || facts["stability"].is_null())
    return "Its steps are not described by a stability function R(z).\n";
  const Json& R = facts["stability"];
  const std::string name = facts["name"];
  const auto yes = [&](const char* field) { return R[field] == true ? "yes" : "no"; };
  const auto term = [&](const char* field) {
    return fmt::format("{:.3g} y^{}", R[field]["constant"].get<double>(),
                       R[field]["order"].get<int>() + 1);
  };
  const auto number = [&](const char* field, const char* none) {
    return R[field].is_null() ? none : number_text(R[field], "{:.4g}");
  };
  return fmt::format(
             "Blue: |R(z)| ≤ 1, the factor of a step for y' = λ y, z = h λ. "
             "The lower half plane mirrors the upper one; undamped oscillations lie on the "
             "vertical axis.\n\n"
             "![Region of stability of {0}](regions/{0}.svg)\n\n",
             name) +
         term_list({{"A-stable", yes("a_stable")},
                    {"L-stable", yes("l_stable")},
                    {"|R| at infinity", number("at_infinity", "infinite")},
                    {"stable for undamped oscillations up to h ω", number("y_stable", "any")},
                    {"dissipation, |R(iy)| − 1", term("dissipation")},
                    {"dispersion, arg R(iy) − y", term("dispersion")}});
}

}  // namespace

std::string method_page(const ReportSource& report, const std::string& integrator) {
  const Json facts = listed(report.integrators, integrator);
  const auto all = runs_of(report, integrator);
  std::string runs = run_titles({"problem", "method"}, PageDetail::whole);
  Json labels = Json::array();
  for (const MethodSummary& one : all) {
    runs += run_line(about(one), one, PageDetail::whole);
    if (std::ranges::count(labels, Json(one.rows[0].method)) == 0)
      labels.push_back(one.rows[0].method);
  }
  return fmt::format("# {}\n\n", integrator) +
         (facts.is_null() ? "" : facts["title"].get<std::string>() + ".\n\n") +
         "## Where it wins\n\n" + wins(all) + "\n## Where it fails, and its orders\n\n" +
         runs_legend + " " + floor_legend + "\n\n" + runs + "\n## Beside the others\n\n" +
         diagram({{"emphasis", labels}, {"base", {{"problem", all[0].rows[0].problem}}}}) +
         "\n## Properties\n\n" + properties(report, facts, all) + "\n## Coefficients\n\n" +
         coefficients_text(facts) + "\n## Stability\n\n" + stability(facts);
}

}  // namespace stiffbench
