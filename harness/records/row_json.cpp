// Writes rows as JSON for figures and other programs.

#include "harness/records/code/interpreted.hpp"
#include "harness/records/labels.hpp"
#include "harness/records/rows.hpp"
#include "harness/records/tables/ranking.hpp"

#include <algorithm>

namespace stiffbench {
namespace {

Json failure_part(Status status) {
  if (status == Status::ok) return nullptr;
  const std::string sign = sign_of(status);
  std::string words(to_string(status));
  std::ranges::replace(words, '_', ' ');
  return {{"sign", sign}, {"label", sign + "  " + words}};
}

Json units_part(const std::string& problem) {
  const auto units = units_of(problem);
  if (!units) return nullptr;
  return {{"length", units->length}, {"mass", units->mass}, {"time", units->time}};
}

const Json& no_measures() {
  static const Json nulls{{"position", {{"max", nullptr}, {"l2_relative", nullptr}}},
                          {"velocity", {{"max", nullptr}, {"l2_relative", nullptr}}},
                          {"state_max", nullptr},
                          {"energy_norm_relative", nullptr}};
  return nulls;
}

Json no_error() {
  Json json{{"reference", nullptr}, {"digits", nullptr}, {"floor", no_measures()}};
  json.update(no_measures());
  return json;
}

/// For each error measure, states whether it is at most the reference's own error.
Json below_part(const std::optional<RunError>& error) {
  ErrorMeasures e, floor;
  if (error) e = error->measures;
  const bool has_floor = error && error->floor;
  if (has_floor) floor = *error->floor;
  const auto below = [&](double ErrorMeasures::*part) {
    return has_floor && e.*part <= floor.*part;
  };
  return {{"position", below(&ErrorMeasures::position_l2_relative)},
          {"velocity", below(&ErrorMeasures::velocity_l2_relative)},
          {"state_max", below(&ErrorMeasures::state_max)},
          {"energy_norm", below(&ErrorMeasures::energy_norm_relative)}};
}

void fill(Json& json, const char* name, const Json& nothing) {
  if (!json.contains(name) || json[name].is_null()) json[name] = nothing;
}

/// Sets absent entries to nulls, so that a figure specification can use every path in every row,
/// for example datum.error.floor.state_max.
void fill_absent(Json& json) {
  const Json none = nullptr;
  fill(json, "error", no_error());
  fill(json["error"], "floor", no_measures());
  fill(json["error"], "outputs", Json::object());
  fill(json, "outputs", Json::object());
  fill(json, "energy",
       {{"initial", none},
        {"final", none},
        {"max_drift", none},
        {"rms_drift", none},
        {"slope", none}});
  fill(json["energy"], "series", none);
  fill(json, "work", Json::object());
  fill(json, "memory", {{"peak_bytes", none}});
  fill(json, "runtime",
       {{"unit", "s"},
        {"setup", none},
        {"samples", Json::array()},
        {"median", none},
        {"mad", none}});
  fill(json, "reason", none);
  fill(json, "code", none);
  fill(json, "tuning", none);
  fill(json, "start", {{"index", none}, {"perturbation", none}});
}

}  // namespace

Json figure_row(const Row& row) {
  Json json = to_json(row.record);
  json["schema"] = "stiffbench.row/1";
  json.erase("final");
  if (is_interpreted(row.record)) json["runtime"] = nullptr;
  fill_absent(json);
  json["runtime"]["total"] = value_or_null(row.time());
  json["problem"]["label"] = row.problem;
  json["problem"]["rank"] = row.problem_rank;
  json["problem"]["units"] = units_part(row.record.problem.name);
  json["problem"]["weights"] = Json(row.weights);
  json["problem"]["omega_max"] = value_or_null(row.omega_max);
  json["weighted_work"] = value_or_null(row.weighted_work);
  json["family"] = family_json(row.record.integrator.name);
  json["method"] = row.method;
  json["h"] = value_or_null(row.h);
  json["failure"] = failure_part(row.record.result.status);
  json["below_floor"] = below_part(row.record.result.error);
  json["slope"] = value_or_null(row.slope);
  json["asymptotic"] = row.asymptotic;
  json["pareto"] = row.pareto;
  json["cheapest_at"] = row.cheapest_at;
  json["ranks"] = Json::array();
  for (const Rank& rank : row.ranks) json["ranks"].push_back(to_json(rank));
  return json;
}

Json table_row(const Row& row) {
  const Record& record = row.record;
  const RunResult& result = record.result;
  Json json{{"problem", row.problem}, {"integrator", row.method}};
  json["h"] = value_or_null(row.h);
  json["tolerance"] = value_or_null(record.tolerance);
  json["steps"] = value_or_null(record.count);
  json["start"] = record.start ? Json(record.start->index) : Json(nullptr);
  json["status"] = to_string(result.status);
  json["error"] = value_or_null(row.error);
  json["floor"] = value_or_null(row.floor);
  json["below_floor"] = row.below_floor();
  json["slope"] = value_or_null(row.slope);
  json["asymptotic"] = row.slope ? Json(row.asymptotic) : Json(nullptr);
  json["order"] = record.h ? value_or_null(record.integrator.order) : Json(nullptr);
  json["drift"] = result.energy ? Json(result.energy->max_drift) : Json(nullptr);
  json["time"] = value_or_null(row.time());
  json["tuned_by"] = record.tuning ? value_or_null(record.tuning->speed_up()) : Json(nullptr);
  json["peak_bytes"] = value_or_null(result.peak_bytes);
  json["pareto"] = row.pareto;
  json["most_precise"] = row.most_precise;
  json["cheapest_at"] = row.cheapest_at;
  json["id"] = record.id;
  return json;
}

}  // namespace stiffbench
