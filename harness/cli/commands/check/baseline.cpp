#include "harness/checks/baseline.hpp"

#include "base/paths.hpp"
#include "base/system/use_threads.hpp"
#include "harness/cli/command.hpp"
#include "harness/cli/commands/compare/comparison_output.hpp"
#include "harness/records/read_records.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace stiffbench::check_baseline_command {
namespace {

struct Arguments {
  std::string folder;
  bool write = false;
  ComparisonOutput output{.fail_on = "", .usual = "status,error,order,drift,work,missing"};
};

/// Compares a baseline with this program. The baseline may come from any compiler, so the
/// tolerances are always those across builds.
ComparisonReport report_of(const Arguments& arguments, const std::vector<Record>& before,
                           const std::vector<Record>& after) {
  return make_report(arguments.folder, "this program", compare_records(before, after, other_build),
                     arguments.output);
}

int write(const Arguments& arguments, const std::vector<Record>& records) {
  const std::filesystem::path folder = arguments.folder;
  if (std::filesystem::exists(folder / "records.jsonl"))
    fmt::print("{}\n", comparison_text(report_of(arguments, read_records(folder), records)));
  write_baseline(folder, records);
  fmt::print("{} records written; {}\n", records.size(), (folder / "records.jsonl").string());
  return 0;
}

/// Returns true if the baseline contains numbers worse than the current ones; later regressions
/// would go unnoticed.
bool is_out_of_date(const ComparisonReport& report) {
  return std::ranges::any_of(method_changes(report.comparison, Verdict::better),
                             [&](const MethodChange& one) { return report.gates(one.quantity); });
}

/// Returns the quantities that got worse, with the first method of each, and missing runs.
std::string what_is_worse(const ComparisonReport& report) {
  std::vector<std::string> parts;
  std::set<Quantity> quantities;
  for (const MethodChange& one : method_changes(report.comparison, Verdict::worse)) {
    const Quantity quantity = one.quantity;
    if (!report.gates(quantity) || !quantities.insert(quantity).second) continue;
    const long more = report.comparison.count(quantity, Verdict::worse) - 1;
    parts.push_back(fmt::format("{} of {} on {} worse{}", name_of(quantity), one.method->method,
                                one.method->problem,
                                more > 0 ? fmt::format(" (and of {} more)", more) : ""));
  }
  if (const auto& gone = report.comparison.only_before; report.gates_missing && !gone.empty())
    parts.push_back(fmt::format("{} runs fewer, such as {}", gone.size(), gone.front()));
  return fmt::format("{}", fmt::join(parts, ", "));
}

int check(Arguments& arguments) {
  use_one_thread();
  if (arguments.folder.empty()) arguments.folder = data_path("results/baseline").string();
  std::vector<Record> before;
  if (!arguments.write) before = read_records(arguments.folder, LeftOut::none);
  const auto records = run_baseline(arguments.folder);
  if (arguments.write) return write(arguments, records);
  const ComparisonReport report = report_of(arguments, before, records);
  const int status = print_comparison(report, arguments.output);
  if (status != 0) {
    fmt::print(stderr, "the program must be no worse than its baseline; got {}; mend the program\n",
               what_is_worse(report));
    return status;
  }
  if (!is_out_of_date(report)) return 0;
  fmt::print(stderr,
             "the baseline must say what the program does; got better results; look at them, then "
             "renew it with --write\n");
  return 1;
}

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::tools,
     "check baseline",
     "Repeats the runs of a baseline: errors, orders, drifts, work and statuses are as they were",
     {"check baseline", "check baseline --write"}},
    [](Arguments& values, ArgumentList& list) {
      list.add("folder", &values.folder,
               "Folder with experiment.json and records.jsonl (default: results/baseline)");
      declare_comparison_output(values.output, list);
      list.add("--write", &values.write, "Print what changed, and renew the records").rivals = {
          "--json", "--markdown", "--fail-on"};
    },
    check);

}  // namespace
}  // namespace stiffbench::check_baseline_command
