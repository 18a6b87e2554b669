#include "harness/run/record.hpp"

#include "base/hash.hpp"
#include "harness/run/environment.hpp"

namespace stiffbench {
namespace {

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

std::vector<double> entries(const Vec& v) { return {v.begin(), v.end()}; }

Settings all_settings(const AnyIntegrator& integrator) {
  Settings settings;
  for (auto& parameter : integrator.parameters()) settings[parameter.name] = parameter.value;
  return settings;
}

Json describe_problem(const RunPlan& plan, const std::string& hash) {
  const Problem& problem = *plan.problem;
  Json json{{"name", problem.name()}};
  if (!plan.request.problem_label.empty()) json["title"] = plan.request.problem_label;
  json["parameters"] = to_json(problem.parameters());
  json["dof"] = problem.dof();
  json["hash"] = hash;
  return json;
}

Json describe_integrator(const RunPlan& plan) {
  const Facts facts = plan.integrator.facts();
  Json json{{"name", facts.name}};
  if (!plan.request.integrator_label.empty()) json["title"] = plan.request.integrator_label;
  json["parameters"] = to_json(all_settings(plan.integrator));
  const int order = plan.unfit.empty() ? plan.integrator.order(*plan.problem) : 0;
  json["order"] = order > 0 ? Json(order) : Json(nullptr);
  json["doi"] = text_or_null(facts.doi);
  return json;
}

/// A number that there is not is null.
Json describe_outputs(const Settings& outputs) {
  Json json;
  for (auto& [name, value] : outputs) {
    const auto* number = std::get_if<double>(&value);
    json[name] = number ? finite_or_null(*number) : to_json(value);
  }
  return json;
}

Json describe_energy(const EnergySummary& energy) {
  Json json{{"initial", energy.initial},
            {"final", energy.final},
            {"max_drift", energy.max_drift},
            {"rms_drift", energy.rms_drift},
            {"slope", energy.slope}};
  if (!energy.series_t.empty())
    json["series"] = {{"t", energy.series_t}, {"drift", energy.series_drift}};
  return json;
}

}  // namespace

std::string run_identity(const RunPlan& plan, const std::string& problem_hash,
                         const std::string& judge) {
  const RunRequest& request = plan.request;
  Hasher hasher;
  hasher.update(STIFFBENCH_VERSION).update(problem_hash).update(judge).update(request.integrator);
  hasher.update(to_json(all_settings(plan.integrator)).dump());
  hasher.update(request.problem_label).update(request.integrator_label);
  hasher.update(plan.h).update(plan.count).update(request.checkpoints);
  hasher.update(request.energy_series).update(request.repeats).update(request.keep_final);
  return hasher.hex();
}

Json begin_record(const RunPlan& plan, const std::string& problem_hash, const std::string& judge) {
  const bool adaptive = plan.integrator.adaptive();
  Json record{{"schema", "stiffbench.record/1"}};
  record["id"] = run_identity(plan, problem_hash, judge);
  record["problem"] = describe_problem(plan, problem_hash);
  record["integrator"] = describe_integrator(plan);
  record["step"] = {{"h", adaptive ? Json(nullptr) : Json(plan.h)},
                    {"tolerance", adaptive ? Json(*plan.request.tolerance) : Json(nullptr)},
                    {"count", adaptive ? Json(nullptr) : Json(plan.count)}};
  record["checkpoints"] = plan.request.checkpoints;
  record["status"] = "ok";
  for (auto* name : {"error", "energy", "work", "memory", "runtime"}) record[name] = nullptr;
  record["environment"] = environment();
  return record;
}

void put_failure(Json& record, Status status, const std::string& reason) {
  record["status"] = to_string(status);
  record["reason"] = reason.empty() ? "the integrator gave no reason" : reason;
}

void put_observed(Json& record, const RunPlan& plan, const Observed& seen) {
  if (seen.status != Status::ok) put_failure(record, seen.status, seen.reason);
  record["integrator"]["parameters"].update(to_json(seen.resolved));
  if (plan.integrator.adaptive()) record["step"]["count"] = seen.count;
  if (seen.energy) record["energy"] = describe_energy(*seen.energy);
  if (seen.outputs) record["outputs"] = describe_outputs(*seen.outputs);
  Json work;
  Work::each(seen.work, [&](const char* name, long count) { work[name] = count; });
  record["work"] = std::move(work);
  if (!seen.reported.empty()) record["integrator"]["reported"] = to_json(seen.reported);
  if (plan.request.keep_final && seen.status == Status::ok) {
    const State& last = seen.checkpoints.back();
    record["final"] = {{"t", last.t}, {"x", entries(last.x)}, {"v", entries(last.v)}};
  }
}

void put_memory(Json& record, long peak) { record["memory"] = {{"peak_bytes", peak}}; }

void put_runtime(Json& record, const std::vector<Sample>& samples) {
  std::vector<double> setups, steppings;
  for (auto& sample : samples) {
    setups.push_back(sample.setup);
    steppings.push_back(sample.stepping);
  }
  record["runtime"] = {{"unit", "s"},
                       {"setup", median(setups)},
                       {"samples", steppings},
                       {"median", median(steppings)},
                       {"mad", median_deviation(steppings)}};
}

}  // namespace stiffbench
