#include "harness/records/record.hpp"

#include "base/error.hpp"

#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace stiffbench {
namespace {

std::string text_from(const Json& json) { return json.is_null() ? "" : json.get<std::string>(); }

double number_from(const Json& json) {
  return json.is_null() ? std::numeric_limits<double>::quiet_NaN() : json.get<double>();
}

/// Parses an integer of a record. A fraction and a number out of range are Errors, because the
/// library would convert them silently.
template <class Whole = long>
Whole whole_from(const Json& json) {
  const bool fits = json.is_number_unsigned() ? std::in_range<Whole>(json.get<std::uint64_t>())
                                              : json.is_number_integer() &&
                                                    std::in_range<Whole>(json.get<std::int64_t>());
  if (fits) return json.get<Whole>();
  throw Error("counts of a record are whole numbers", json.dump(), "run the experiment again");
}

template <class T>
std::optional<T> optional_from(const Json& json) {
  if (json.is_null()) return std::nullopt;
  if constexpr (std::is_integral_v<T>)
    return whole_from<T>(json);
  else
    return json.get<T>();
}

/// Converts the value with `part`, or returns null if there is none.
template <class T, class Part>
Json part_or_null(const std::optional<T>& value, Part part) {
  return value ? part(*value) : Json(nullptr);
}
template <class Part>
auto optional_part(const Json& json, const char* name, Part part)
    -> std::optional<decltype(part(json))> {
  if (!json.contains(name) || json[name].is_null()) return std::nullopt;
  return part(json[name]);
}

ErrorMeasures measures_from(const Json& json) {
  const Json &position = json.at("position"), &velocity = json.at("velocity");
  return {number_from(position.at("max")),   number_from(position.at("l2_relative")),
          number_from(velocity.at("max")),   number_from(velocity.at("l2_relative")),
          number_from(json.at("state_max")), number_from(json.at("energy_norm_relative"))};
}

Json error_part(const RunError& error) {
  Json json{{"reference", text_or_null(error.reference)}, {"digits", value_or_null(error.digits)}};
  json["floor"] =
      part_or_null(error.floor, [](const ErrorMeasures& floor) { return to_json(floor); });
  json.update(to_json(error.measures));
  if (!error.pointwise.empty()) json["pointwise"] = error.pointwise;
  for (const auto& [name, output] : error.outputs)
    json["outputs"][name] = {{"reference", output.reference},
                             {"difference", finite_or_null(output.difference)},
                             {"floor", finite_or_null(output.floor)}};
  return json;
}

RunError error_from(const Json& json) {
  RunError error{.reference = text_from(json.at("reference")),
                 .digits = optional_from<double>(json.at("digits")),
                 .floor = optional_part(json, "floor", measures_from),
                 .measures = measures_from(json),
                 .pointwise = json.value("pointwise", "")};
  const Json outputs = json.value("outputs", Json::object());
  for (const auto& [name, output] : outputs.items())
    error.outputs[name] = {number_from(output.at("reference")),
                           number_from(output.at("difference")), number_from(output.at("floor"))};
  return error;
}

Json energy_part(const EnergySummary& energy) {
  Json json{{"initial", energy.initial},
            {"final", energy.final},
            {"max_drift", energy.max_drift},
            {"rms_drift", energy.rms_drift},
            {"slope", energy.slope}};
  if (!energy.series_t.empty())
    json["series"] = {{"t", energy.series_t}, {"drift", energy.series_drift}};
  return json;
}

EnergySummary energy_from(const Json& json) {
  EnergySummary energy{json.at("initial"),
                       json.at("final"),
                       json.at("max_drift"),
                       json.at("rms_drift"),
                       json.at("slope"),
                       {},
                       {}};
  if (json.contains("series")) {
    json["series"].at("t").get_to(energy.series_t);
    json["series"].at("drift").get_to(energy.series_drift);
  }
  return energy;
}

/// Outputs as JSON; numbers that are not finite become null.
Json outputs_part(const Settings& outputs) {
  Json json = Json::object();
  for (const auto& [name, value] : outputs) {
    const auto* number = std::get_if<double>(&value);
    json[name] = number ? finite_or_null(*number) : to_json(value);
  }
  return json;
}

Settings outputs_from(const Json& json) {
  Json numbers = Json::object();
  Settings outputs;
  for (const auto& [name, value] : json.items())
    if (value.is_null())
      outputs[name] = std::numeric_limits<double>::quiet_NaN();
    else
      numbers[name] = value;
  outputs.merge(settings_from_json("a record's outputs", numbers));
  return outputs;
}

Json work_part(const Work& work) {
  Json json;
  Work::each(work, [&](const char* name, long count) { json[name] = count; });
  return json;
}

Work work_from(const Json& json) {
  Work work;
  Work::each(work,
             [&](const char* name, long& count) { count = whole_from(json.value(name, Json(0))); });
  return work;
}

Json runtime_part(const Runtime& runtime) {
  Json json{{"unit", "s"},
            {"setup", runtime.setup},
            {"samples", runtime.samples},
            {"median", runtime.median},
            {"mad", runtime.mad}};
  if (runtime.pinned_core) json["pinned_core"] = *runtime.pinned_core;
  return json;
}

Runtime runtime_from(const Json& json) {
  return {json.at("setup"), json.at("samples"), json.at("median"), json.at("mad"),
          optional_from<long>(json.value("pinned_core", Json()))};
}

Json state_part(const State& u) {
  const auto entries = [](const Vec& v) { return std::vector<double>(v.begin(), v.end()); };
  return {{"t", u.t}, {"x", entries(u.x)}, {"v", entries(u.v)}};
}

State state_from(const Json& json) {
  const auto vector = [](const Json& entries) {
    const auto numbers = entries.get<std::vector<double>>();
    return Vec(Vec::Map(numbers.data(), static_cast<Eigen::Index>(numbers.size())));
  };
  return {json.at("t"), vector(json.at("x")), vector(json.at("v"))};
}

/// Writes the fields of every record, without its environment.
void put_measured(Json& json, const RunResult& result) {
  json["status"] = to_string(result.status);
  json["error"] = part_or_null(result.error, error_part);
  json["energy"] = part_or_null(result.energy, energy_part);
  json["work"] = part_or_null(result.work, work_part);
  json["memory"] = part_or_null(result.peak_bytes, [](long peak) {
    return Json{{"peak_bytes", peak}};
  });
  json["runtime"] = part_or_null(result.runtime, runtime_part);
}

/// Writes the optional fields.
void put_optional(Json& json, const RunResult& result) {
  if (result.status != Status::ok)
    json["reason"] = result.reason.empty() ? "the integrator gave no reason" : result.reason;
  if (result.outputs) json["outputs"] = outputs_part(*result.outputs);
  if (result.final) json["final"] = state_part(*result.final);
}

RunResult measured_from(const Json& json) {
  return {.status = status_from(json.at("status")),
          .reason = json.value("reason", ""),
          .error = optional_part(json, "error", error_from),
          .energy = optional_part(json, "energy", energy_from),
          .outputs = optional_part(json, "outputs", outputs_from),
          .work = optional_part(json, "work", work_from),
          .peak_bytes = optional_part(
              json, "memory", [](const Json& part) { return whole_from(part.at("peak_bytes")); }),
          .runtime = optional_part(json, "runtime", runtime_from),
          .final = optional_part(json, "final", state_from)};
}

PerturbedStart start_from(const Json& json) {
  return {whole_from(json.at("index")), json.at("perturbation")};
}

template <class Entry>
Json name_part(const Entry& entry) {
  Json json{{"name", entry.name}};
  if (!entry.title.empty()) json["title"] = entry.title;
  json["parameters"] = to_json(entry.parameters);
  return json;
}

Json problem_part(const Record::ProblemPart& problem) {
  Json json = name_part(problem);
  json["dof"] = problem.dof;
  json["hash"] = problem.hash;
  return json;
}

Json integrator_part(const Record& record) {
  Json json = name_part(record.integrator);
  if (!record.integrator.automatic.empty())
    json["automatic"] = to_json(record.integrator.automatic);
  json["order"] = value_or_null(record.integrator.order);
  json["doi"] = text_or_null(record.integrator.doi);
  if (!record.result.reported.empty()) json["reported"] = to_json(record.result.reported);
  return json;
}

}  // namespace

