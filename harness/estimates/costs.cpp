#include "harness/estimates/costs.hpp"

#include "base/cache.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/hash.hpp"
#include "base/paths.hpp"
#include "base/text/read_number.hpp"
#include "harness/io/experiment_words.hpp"
#include "harness/io/schema.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <set>

namespace stiffbench {
namespace {

namespace fs = std::filesystem;

fs::path own_file() { return cache_directory() / "costs.json"; }

constexpr const char* layout = "stiffbench.costs/3";

/// Reads the costs of a file; returns none if it is missing or of another version. A damaged file
/// is ignored with one note, because estimates are not results.
Json read_costs(const fs::path& file) {
  const Json none{{"schema", layout}, {"experiments", Json::object()}};
  if (!fs::exists(file)) return none;
  try {
    Json costs = read_json(file);
    if (costs.is_object() && costs.value("schema", Json()) != layout) return none;
    validate(costs, "costs", file.string());
    return costs;
  } catch (const Error& error) {
    static std::set<fs::path> noted;
    if (noted.insert(file).second)
      fmt::print(stderr, "note: no estimates from {}: {}\n", file.string(), error.what());
    return none;
  }
}

/// Hash of the parts of an experiment that determine its work.
std::string work_hash(const Json& source) {
  return Hasher().update(without_words(source).dump()).hex().substr(0, 16);
}

/// Returns the cost of the experiment in a file, or nothing if it refers to another state of it.
std::optional<CostSum> find_experiment(const Json& costs, const Json& source) {
  const auto entry = costs["experiments"].find(source["name"].get<std::string>());
  if (entry == costs["experiments"].end() || (*entry)["of"] != work_hash(source))
    return std::nullopt;
  return CostSum{(*entry)["alone"], (*entry)["beside"], (*entry)["longest"], (*entry)["rough"]};
}

/// Formats one line per experiment.
std::string text_of(const Json& costs) {
  std::string text =
      fmt::format("{{\n\"schema\": {},\n\"experiments\": {{", costs["schema"].dump());
  const char* separator = "\n";
  for (const auto& [name, value] : costs["experiments"].items()) {
    text += fmt::format("{}  {}: {}", separator, Json(name).dump(), value.dump());
    separator = ",\n";
  }
  return text + "\n}\n}\n";
}

}  // namespace

std::optional<CostSum> recorded_cost(const Json& source) {
  const auto own = own_cost(source);
  if (own && !own->is_rough) return own;
  const auto other = shipped_cost(source);
  return other ? other : own;
}

std::optional<CostSum> own_cost(const Json& source) {
  return find_experiment(read_costs(own_file()), source);
}

std::optional<CostSum> shipped_cost(const Json& source) {
  static const Json shipped = read_costs(data_path("results/costs.json"));
  return find_experiment(shipped, source);
}

void record_cost(const Json& source, const CostSum& whole) {
  Json costs = read_costs(own_file());
  costs["experiments"][source["name"].get<std::string>()] = {{"of", work_hash(source)},
                                                             {"alone", rounded(whole.alone, 3)},
                                                             {"beside", rounded(whole.beside, 3)},
                                                             {"longest", rounded(whole.longest, 3)},
                                                             {"rough", whole.is_rough}};
  try {
    write_atomically(own_file(), text_of(costs));
  } catch (const Error& error) {
    fmt::print(stderr, "note: later estimates do not know these costs: {}\n", error.what());
  }
}

}  // namespace stiffbench
