#include "harness/records/read_records.hpp"

#include "base/error.hpp"
#include "integrators/contract/integrator.hpp"

#include <fmt/format.h>

#include <fstream>
#include <map>
#include <set>

namespace stiffbench {

std::vector<Json> read_records(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / "records.jsonl";
  std::ifstream lines(file);
  if (!lines)
    throw Error("a folder of records holds records.jsonl", folder.string(),
                "give the --out folder of a sweep");
  std::vector<Json> records;
  std::map<std::string, std::size_t> places;
  for (std::string line; std::getline(lines, line);) {
    Json record = Json::parse(line, nullptr, false);
    if (!record.is_object() || !record.contains("id"))
      throw Error(file.string() + " must hold one record on a line", "a line that is none",
                  "run the sweep again: it cuts off an incomplete line");
    const auto [place, fresh] = places.emplace(record["id"], records.size());
    if (fresh)
      records.push_back(std::move(record));
    else
      records[place->second] = std::move(record);
  }
  return records;
}

std::string label_of(const Json& thing) {
  return thing.value("title", thing["name"].get<std::string>());
}

std::vector<std::string> method_labels(const std::vector<Json>& records) {
  std::map<std::string, Json> first;                     // parameters, by name and problem
  std::map<std::string, std::set<std::string>> differs;  // names of parameters, by name
  for (auto& record : records) {
    const Json& integrator = record["integrator"];
    const std::string label = label_of(integrator);
    const Json& one =
        first.emplace(label + record["problem"]["hash"].dump(), integrator["parameters"])
            .first->second;
    for (auto& [name, value] : integrator["parameters"].items())
      if (name != tolerance_parameter && member(one, name) != value) differs[label].insert(name);
  }
  std::vector<std::string> labels;
  for (auto& record : records) {
    std::string label = label_of(record["integrator"]), text;
    for (auto& name : differs[label]) {
      const Json value = member(record["integrator"]["parameters"], name);
      text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name,
                          value.is_string() ? value.get<std::string>() : value.dump());
    }
    labels.push_back(text.empty() ? label : label + " (" + text + ")");
  }
  return labels;
}

Json member(const Json& object, const std::string& name) {
  return object.is_object() && object.contains(name) ? object[name] : Json(nullptr);
}

}  // namespace stiffbench
