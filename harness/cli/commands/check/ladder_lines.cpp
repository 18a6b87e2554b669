#include "harness/cli/commands/check/ladder_lines.hpp"

#include "base/files.hpp"
#include "base/system/use_threads.hpp"
#include "base/text/patterns.hpp"
#include "harness/cli/terminal/text.hpp"
#include "harness/io/schema.hpp"
#include "harness/run/environment.hpp"
#include "integrators/contract/registry.hpp"

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
    if (row.phenomenon != phenomenon_) print_head(row.phenomenon);
    if (row.parameters != parameters_) fmt::print("  {}\n", row.parameters);
    phenomenon_ = row.phenomenon;
    parameters_ = row.parameters;
    const auto& [quantity, unit, value, low, high] = row.prediction;
    fmt::print("{}",
               paragraph("", 4,
                         fmt::format("{}{}: {:.5g} predicted, {:.5g} to {:.5g} stand", quantity,
                                     unit.empty() ? "" : " (" + unit + ")", value, low, high)));
    print_results(row);
    std::fflush(stdout);
  }

 private:
  void print_head(const std::string& name) {
    const auto at = std::ranges::find(phenomena_, name, &Phenomenon::name);
    if (!phenomenon_.empty()) fmt::print("\n");
    fmt::print("{}{}", paragraph("", 0, at->name + ": " + at->title),
               paragraph("", 2, at->formula));
    parameters_.clear();
  }
  /// Two methods a line, so that a row of numbers fits a page, where both are narrow enough.
  static void print_results(const Answer& row) {
    constexpr std::size_t widest_name = 18, widest_cell = 14;
    const auto is_narrow = [](const std::string& name, const std::string& text) {
      return name.size() <= widest_name && text.size() <= widest_cell;
    };
    bool at_left = true;
    for (const Result& result : row.results) {
      const std::string text = cell(row, result);
      const bool narrow = is_narrow(result.integrator, text);
      if (!at_left && !narrow) fmt::print("\n");
      if (!narrow) at_left = true;
      fmt::print("{}{} {}", at_left ? "      " : "   ", align_left(result.integrator, widest_name),
                 align_right(text, widest_cell));
      at_left = !at_left || !narrow;
      if (at_left) fmt::print("\n");
    }
    if (!at_left) fmt::print("\n");
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
  for (const std::string& reason : reasons) fmt::print("{}", paragraph("  ", 4, reason));
}

/// Returns one line for each method of a number
/// (results/schema/internal/contact_number.schema.json), which has this place in the ladder.
std::string lines_of(const Answer& answer, std::size_t place) {
  std::string lines;
  const Json row = to_json(answer);
  for (const Json& result : row["results"]) {
    const std::string integrator = result["integrator"];
    Json line{{"schema", "stiffbench.contact_number/1"}, {"place", place}};
    for (const char* key :
         {"phenomenon", "parameters", "quantity", "unit", "predicted", "low", "high"})
      line[key] = row[key];
    line["must_stand"] = std::ranges::count(answer.must_stand, integrator) > 0;
    line.update(result);
    line["integrator"] = {{"name", integrator}};
    line["method"] = integrator;
    validate(line, "contact_number", "a number of the ladder");
    lines += line.dump() + "\n";
  }
  return lines;
}

/// Returns the names of the integrators that fit the patterns, in the order of the patterns.
std::vector<std::string> methods_that_fit(const std::vector<std::string>& patterns) {
  std::vector<std::string> names, chosen;
  for (const AnyIntegrator& method : IntegratorRegistry::instance().all())
    names.push_back(method->facts().name);
  check_patterns("--methods takes names of integrators, or patterns such as 'exprb*'", patterns,
                 {names.begin(), names.end()});
  for (const std::string& pattern : patterns)
    for (const std::string& name : names)
      if (fits(pattern, name) && std::ranges::count(chosen, name) == 0) chosen.push_back(name);
  return chosen;
}

}  // namespace

int check_contact_ladder(const LadderRequest& request) {
  use_one_thread();
  const bool json = request.json;
  const auto methods =
      request.methods.empty() ? usual_methods() : methods_that_fit(request.methods);
  const auto file = std::filesystem::path(request.out) / "contact_ladder.jsonl";
  if (!request.out.empty() && !std::filesystem::exists(file))
    write_atomically(file, "");  // a folder that cannot be written is refused before the climb
  Table table(phenomena());
  std::string lines;
  std::size_t place = 0;
  const std::vector<Answer> rows = climb(request.phenomena, methods, [&](const Answer& row) {
    if (!json) table.print(row);
    if (request.out.empty()) return;
    lines += lines_of(row, place++);  // a ladder that is interrupted leaves what it has climbed
    write_atomically(file, lines);
  });
  const Counts counts(rows);
  if (json) {
    fmt::print("{}\n", document(rows, counts).dump());
  } else {
    print_reasons(rows);
    fmt::print(
        "\n{} numbers stand, {} fall (!), {} are out of scope;\n{} rungs that must stand {} (!!)\n",
        counts.stand, counts.fall, counts.not_applicable, counts.broken,
        counts.broken == 1 ? "falls" : "fall");
  }
  return counts.broken > 0 ? 1 : 0;
}

}  // namespace stiffbench::contact_ladder