std::vector<double> Runtime::totals() const {
  std::vector<double> all = samples;
  for (double& seconds : all) seconds += setup;
  return all;
}

Settings requested_parameters(const Record& record) {
  Settings parameters = record.integrator.automatic;
  parameters.merge(Settings(record.integrator.parameters));
  return parameters;
}

Status status_from(const std::string& word) {
  const auto names = names_of(Status{});
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == word) return static_cast<Status>(i);
  throw Error("a status must be one that a run can end with", "'" + word + "'",
              "run the experiment again with this version");
}

Json to_json(const ErrorMeasures& e) {
  const auto pair = [](double max, double relative) {
    return Json{{"max", finite_or_null(max)}, {"l2_relative", finite_or_null(relative)}};
  };
  return {{"position", pair(e.position_max, e.position_l2_relative)},
          {"velocity", pair(e.velocity_max, e.velocity_l2_relative)},
          {"state_max", finite_or_null(e.state_max)},
          {"energy_norm_relative", finite_or_null(e.energy_norm_relative)}};
}

Json to_json(const RunResult& result) {
  Json json;
  put_measured(json, result);
  put_optional(json, result);
  json["count"] = result.count;
  json["resolved"] = to_json(result.resolved);
  json["reported"] = to_json(result.reported);
  return json;
}

