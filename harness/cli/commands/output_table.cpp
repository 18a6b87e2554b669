#include "harness/cli/commands/output_table.hpp"

#include "harness/records/output_table.hpp"
#include "harness/records/paper.hpp"
#include "harness/records/read_records.hpp"

#include <fmt/format.h>

namespace stiffbench {
namespace {

constexpr int width = 30;

std::string text_of(const Json& cell) {
  std::string text = cell["value"].is_number() ? fmt::format("{:.4f}", cell["value"].get<double>())
                                               : std::string("-");
  if (cell["status"] != "ok") text += " " + cell["status"].get<std::string>();
  if (!cell.contains("paper")) return text;
  text += fmt::format(" ({:g}", cell["paper"].get<double>());
  if (cell.contains("deviation")) text += fmt::format(", {:+.4f}", cell["deviation"].get<double>());
  return text + ")";
}

void print_block(const Json& block) {
  fmt::print("\n{}", block["problem"].get<std::string>());
  if (block.contains("paper")) fmt::print(", beside \"{}\"", block["paper"].get<std::string>());
  if (block["reference"].is_number())
    fmt::print("; reference {:.7g}", block["reference"].get<double>());
  fmt::print("\n{:>12}", "h (s)");
  for (auto& method : block["methods"]) fmt::print("  {:>{}}", method.get<std::string>(), width);
  for (auto& row : block["rows"]) {
    fmt::print("\n{:>12}",
               row["h"].is_number() ? fmt::format("{:.6g}", row["h"].get<double>()) : "-");
    for (auto& method : block["methods"]) {
      std::string text = "-";
      for (auto& cell : row["cells"])
        if (cell["method"] == method) text = text_of(cell);
      fmt::print("  {:>{}}", text, width);
    }
  }
  fmt::print("\n");
}

}  // namespace

int print_output_table(const OutputTableArguments& arguments) {
  Json table = output_table(make_rows(read_records(arguments.folder)), arguments.output);
  if (!arguments.paper.empty())
    add_paper_outputs(table, read_paper(arguments.paper, "paper_outputs"));
  if (arguments.json) {
    fmt::print("{}\n", table.dump(2));
    return 0;
  }
  for (auto& block : table["problems"]) print_block(block);
  fmt::print("\n{} of each run", arguments.output);
  if (table.contains("paper"))
    fmt::print("; in brackets {}, doi:{}, and the deviation of ours from it",
               table["paper"]["table"].get<std::string>(),
               table["paper"]["doi"].get<std::string>());
  fmt::print("\n");
  for (auto& remark : table.value("remarks", Json::array()))
    fmt::print("- {}\n", remark.get<std::string>());
  return 0;
}

}  // namespace stiffbench
