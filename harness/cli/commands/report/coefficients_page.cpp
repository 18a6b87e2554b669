#include "harness/cli/commands/list/coefficients.hpp"
#include "harness/cli/commands/report/report_source.hpp"

#include <fmt/format.h>

namespace stiffbench {
namespace {

/// The fenced block that the report replaces by a table in Butcher's layout.
std::string tableau_block(const Json& table) {
  const CoefficientGrid grid = grid_of(table);
  const Json layout{{"title", grid.title},
                    {"heads", grid.heads},
                    {"left", grid.left},
                    {"rows", grid.rows},
                    {"feet", grid.feet}};
  return "```tableau\n" + layout.dump() + "\n```\n\n" + legend_of(table) + ".\n\n";
}

}  // namespace

std::string coefficients_text(const Json& facts) {
  if (facts.is_null() || facts["coefficients"].is_null())
    return "It has no table of coefficients.\n";
  const Json& coefficients = facts["coefficients"];
  std::string text =
      fmt::format("```equation\n{}\n```\n\n", coefficients["formula"].get<std::string>());
  for (const Json& table : coefficients["tables"]) text += tableau_block(table);
  return text;
}

std::string coefficients_page(const ReportSource& report) {
  std::string text =
      "# Coefficients of all methods\n\nThe tables of every method that consists of one, with its "
      "default parameters. Every number reads as that of the method to the last bit. `stiffbench "
      "list integrators NAME --coefficients --json` prints the tables for programs.\n";
  for (const Json& method : report.integrators)
    if (!method["coefficients"].is_null())
      text += fmt::format("\n## {}\n\n{}.\n\n{}", method["name"].get<std::string>(),
                          method["title"].get<std::string>(), coefficients_text(method));
  return text;
}

}  // namespace stiffbench