RunResult run_result_from_json(const Json& json) {
  RunResult result = measured_from(json);
  result.count = whole_from(json.at("count"));
  result.resolved = settings_from_json("a result's parameters", json.at("resolved"));
  result.reported = settings_from_json("a result's report", json.at("reported"));
  return result;
}

Json to_json(const Record& record) {
  Json json{{"schema", "stiffbench.record/1"}, {"id", record.id}};
  json["problem"] = problem_part(record.problem);
  json["integrator"] = integrator_part(record);
  json["step"] = {{"h", value_or_null(record.h)},
                  {"tolerance", value_or_null(record.tolerance)},
                  {"count", value_or_null(record.count)}};
  if (record.start)
    json["start"] = {{"index", record.start->index}, {"perturbation", record.start->perturbation}};
  json["checkpoints"] = record.checkpoints;
  json["threads"] = record.threads;
  if (record.tuning) json["tuning"] = to_json(*record.tuning);
  put_measured(json, record.result);
  if (record.code) json["code"] = to_json(*record.code);
  json["environment"] = record.environment;
  put_optional(json, record.result);
  return json;
}

Record record_from_json(const Json& json) {
  const Json &problem = json.at("problem"), &integrator = json.at("integrator"),
             &step = json.at("step");
  Record record{
      .id = json.at("id"),
      .problem = {problem.at("name"), problem.value("title", ""),
                  settings_from_json("a record's problem", problem.at("parameters")),
                  whole_from(problem.at("dof")), problem.at("hash")},
      .integrator = {integrator.at("name"), integrator.value("title", ""),
                     settings_from_json("a record's integrator", integrator.at("parameters")),
                     settings_from_json("a record's integrator",
                                        integrator.value("automatic", Json::object())),
                     optional_from<int>(integrator.at("order")), text_from(integrator.at("doi"))},
      .h = optional_from<double>(step.at("h")),
      .tolerance = optional_from<double>(step.at("tolerance")),
      .count = optional_from<long>(step.at("count")),
      .checkpoints = whole_from(json.at("checkpoints")),
      .threads = whole_from(json.value("threads", Json(1))),
      .result = measured_from(json),
      .code = optional_part(json, "code", code_from_json),
      .environment = json.at("environment").get_ref<const Json::object_t&>(),
      .start = optional_part(json, "start", start_from),
      .tuning = optional_part(json, "tuning", tuning_from_json)};
  record.result.count = record.count.value_or(0);
  record.result.reported =
      settings_from_json("a record's integrator", integrator.value("reported", Json::object()));
  return record;
}

}  // namespace stiffbench
