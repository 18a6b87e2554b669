#include "harness/estimates/costs.hpp"

#include "base/cache.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/hash.hpp"
#include "base/paths.hpp"
#include "base/text/read_number.hpp"
#include "harness/io/schema.hpp"

#include <fmt/format.h>

#include <cmath>
#include <ctime>
#include <filesystem>
#include <set>

namespace stiffbench {
namespace {

namespace fs = std::filesystem;

fs::path shipped_file() { return data_path("results/costs.json"); }
fs::path kept_file() { return cache_directory() / "costs.json"; }

constexpr const char* layout = "stiffbench.costs/2";

Json empty_costs() {
  return {{"schema", layout}, {"families", Json::object()}, {"experiments", Json::object()}};
}

/// Reads the costs of a file; returns none if it is missing or of another version. A damaged file
/// is ignored with one note, because estimates are not results.
Json read_costs(const fs::path& file) {
  if (!fs::exists(file)) return empty_costs();
  try {
    Json costs = read_json(file);
    if (costs.is_object() && costs.value("schema", Json()) != layout) return empty_costs();
    validate(costs, "costs", file.string());
    return costs;
  } catch (const Error& error) {
    static std::set<fs::path> noted;
    if (noted.insert(file).second)
      fmt::print(stderr, "note: no estimates from {}: {}\n", file.string(), error.what());
    return empty_costs();
  }
}

/// Adds the points of a file to families without points.
void add_points(CostModel& model, const Json& costs) {
  for (const auto& [family, list] : costs["families"].items()) {
    CostModel::Points points;
    for (const Json& point : list)
      points[point[0].get<double>()] = {point[1].get<double>(), point[2].get<double>()};
    if (!model.families().contains(family)) model.add(family, points);
  }
}

/// Hash of the parts of an experiment that determine its work.
std::string work_hash(Json source) {
  for (const char* words : {"title", "remarks", "figures"}) source.erase(words);
  return Hasher().update(source.dump()).hex().substr(0, 16);
}

/// Returns the cost of the experiment in a file, or nothing if it refers to another state of the
/// experiment.
std::optional<CostSum> find_experiment(const Json& costs, const Json& source) {
  const std::string name = source["name"];
  if (!costs["experiments"].contains(name)) return std::nullopt;
  const Json& entry = costs["experiments"][name];
  if (entry["of"] != work_hash(source)) return std::nullopt;
  return CostSum{entry["alone"].get<double>(), entry["beside"].get<double>(),
                 entry["longest"].get<double>(), entry["rough"].get<bool>()};
}

/// Formats one line per family and experiment.
std::string text_of(const Json& costs) {
  std::string text = "{\n" + fmt::format("\"schema\": {}", costs["schema"].dump());
  for (const char* part : {"families", "experiments"}) {
    text += fmt::format(",\n\"{}\": {{", part);
    const char* separator = "\n";
    for (const auto& [name, value] : costs[part].items()) {
      text += fmt::format("{}  {}: {}", separator, Json(name).dump(), value.dump());
      separator = ",\n";
    }
    text += "\n}";
  }
  return text + "\n}\n";
}

}  // namespace

double processor_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

KeptCosts::KeptCosts() : shipped_(read_costs(shipped_file())), own_(read_costs(kept_file())) {}

CostModel costs_of_program() {
  CostModel model;
  add_points(model, read_costs(shipped_file()));
  return model;
}

CostModel KeptCosts::model() const {
  CostModel model;
  add_points(model, own_);
  add_points(model, shipped_);
  return model;
}

std::optional<CostSum> KeptCosts::experiment(const Json& source) const {
  const auto own = find_experiment(own_, source), shipped = find_experiment(shipped_, source);
  return own && (!own->is_rough || !shipped) ? own : shipped;
}

void KeptCosts::keep(const CostModel& model, const Json& source,
                     const std::optional<CostSum>& whole) {
  Json costs = read_costs(kept_file());
  for (const auto& [family, points] : model.families()) {
    // One point per power of two keeps the file small.
    std::map<double, Json> earlier;
    for (const auto& [size, value] : points)
      earlier[std::round(std::log2(size))] = {rounded(size, 3), rounded(value.start, 3),
                                              rounded(value.rest, 3)};
    Json list = Json::array();
    for (auto& [power, point] : earlier) list.push_back(point);
    costs["families"][family] = list;
  }
  if (whole)
    costs["experiments"][source["name"].get<std::string>()] = {
        {"of", work_hash(source)},
        {"alone", rounded(whole->alone, 3)},
        {"beside", rounded(whole->beside, 3)},
        {"longest", rounded(whole->longest, 3)},
        {"rough", whole->is_rough}};
  try {
    write_atomically(kept_file(), text_of(costs));
  } catch (const Error& error) {
    fmt::print(stderr, "note: later estimates do not know these costs: {}\n", error.what());
  }
}

}  // namespace stiffbench
