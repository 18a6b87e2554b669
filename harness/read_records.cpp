#include "harness/read_records.hpp"

#include "problems/error.hpp"

#include <fstream>
#include <map>

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

Json member(const Json& object, const std::string& name) {
  return object.is_object() && object.contains(name) ? object[name] : Json(nullptr);
}

}  // namespace stiffbench
