#include "harness/cli/commands/table/output_table.hpp"

#include "harness/cli/commands/table/remarks.hpp"
#include "harness/cli/commands/table/units.hpp"
#include "harness/cli/terminal/text.hpp"
#include "harness/cli/terminal/text_table.hpp"
#include "harness/records/tables/output_table.hpp"
#include "harness/records/tables/paper.hpp"

#include <fmt/format.h>

namespace stiffbench {
namespace {

TextCell cell_of(const Json& cell) {
  std::string text = cell["value"].is_number() ? fmt::format("{:.4f}", cell["value"].get<double>())
                                               : std::string("-");
  const bool ok = cell["status"] == "ok";
  if (!ok) text += " " + cell["status"].get<std::string>();
  if (cell.contains("paper")) text += fmt::format(" ({:g}", cell["paper"].get<double>());
  if (cell.contains("deviation")) text += fmt::format(", {:+.4f}", cell["deviation"].get<double>());
  if (cell.contains("paper")) text += ")";
  return {text, ok ? Mark::none : Mark::failed};
}

std::string title_of(const Json& block) {
  std::string title = block["problem"];
  if (block.contains("paper"))
    title += fmt::format(", beside \"{}\"", block["paper"].get<std::string>());
  if (block["reference"].is_number())
    title += fmt::format("; reference {:.7g}", block["reference"].get<double>());
  return paragraph("", 0, title);
}

void print_block(const Json& block, bool wide) {
  std::vector<TextColumn> columns;
  for (auto& method : block["methods"]) columns.push_back({method});
  TextTable table(columns, wide);
  table.begin_block(title_of(block), heading_with_unit("h", {block["name"]}, time_unit));
  for (auto& row : block["rows"]) {
    std::vector<TextCell> line(columns.size());
    for (std::size_t i = 0; i < columns.size(); ++i)
      for (auto& cell : row["cells"])
        if (cell["method"] == columns[i].heading) line[i] = cell_of(cell);
    const std::string h =
        row["h"].is_number() ? fmt::format("{:.6g}", row["h"].get<double>()) : "-";
    table.add({h, {std::move(line)}});
  }
  fmt::print("{}", table.text(prints_colours()));
}

}  // namespace

int print_output_table(const OutputTableArguments& arguments) {
  Json table = output_table(read_rows(arguments.folder, arguments.code), arguments.output);
  if (!arguments.paper.empty())
    add_paper_outputs(table, read_paper(arguments.paper, "paper_outputs"));
  if (arguments.json) {
    fmt::print("{}\n", table.dump(2));
    return 0;
  }
  for (auto& block : table["problems"]) print_block(block, arguments.wide);
  std::string legend = arguments.output + " of each run";
  if (table.contains("paper"))
    legend += fmt::format("; in brackets {}, doi:{}, and the deviation of ours from it",
                          table["paper"]["table"].get<std::string>(),
                          table["paper"]["doi"].get<std::string>());
  fmt::print("\n{}", paragraph("", 0, legend));
  print_remarks(table);
  return 0;
}

}  // namespace stiffbench
