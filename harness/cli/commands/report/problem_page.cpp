#include "harness/cli/commands/report/report_source.hpp"
#include "harness/pictures/fastest_rates.hpp"
#include "harness/records/labels.hpp"
#include "harness/records/tables/time_to_error.hpp"
#include "harness/replications/pages/text.hpp"
#include "problems/contract/optional/contact_constraints.hpp"
#include "problems/contract/optional/lagged_force.hpp"
#include "reference/file.hpp"
#include "reference/reference.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace stiffbench {
namespace {

/// Lists the run behind each time of a method to an error, or says why there is none.
std::string runs_behind(Rows of_problem) {
  std::string text = table_head(
      {"error", "method", "time (s)", "ratio", "error of the run", "step", "why none"}, 2);
  for (const Ranking& ranking : rank_at_decades(of_problem, "energy_norm", 1e-12))
    for (const MethodTime& one : ranking.all) {
      const std::string level = level_text(ranking.level), method = cell(one.row->method);
      if (one.status != MethodTime::Status::reached) {
        text += table_line({level, method, "", "", "", "", cell(one.note)});
        continue;
      }
      const Record& record = one.row->record;
      text += table_line({level, method, number_text(value_or_null(one.row->time()), "{:.3g}"),
                          fmt::format("{:.3g}", one.ratio), fmt::format("{:.2e}", one.error),
                          record.h ? fmt::format("h = {:.3g} {}", *record.h, time_unit(*one.row))
                                   : fmt::format("tolerance {:.3g}", one.row->step_or_tolerance),
                          ""});
    }
  return text;
}

std::string nature_of(const Problem* problem) {
  if (!problem) return "";
  const ProblemTraits traits = problem->traits();
  std::vector<std::string> words{traits.linear ? "linear" : "nonlinear",
                                 traits.damped ? "damped" : "undamped"};
  if (traits.time_dependent) words.emplace_back("with a force that depends on time");
  if (!traits.smooth) words.emplace_back("with a force that is not smooth");
  if (lagged_force(*problem)) words.emplace_back("with a force that each step makes anew");
  if (contact_constraints(*problem)) words.emplace_back("with contacts that constrain the motion");
  return fmt::format("{}", fmt::join(words, ", "));
}

/// Lists the problem's parameters: those that this program knows first, in its order.
std::string constants(const Json& facts, const Json& parameters) {
  std::string text = table_head({"name", "value", "meaning", "default"}, 4);
  Json left = parameters;
  if (!facts.is_null())
    for (const Json& declared : facts["parameters"])
      if (const auto own = left.find(declared["name"]); own != left.end()) {
        text += table_line({declared["name"], parameter_text(*own), cell(declared["doc"]),
                            parameter_text(declared["default"])});
        left.erase(own);
      }
  for (const auto& [name, value] : left.items())
    text += table_line({cell(name), parameter_text(value), "", ""});
  return folded(counted(parameters.size(), "constant"), text);
}

std::string equation(const ReportSource& report, const Row& row, const Problem* problem) {
  const auto& own = row.record.problem;
  const Json facts = listed(report.problems, own.name);
  const auto units = units_of(own.name);
  const std::string about = facts.is_null() ? "This program does not have the problem.\n\n"
                                            : fmt::format("```equation\n{}\n```\n\n",
                                                          facts["equation"].get<std::string>());
  return about +
         term_list(
             {{"degrees of freedom", std::to_string(own.dof)},
              {"nature", nature_of(problem)},
              {"units",
               units ? fmt::format("{}, {}, {}", units->length, units->mass, units->time) : ""},
              {"fastest rate at the start, ω_max",
               row.omega_max ? fmt::format("{:.4g} rad/{}", *row.omega_max, time_unit(row)) : ""},
              {"on the command line", "`" + own.name + "`"}}) +
         (facts.is_null() ? "" : "\nSource: " + source_text(report, facts["doi"])) +
         constants(facts, to_json(own.parameters));
}

std::string method_text(const ReferenceMethod& method, const std::string& unit) {
  return method.step == 0 ? method.name
                          : fmt::format(
                                "{}, h = {:.3g} {}, {} evaluations of the force in its last "
                                "refinement",
                                method.name, method.step, unit, method.evaluations);
}

std::string certificate(Rows of_problem, const Problem* problem) {
  const auto judged = std::ranges::find_if(of_problem, [](const Row& row) {
    return row.record.result.error && !row.record.result.error->reference.empty();
  });
  if (judged == of_problem.end())
    return "These runs were judged by a closed form, or not at all.\n";
  const auto proof = references::load(judged->record.result.error->reference);
  if (!proof)
    return "The cache of this machine does not have the reference by which these runs were "
           "judged.\n";
  const auto units = units_of(of_problem[0].record.problem.name);
  const std::string unit =
      !units ? ""
      : units->mass == "kg" && units->length == "m" && units->time == "s"
          ? "J"
          : fmt::format("{0} {1}²/{2}²", units->mass, units->length, units->time);
  return fmt::format(
             "Two unrelated methods, {} and {}, agree to {:.3g}: {:.1f} digits. Errors of runs "
             "below the floor say nothing.\n\n",
             proof->method.name, proof->second_method.name, proof->agreement, proof->digits) +
         term_list(
             {{"floor, relative, energy norm",
               problem ? number_text(finite_or_null(floors(*problem, *proof).energy_norm_relative),
                                     "{:.3g}")
                       : ""},
              {"compared at", counted(proof->states.size(), "time")},
              {"growth of a small change of the start",
               proof->growth ? fmt::format("{:.3g}-fold", *proof->growth) : ""},
              {"energy at start and end",
               fmt::format("{:.9g}, {:.9g} {}", proof->start_energy, proof->end_energy, unit)},
              {"first method", method_text(proof->method, time_unit(of_problem[0]))},
              {"second method", method_text(proof->second_method, time_unit(of_problem[0]))},
              {"reference", "`" + proof->hash + "`"}});
}

std::string work(Rows of_problem) {
  std::string text = "Too few runs were timed to weigh their calls.\n\n";
  if (const auto& weights = of_problem[0].weights; !weights.empty()) {
    text =
        "All calls, weighted by the time of one in evaluations of the force. The weights are "
        "fitted to the times of these runs.\n\n" +
        table_head({"call", "evaluations of the force"}, 1);
    for (const auto& [name, weight] : weights)
      text += table_line({spaced(name), fmt::format("{:.3g}", weight)});
    text += "\n";
  }
  const bool is_drawn = std::ranges::any_of(
      of_problem, [](const Row& row) { return row.weighted_work.value_or(0) > 0; });
  return text + (is_drawn ? diagram({{"x", "calls"}, {"y", "energy_norm"}}) : "");
}

/// Returns a section whose content is folded; empty without content.
std::string folded_section(const std::string& title, const std::string& digest,
                           const std::string& text) {
  return text.empty() ? "" : "\n## " + title + "\n" + folded(digest, text);
}

}  // namespace

