#include "harness/records/compare/report.hpp"

#include <fmt/format.h>

namespace stiffbench {
namespace {

/// Escapes text for a cell of a Markdown table, in which a vertical bar separates cells.
std::string cell(const std::string& text) {
  std::string escaped;
  for (const char c : text) escaped += c == '|' ? "\\|" : c == '\n' ? " " : std::string(1, c);
  return escaped;
}

std::string changes_table(const ComparisonReport& report, Verdict verdict, const char* title) {
  const auto all = method_changes(report.comparison, verdict);
  if (all.empty()) return "";
  std::string text = fmt::format(
      "\n### {}\n\n| problem | method | quantity | change |\n| --- | --- | --- | --- |\n", title);
  for (const MethodChange& one : all)
    text += fmt::format("| {} | {} | {} | {} |\n", cell(one.method->problem),
                        cell(one.method->method), name_of(one.quantity), cell(one.text()));
  return text;
}

}  // namespace

std::string comparison_markdown(const ComparisonReport& report) {
  const Comparison& comparison = report.comparison;
  std::string text = fmt::format(
      "## {}\n\n{} runs in common: `{}` before, `{}` after; {} only before, {} only after.\n\n"
      "| methods | worse | better | same | not comparable |\n"
      "| --- | --: | --: | --: | --: |\n",
      report.failed() ? "Something got worse" : "Nothing that is gated got worse",
      comparison.runs.size(), report.before, report.after, comparison.only_before.size(),
      comparison.only_after.size());
  for (std::size_t i = 0; i < quantity_count; ++i) {
    const auto quantity = static_cast<Quantity>(i);
    text += fmt::format("| {} | {} | {} | {} | {} |\n", name_of(quantity),
                        comparison.count(quantity, Verdict::worse),
                        comparison.count(quantity, Verdict::better),
                        comparison.count(quantity, Verdict::same),
                        comparison.count(quantity, Verdict::not_comparable));
  }
  if (const std::string remark = code_remark(comparison); !remark.empty())
    text += "\n" + remark + "\n";
  return text + changes_table(report, Verdict::worse, "Worse") +
         changes_table(report, Verdict::better, "Better");
}

}  // namespace stiffbench
