#include "harness/estimates/costs.hpp"

#include "base/cache.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/paths.hpp"
#include "base/system/stopwatch.hpp"
#include "harness/io/schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <limits>

namespace stiffbench {
namespace {

namespace fs = std::filesystem;

fs::path shipped_file() { return data_path("results/costs.json"); }
fs::path kept_file() { return cache_directory() / "costs.json"; }

/// Steps of an oscillator by velocity Verlet: additions and multiplications that wait for each
/// other, as in the runs themselves.
double oscillate() {
  double x = 1, v = 0;
  for (int i = 0; i < 1'000'000; ++i) {
    v -= 1e-3 * x;
    x += 1e-3 * v;
  }
  return x;
}

Json empty_costs() {
  return {{"schema", "stiffbench.costs/1"},
          {"families", Json::object()},
          {"experiments", Json::object()}};
}

/// The costs of a file; none where it is missing. A file of another form is left out with a note:
/// estimates are no results, and nothing waits for them.
Json read_costs(const fs::path& file) {
  if (!fs::exists(file)) return empty_costs();
  try {
    Json costs = read_json(file);
    validate(costs, "costs", file.string());
    return costs;
  } catch (const Error& error) {
    fmt::print(stderr, "note: no estimates from {}: {}\n", file.string(), error.what());
    return empty_costs();
  }
}

/// The points of a file, with a probe of this length.
CostModel model_of(const Json& costs, double probe) {
  CostModel model;
  for (const auto& [family, list] : costs["families"].items()) {
    CostModel::Points points;
    for (const Json& point : list)
      points[point[0].get<double>()] = {point[1].get<double>() * probe,
                                        point[2].get<double>() * probe};
    model.add(family, points);
  }
  return model;
}

/// One line for each family and each experiment.
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

double probe_seconds() {
  static const double shortest = [] {
    double best = std::numeric_limits<double>::infinity(), best_wall = best;
    for (int i = 0; i < 7; ++i) {
      const double before = processor_seconds();
      const Stopwatch wall;
      [[maybe_unused]] volatile const double result = oscillate();
      best_wall = std::min(best_wall, wall.seconds());
      best = std::min(best, processor_seconds() - before);
    }
    // Under a limit of processor time (ulimit -t) its clock ticks, and a probe may take no time.
    return best > 0 ? best : best_wall;
  }();
  return shortest;
}

KeptCosts::KeptCosts() : costs_(read_costs(shipped_file())) {
  const Json own = read_costs(kept_file());
  for (const char* part : {"families", "experiments"}) costs_[part].update(own[part]);
}

CostModel costs_of_program() { return model_of(read_costs(shipped_file()), 1); }

CostModel KeptCosts::model() const { return model_of(costs_, probe_seconds()); }

std::optional<ExperimentCost> KeptCosts::experiment(const std::string& name) const {
  const Json& all = costs_["experiments"];
  if (!all.contains(name)) return std::nullopt;
  return ExperimentCost{all[name]["alone"].get<double>() * probe_seconds(),
                        all[name]["beside"].get<double>() * probe_seconds()};
}

void KeptCosts::keep(const CostModel& model, const std::string& experiment,
                     const std::optional<ExperimentCost>& expense) {
  const auto rounded = [](double value) { return std::stod(fmt::format("{:.3g}", value)); };
  const auto in_probes = [&](double seconds) { return rounded(seconds / probe_seconds()); };
  Json costs = read_costs(kept_file());
  for (const auto& [family, points] : model.families()) {
    // One point for each power of two keeps the file small.
    std::map<double, Json> earlier;
    for (const auto& [size, value] : points)
      earlier[std::round(std::log2(size))] = {rounded(size), in_probes(value.start),
                                              in_probes(value.rest)};
    Json list = Json::array();
    for (auto& [power, point] : earlier) list.push_back(point);
    costs["families"][family] = list;
  }
  if (expense)
    costs["experiments"][experiment] = {{"alone", in_probes(expense->alone)},
                                        {"beside", in_probes(expense->beside)}};
  write_atomically(kept_file(), text_of(costs));
}

}  // namespace stiffbench
