#include "harness/cli/commands/table/output_table.hpp"

#include "harness/cli/commands/table/remarks.hpp"
#include "harness/cli/commands/table/units.hpp"
#include "harness/cli/terminal/text.hpp"
#include "harness/cli/terminal/text_table.hpp"
#include "harness/records/tables/output_table.hpp"
#include "harness/records/tables/paper.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiffbench {
namespace {

TextCell cell_of(const OutputTable::Cell& cell) {
  const auto number = cell.number(), deviation = cell.deviation();
  std::string text = number ? fmt::format("{:.4f}", *number) : "-";
  const bool ok = cell.row->ok();
  if (!ok) text += fmt::format(" {}", to_string(cell.row->record.result.status));
  if (cell.paper)
    text += fmt::format(" ({:g}{})", *cell.paper,
                        deviation ? fmt::format(", {:+.4f}", *deviation) : "");
  return {text, ok ? Mark::none : Mark::failed};
}

std::string title_of(const OutputTable::Block& block) {
  std::string title = block.first->problem;
  if (!block.paper.empty()) title += fmt::format(", beside \"{}\"", block.paper);
  if (block.reference) title += fmt::format("; reference {:.7g}", *block.reference);
  return paragraph("", 0, title);
}

void print_block(const OutputTable::Block& block, bool wide) {
  std::vector<TextColumn> columns;
  for (const std::string& method : block.methods) columns.push_back({method});
  TextTable table(columns, wide);
  table.begin_block(title_of(block),
                    heading_with_unit("h", {block.first->record.problem.name}, time_unit));
  for (const OutputTable::Line& line : block.lines) {
    std::vector<TextCell> cells(columns.size());
    for (const OutputTable::Cell& cell : line.cells)
      cells[static_cast<std::size_t>(std::ranges::find(block.methods, cell.row->method) -
                                     block.methods.begin())] = cell_of(cell);
    table.add({line.h ? fmt::format("{:.6g}", *line.h) : "-", {std::move(cells)}});
  }
  fmt::print("{}", table.text(prints_colours()));
}

void print_text(const OutputTable& table, bool wide) {
  for (const OutputTable::Block& block : table.problems) print_block(block, wide);
  std::string legend = table.output + " of each run";
  if (table.paper)
    legend += fmt::format("; in brackets {}, doi:{}, and the deviation of ours from it",
                          table.paper->table, table.paper->doi);
  fmt::print("\n{}", paragraph("", 0, legend));
  if (table.paper) print_remarks(table.paper->remarks);
}

}  // namespace

int print_output_table(const OutputTableArguments& arguments) {
  const auto rows = read_rows(arguments.folder, arguments.code, arguments.settings);
  OutputTable table = output_table(rows, arguments.output);
  if (!arguments.paper.empty())
    add_paper_outputs(table, read_paper(arguments.paper, "paper_outputs"));
  if (arguments.json)
    fmt::print("{}\n", to_json(table).dump(2));
  else
    print_text(table, arguments.wide);
  return 0;
}

}  // namespace stiffbench
