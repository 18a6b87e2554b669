#include "harness/records/output_table.hpp"

#include "base/error.hpp"
#include "harness/records/paper.hpp"
#include "harness/records/read_records.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace stiffbench {
namespace {

/// The numbers, not the lists, among the outputs of these records.
std::string names_of_outputs(const std::vector<Json>& records) {
  std::set<std::string> names;
  for (auto& record : records) {
    const Json outputs = member(record, "outputs");
    for (auto& [name, value] : outputs.items())
      if (!value.is_array()) names.insert(name);
  }
  std::string text;
  for (auto& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "these problems have no outputs" : "there are " + text;
}

Json& find_or_add(Json& list, const auto& matches, const Json& fresh) {
  const auto found = std::find_if(list.begin(), list.end(), matches);
  if (found != list.end()) return *found;
  list.push_back(fresh);
  return list.back();
}

Json& block_of(Json& table, const Json& problem) {
  return find_or_add(table["problems"],
                     [&](const Json& block) {
                       return block["problem"] == label_of(problem) &&
                              block["parameters"] == problem["parameters"];
                     },
                     {{"problem", label_of(problem)},
                      {"name", problem["name"]},
                      {"parameters", problem["parameters"]},
                      {"reference", nullptr},
                      {"methods", Json::array()},
                      {"rows", Json::array()}});
}

void add_record(Json& table, const Json& record, const std::string& method) {
  const std::string output = table["output"];
  Json& block = block_of(table, record["problem"]);
  const Json judged = member(member(record["error"], "outputs"), output);
  if (judged.is_object()) block["reference"] = judged["reference"];
  auto& methods = block["methods"];
  // Sweeps run in random order: columns are sorted.
  const auto place = std::lower_bound(methods.begin(), methods.end(), Json(method));
  if (place == methods.end() || *place != method) methods.insert(place, method);
  const Json& h = record["step"]["h"];
  Json& row = find_or_add(block["rows"], [&](const Json& one) { return one["h"] == h; },
                          {{"h", h}, {"cells", Json::array()}});
  row["cells"].push_back({{"method", method},
                          {"integrator", record["integrator"]["name"]},
                          {"status", record["status"]},
                          {"value", member(record["outputs"], output)}});
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

Json output_table(const std::vector<Json>& records, const std::string& output) {
  Json table{{"output", output}, {"problems", Json::array()}};
  const auto labels = method_labels(records);
  for (std::size_t i = 0; i < records.size(); ++i) {
    const Json outputs = member(records[i], "outputs");
    if (outputs.contains(output) && !outputs[output].is_array())
      add_record(table, records[i], labels[i]);
  }
  if (table["problems"].empty())
    throw Error("an output is a number that these records have", "'" + output + "'",
                names_of_outputs(records));
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
