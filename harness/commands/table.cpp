#include "harness/commands/commands.hpp"
#include "harness/json.hpp"
#include "problems/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <tuple>

namespace stiffbench {
namespace {

struct Row {
  std::string problem, integrator;
  double step;
  std::string h, count, status, error, floor, drift, time;
};

std::string short_number(const Json& value) {
  return value.is_number() ? fmt::format("{:.3g}", value.get<double>()) : "-";
}

/// A member of an object that may be null.
Json member(const Json& object, const char* name) {
  return object.is_object() && object.contains(name) ? object[name] : Json(nullptr);
}

Row make_row(const Json& record) {
  const Json &problem = record["problem"], &integrator = record["integrator"],
             &step = record["step"], &error = record["error"];
  const bool adaptive = step["h"].is_null();
  const Json& size = adaptive ? step["tolerance"] : step["h"];
  return {problem.value("title", problem["name"].get<std::string>()),
          integrator.value("title", integrator["name"].get<std::string>()),
          size.get<double>(),
          (adaptive ? "tol " : "") + short_number(size),
          step["count"].is_null() ? "-" : step["count"].dump(),
          record["status"],
          short_number(member(error, "energy_norm_relative")),
          short_number(member(member(error, "floor"), "energy_norm_relative")),
          short_number(member(record["energy"], "max_drift")),
          short_number(member(record["runtime"], "median"))};
}

std::vector<Row> read_rows(const std::filesystem::path& file) {
  std::ifstream lines(file);
  if (!lines)
    throw Error("a folder of records holds records.jsonl", file.parent_path().string(),
                "give the --out folder of a sweep");
  std::vector<Row> rows;
  for (std::string line; std::getline(lines, line);) {
    const Json record = Json::parse(line, nullptr, false);
    if (record.is_discarded())
      throw Error(file.string() + " must hold one record on a line", "a line that is none",
                  "run the sweep again: it cuts off an incomplete line");
    rows.push_back(make_row(record));
  }
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    return std::tie(a.problem, a.integrator, b.step) < std::tie(b.problem, b.integrator, a.step);
  });
  return rows;
}

int print_table(const std::string& folder) {
  const auto rows = read_rows(std::filesystem::path(folder) / "records.jsonl");
  std::string problem;
  for (auto& row : rows) {
    if (row.problem != problem) {
      problem = row.problem;
      fmt::print("\n{}\n{:24} {:>10} {:>9} {:16} {:>10} {:>10} {:>10} {:>10}\n", problem,
                 "integrator", "h (s)", "steps", "status", "error", "floor", "drift (J)",
                 "time (s)");
    }
    fmt::print("{:24} {:>10} {:>9} {:16} {:>10} {:>10} {:>10} {:>10}\n", row.integrator, row.h,
               row.count, row.status, row.error, row.floor, row.drift, row.time);
  }
  fmt::print("\nerror, floor: relative, in the energy norm, at the end\n");
  return 0;
}

}  // namespace

void add_table_command(CLI::App& program, Job& job) {
  auto* command = program.add_subcommand("table", "Prints records as a table");
  auto folder = std::make_shared<std::string>();
  command->add_option("folder", *folder, "Folder with records.jsonl")->required();
  command->callback([folder, &job] { job = [folder] { return print_table(*folder); }; });
}

}  // namespace stiffbench
