#pragma once

#include "harness/io/json.hpp"
#include "harness/replications/pages/experiment_pages.hpp"

#include <map>

namespace stiffbench {

/// Data from which the program writes the pages of a report.
struct ReportSource {
  const std::vector<Row>& rows;  ///< at least one, in the order of make_rows()
  Json experiment;               ///< null if the folder has none
  std::vector<std::string> measures;
  Json problems, integrators;                    ///< 'stiffbench list' of the program
  std::map<std::string, std::string> citations;  ///< BibTeX by DOI in lower case
  std::map<std::string, std::string> links;      ///< names of pages by label of problem or method
};

/// Returns the entry of 'stiffbench list' about an item; null if this program does not have it.
Json listed(const Json& list, const std::string& name);

/// Links to a source by its DOI, which may be null, with its BibTeX below.
std::string source_text(const ReportSource& report, const Json& doi);

/// The fenced block that the report replaces by a diagram with these settings.
std::string diagram(const Json& settings);

/// Formats a parameter's value, a document, for a cell of a table.
std::string parameter_text(const Json& value);

/// Formats "1 run" or "2 runs".
std::string counted(std::size_t count, const std::string& noun);

/// The page of one problem: its results, equation, certificate and runs.
std::string problem_page(const ReportSource& report, Rows of_problem);

/// The page of one integrator with all its settings, over all problems.
std::string method_page(const ReportSource& report, const std::string& integrator);

/// The formula and the tables of coefficients of a method by its entry of 'stiffbench list', which
/// may be null.
std::string coefficients_text(const Json& facts);

/// The page of the coefficients of all methods that have a table of them.
std::string coefficients_page(const ReportSource& report);

/// The page of all methods of the program, with or without runs: one line each.
std::string methods_page(const ReportSource& report);

/// The first page: winners, and the ends of all runs.
std::string overview_page(const ReportSource& report);

/// Tables of all outputs that are numbers: each method's coarsest and finest run beside the
/// reference. Empty if the problem has no such output.
std::string output_tables(Rows of_problem);

}  // namespace stiffbench
