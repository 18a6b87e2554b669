#include "harness/cli/commands/compare/comparison_output.hpp"

#include "base/error.hpp"
#include "base/parameters.hpp"
#include "harness/io/schema.hpp"

#include <fmt/format.h>

#include <sstream>

namespace stiffbench {
namespace {

std::vector<std::string> gate_names() {
  const auto names = names_of(Quantity{});
  std::vector<std::string> all(names.begin(), names.end());
  all.emplace_back("missing");
  return all;
}

}  // namespace

void declare_comparison_output(ComparisonOutput& values, ArgumentList& list) {
  list.add("--json", &values.json, "Print JSON (results/schema/comparison.schema.json)").rivals = {
      "--markdown"};
  list.add("--markdown", &values.markdown, "Print Markdown, as for the summary of a job");
  list.add("--fail-on", &values.fail_on,
           "What may not get worse, separated by commas: status, error, order, drift, work, "
           "memory, time, missing (default: status,error,order,drift,work)");
}

Gate gated_quantities(const ComparisonOutput& output) {
  Gate gate;
  const auto names = gate_names();
  std::istringstream list(output.fail_on.empty() ? output.usual : output.fail_on);
  for (std::string name; std::getline(list, name, ',');) {
    const auto match = std::find(names.begin(), names.end(), name);
    if (match == names.end()) {
      const std::string near = near_matches(name, names);
      throw Error("--fail-on takes " + fmt::format("{}", fmt::join(names, ",")), "'" + name + "'",
                  near.empty() ? "choose among them" : near + "?");
    }
    if (name == "missing")
      gate.missing = true;
    else
      gate.quantities.push_back(static_cast<Quantity>(match - names.begin()));
  }
  return gate;
}

ComparisonReport make_report(const std::string& before, const std::string& after,
                             Comparison comparison, const ComparisonOutput& output) {
  Gate gate = gated_quantities(output);
  ComparisonReport report{before, after, std::move(comparison), std::move(gate.quantities),
                          gate.missing};
  const auto methods = static_cast<long>(report.comparison.methods.size());
  if (output.fail_on.empty()) return report;
  for (const Quantity quantity : report.gate)
    if (report.comparison.count(quantity, Verdict::not_comparable) == methods)
      throw Error(
          fmt::format("a gate on '{}' takes runs in which both sides have it", name_of(quantity)),
          fmt::format("none of {}", report.comparison.runs.size()),
          quantity == Quantity::time ? "measure it: compare --time" : "take it out of --fail-on");
  return report;
}

int print_comparison(const ComparisonReport& report, const ComparisonOutput& output) {
  if (output.json) {
    const Json json = comparison_json(report);
    validate(json, "comparison", "the comparison");
    fmt::print("{}\n", json.dump(2));
  } else {
    fmt::print("{}", output.markdown ? comparison_markdown(report) : comparison_text(report));
  }
  return report.failed() ? 1 : 0;
}

}  // namespace stiffbench