std::string problem_page(const ReportSource& report, Rows of_problem) {
  const Row& first = of_problem[0];
  const auto problem = problem_of(first.record);
  const Json facts = listed(report.problems, first.record.problem.name);
  const bool has_drift = std::ranges::any_of(
      of_problem, [](const Row& row) { return row.record.result.energy.has_value(); });
  return fmt::format("# {}\n\n", first.problem) +
         (facts.is_null() ? "" : facts["title"].get<std::string>() + ".\n\n") + "## Diagram\n\n" +
         diagram({{"problem", first.problem}, {"base", {{"problem", first.problem}}}}) +
         "\n## Times to an error, orders and failures\n\n" + times_legend + " " + runs_legend +
         " " + floor_legend + "\n\n" +
         problem_results(of_problem, report.measures, PageDetail::whole) +
         folded("The runs behind these times, and why others have none", runs_behind(of_problem)) +
         "\n## Equation and constants\n\n" + equation(report, first, problem.get()) +
         "\n## Certificate of the reference\n\n" + certificate(of_problem, problem.get()) +
         folded_section("Outputs", "coarsest and finest runs", output_tables(of_problem)) +
         folded_section("Energy", "drift against the step",
                        has_drift ? diagram({{"x", "h"}, {"y", "drift"}}) : "") +
         folded_section("Work", "weighted calls", work(of_problem)) +
         folded_section(
             "All runs", counted(of_problem.size(), "run"),
             "Every record with its step, error, slope, time, status and reason, energy drift, "
             "weighted calls, tolerance, number of steps and peak memory.\n\n```runs\n```\n");
}

}  // namespace stiffbench
