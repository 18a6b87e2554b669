#pragma once

#include "harness/records/tables/summary.hpp"
#include "harness/replications/pages/archived_experiments.hpp"

#include <map>

namespace stiffbench {

using Rows = std::span<const Row>;

/// Explains the tables of problem_results().
inline constexpr const char* times_legend =
    "Each table has the time of a method's cheapest run that reaches an error, in units of the "
    "fastest method's. A cell is empty where no run reaches it. **1** is the fastest by more than "
    "10%. † marks a method's coarsest run, whose time is an upper bound.";

/// Explains run_titles() in whole detail.
inline constexpr const char* runs_legend =
    "The order is the declared one, the slope that of the finest asymptotic run. The reason is "
    "that of the coarsest run that failed. The front is that of Pareto, in time and error.";

/// Explains the brackets around smallest errors, in the tables of both kinds.
inline constexpr const char* floor_legend = "An error in brackets is below that of the reference.";

/// Returns the Markdown page of each problem's experiments, by the name of the problem: times to
/// errors, orders, failures, digits of references. `command` is the command that creates the page.
std::map<std::string, std::string> experiment_pages(
    const std::vector<ArchivedExperiment>& experiments, const std::string& command);

/// PageDetail of tables of runs: pages of a report are whole, with reasons of failures, smallest
/// errors (in brackets below the floor), largest steps and the number of runs on the Pareto front.
enum class PageDetail { brief, whole };

/// Describes the results on one problem: its size, the digits of its reference, the methods, their
/// times to errors in these measures, and their orders and failures.
std::string problem_results(Rows of_problem, const std::vector<std::string>& measures,
                            PageDetail detail);

/// Begins a table of failures, orders and slopes, a line for a method on a problem, after columns
/// that the caller fills; formats such a line.
std::string run_titles(std::vector<std::string> titles, PageDetail detail);
std::string run_line(std::vector<std::string> cells, const MethodSummary& summary,
                     PageDetail detail);

/// Returns the problem's unit of time; "s" if this program does not have the problem.
std::string time_unit(const Row& row);

}  // namespace stiffbench
