#include "harness/records/tables/output_table.hpp"

#include "base/error.hpp"
#include "harness/records/tables/paper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace stiffbench {
namespace {

/// Returns a sentence with the names of the outputs in these rows that are scalars.
std::string names_of_outputs(const std::vector<Row>& rows) {
  std::set<std::string> names;
  for (const Row& row : rows)
    for (const auto& [name, value] : row.record.result.outputs.value_or(Settings{}))
      if (!std::holds_alternative<std::vector<double>>(value)) names.insert(name);
  if (names.empty()) return "these records have none";
  return fmt::format("there are {}", fmt::join(names, ", "));
}

Json& find_or_add(Json& list, const auto& matches, const Json& fresh) {
  const auto place = std::find_if(list.begin(), list.end(), matches);
  if (place != list.end()) return *place;
  list.push_back(fresh);
  return list.back();
}

Json& block_of(Json& table, const Row& row) {
  const Json parameters = to_json(row.record.problem.parameters);
  return find_or_add(table["problems"],
                     [&](const Json& block) {
                       return block["problem"] == row.problem && block["parameters"] == parameters;
                     },
                     {{"problem", row.problem},
                      {"name", row.record.problem.name},
                      {"parameters", parameters},
                      {"reference", nullptr},
                      {"methods", Json::array()},
                      {"rows", Json::array()}});
}

/// Returns the output of a row as a number or null, or nothing if the row has no such output.
std::optional<Json> value_of(const Row& row, const std::string& output) {
  const auto& outputs = row.record.result.outputs;
  if (!outputs || !outputs->contains(output)) return std::nullopt;
  const Value& value = outputs->at(output);
  if (std::holds_alternative<std::vector<double>>(value)) return std::nullopt;
  const auto* number = std::get_if<double>(&value);
  return number ? finite_or_null(*number) : to_json(value);
}

void add_cell(Json& table, const Row& row, const Json& value) {
  const Record& record = row.record;
  Json& block = block_of(table, row);
  if (const auto& error = record.result.error)
    if (const auto output_error = error->outputs.find(table["output"]);
        output_error != error->outputs.end())
      block["reference"] = output_error->second.reference;
  auto& methods = block["methods"];
  if (methods.empty() || methods.back() != row.method) methods.push_back(row.method);
  const Json h = record.h ? Json(*record.h) : Json(nullptr);
  Json& line = find_or_add(block["rows"], [&](const Json& one) { return one["h"] == h; },
                           {{"h", h}, {"cells", Json::array()}});
  line["cells"].push_back({{"method", row.method},
                           {"integrator", record.integrator.name},
                           {"status", to_string(record.result.status)},
                           {"value", value}});
}

bool same_step(const Json& a, const Json& b) {
  return a.is_number() && std::abs(a.get<double>() / b.get<double>() - 1) < 1e-6;
}

void add_values(Json& block, const Json& methods, const Json& values) {
  for (auto& row : block["rows"]) {
    if (!same_step(row["h"], values["h"])) continue;
    for (auto& cell : row["cells"]) {
      const auto name = paper_name(methods, cell["integrator"]);
      if (!name || !values["values"].contains(*name)) continue;
      cell["paper"] = values["values"][*name];
      if (cell["value"].is_number())
        cell["deviation"] = cell["value"].get<double>() - cell["paper"].get<double>();
    }
  }
}

}  // namespace

Json output_table(const std::vector<Row>& rows, const std::string& output) {
  if (std::ranges::any_of(rows, [](const Row& row) { return row.record.start.has_value(); }))
    throw Error("a cell of this table is one run", "runs from several starts",
                "add --statistics for means over the starts");
  Json table{{"output", output}, {"problems", Json::array()}};
  for (const Row& row : rows)
    if (const auto value = value_of(row, output)) add_cell(table, row, *value);
  if (table["problems"].empty())
    throw Error("an output is a number that these records have", "'" + output + "'",
                names_of_outputs(rows));
  for (auto& block : table["problems"])
    std::stable_sort(block["rows"].begin(), block["rows"].end(), [](const Json& a, const Json& b) {
      return a["h"].is_number() && a["h"] > b["h"];
    });
  return table;
}

void add_paper_outputs(Json& table, const Json& paper) {
  if (paper["output"] != table["output"])
    throw Error("a paper's table stands beside the output that it is about",
                table["output"].get<std::string>(),
                "give --output " + paper["output"].get<std::string>());
  for (auto& block : table["problems"])
    for (auto& row : paper["rows"])
      if (is_problem(block, row["problem"])) {
        block["paper"] = row["title"];
        for (auto& values : row["steps"]) add_values(block, paper["methods"], values);
      }
  table["paper"] = {{"doi", paper["doi"]}, {"table", paper["table"]}};
  table["remarks"] = paper["remarks"];
}

}  // namespace stiffbench
