#include "harness/cli/commands/check/ladder_lines.hpp"

#include "harness/run/environment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace stiffbench::contact_ladder {
namespace {

/// A measured number, marked if it is outside of the band, or the status of a failure.
std::string cell(const Answer& row, const Result& result) {
  if (result.status != Status::ok) return std::string(to_string(result.status));
  const bool must = std::ranges::count(row.must_stand, result.integrator) > 0;
  return fmt::format("{:.5g}{}", result.measured, result.stands ? "" : must ? " !!" : " !");
}

/// Prints rows as they come, under the phenomenon and the parameters that they share.
class Table {
 public:
  explicit Table(std::vector<Phenomenon> all) : phenomena_(std::move(all)) {}

  void print(const Answer& row) {
    if (row.phenomenon != phenomenon_) print_head(row);
    if (row.parameters != parameters_) fmt::print("  {}\n", row.parameters);
    phenomenon_ = row.phenomenon;
    parameters_ = row.parameters;
    const auto& [quantity, unit, value, low, high] = row.prediction;
    fmt::print("    {:44}{:>12.5g} {:>23}",
               unit.empty() ? quantity : fmt::format("{} ({})", quantity, unit), value,
               fmt::format("{:.5g} to {:.5g}", low, high));
    for (const Result& result : row.results) fmt::print(" {:>17}", cell(row, result));
    fmt::print("\n");
    std::fflush(stdout);
  }

 private:
  void print_head(const Answer& row) {
    const auto at = std::ranges::find(phenomena_, row.phenomenon, &Phenomenon::name);
    fmt::print("{}{}: {}\n  {}\n    {:44}{:>12} {:>23}", phenomenon_.empty() ? "" : "\n", at->name,
               at->title, at->formula, "", "predicted", "band");
    for (const Result& result : row.results) fmt::print(" {:>17}", result.integrator);
    fmt::print("\n");
    parameters_.clear();
  }

  std::vector<Phenomenon> phenomena_;
  std::string phenomenon_, parameters_;
};

/// Counts of predictions, each with each method.
struct Counts {
  long stand = 0, fall = 0, not_applicable = 0, broken = 0;

  explicit Counts(const std::vector<Answer>& rows) {
    for (const Answer& row : rows) {
      broken += row.is_broken();
      for (const Result& result : row.results)
        ++(result.status == Status::not_applicable ? not_applicable : result.stands ? stand : fall);
    }
  }
};

Json to_json(const Answer& row) {
  Json results = Json::array();
  for (const Result& result : row.results)
    results.push_back({{"integrator", result.integrator},
                       {"status", to_string(result.status)},
                       {"reason", text_or_null(result.reason)},
                       {"measured", finite_or_null(result.measured)},
                       {"stands", result.stands}});
  return {{"phenomenon", row.phenomenon},
          {"parameters", row.parameters},
          {"quantity", row.prediction.quantity},
          {"unit", row.prediction.unit},
          {"predicted", row.prediction.value},
          {"low", row.prediction.low},
          {"high", row.prediction.high},
          {"must_stand", row.must_stand},
          {"seconds", row.seconds},
          {"results", std::move(results)}};
}

Json document(const std::vector<Answer>& rows, const Counts& counts) {
  Json all = Json::array();
  for (const Answer& row : rows) all.push_back(to_json(row));
  return {{"schema", "stiffbench.contact_ladder/1"},
          {"summary",
           {{"stand", counts.stand},
            {"fall", counts.fall},
            {"not_applicable", counts.not_applicable},
            {"broken", counts.broken}}},
          {"rungs", std::move(all)},
          {"environment", environment()}};
}

/// Repeats the reasons of failures, each once.
void print_reasons(const std::vector<Answer>& rows) {
  std::vector<std::string> reasons;
  for (const Answer& row : rows)
    for (const Result& result : row.results) {
      if (result.reason.empty()) continue;
      const std::string reason = fmt::format("{} on {}, {}: {}", result.integrator, row.phenomenon,
                                             row.parameters, result.reason);
      if (std::ranges::count(reasons, reason) == 0) reasons.push_back(reason);
    }
  if (!reasons.empty()) fmt::print("\nfailures:\n");
  for (const std::string& reason : reasons) fmt::print("  {}\n", reason);
}

}  // namespace

int check_contact_ladder(const std::vector<std::string>& names,
                         const std::vector<std::string>& methods, bool json) {
  use_one_thread();
  Table table(phenomena());
  const std::vector<Answer> rows =
      climb(names, methods.empty() ? usual_methods() : methods, [&](const Answer& row) {
        if (!json) table.print(row);
      });
  const Counts counts(rows);
  if (json) {
    fmt::print("{}\n", document(rows, counts).dump());
  } else {
    print_reasons(rows);
    fmt::print(
        "\n{} numbers stand, {} fall (!), {} are out of scope; {} rungs that must stand {} "
        "(!!)\n",
        counts.stand, counts.fall, counts.not_applicable, counts.broken,
        counts.broken == 1 ? "falls" : "fall");
  }
  return counts.broken > 0 ? 1 : 0;
}

}  // namespace stiffbench::contact_ladder
