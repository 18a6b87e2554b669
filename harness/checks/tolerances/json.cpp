#include "harness/checks/tolerances/tolerances.hpp"

#include <algorithm>

namespace stiffbench::tolerances {
namespace {

double number_or_nan(const Json& json) { return json.is_null() ? NAN : json.get<double>(); }

template <Choice E>
E choice_of(const Json& json) {
  const auto names = names_of(E{});
  return static_cast<E>(std::ranges::find(names, json.get<std::string>()) - names.begin());
}

Json run_json(const MeasuredRun& run) {
  Json work = Json::object();
  Work::each(run.work, [&](const char* name, long count) {
    if (count > 0) work[name] = count;
  });
  return {{"status", to_string(run.status)},
          {"reason", text_or_null(run.reason)},
          {"error", finite_or_null(run.error)},
          {"steps", run.steps},
          {"rejected", value_or_null(run.rejected)},
          {"effort", effort_of(run.work)},
          {"work", std::move(work)}};
}

MeasuredRun run_from_json(const Json& json) {
  MeasuredRun run{.status = choice_of<Status>(json.at("status")),
                  .reason = json.at("reason").is_null() ? "" : json["reason"].get<std::string>(),
                  .error = number_or_nan(json.at("error")),
                  .steps = json.at("steps")};
  if (!json.at("rejected").is_null()) run.rejected = json["rejected"].get<long>();
  Work::each(run.work,
             [&](const char* name, long& count) { count = json.at("work").value(name, 0L); });
  return run;
}

/// Returns a run with the number to which it belongs in front.
Json numbered_run(const char* name, double number, const MeasuredRun& run) {
  Json entry = Json::object();
  entry[name] = number;
  entry.update(run_json(run));
  return entry;
}

}  // namespace

Json to_json(const ToleranceCheck& check) {
  Json runs = Json::array(), firsts = Json::array(), efforts = Json::array(),
       missed = Json::array();
  for (const auto& [rtol, end] : check.runs) runs.push_back(numbered_run("rtol", rtol, end));
  for (const auto& [factor, end] : check.other_firsts)
    firsts.push_back(numbered_run("factor", factor, end));
  for (const auto& [rtol, ratio] : check.efforts)
    efforts.push_back({{"rtol", rtol}, {"ratio", ratio}});
  for (const Requirement one : check.missed) missed.push_back(name_of(one));
  return {{"integrator", check.integrator},
          {"problem", check.problem},
          {"status", to_string(check.status)},
          {"reason", text_or_null(check.reason)},
          {"floor", check.floor},
          {"largest_ratio", finite_or_null(check.largest_ratio)},
          {"largest_per_step", finite_or_null(check.largest_per_step)},
          {"slope", finite_or_null(check.slope)},
          {"largest_error_after_first", finite_or_null(check.largest_error_after_first)},
          {"largest_trials_after_first", finite_or_null(check.largest_trials_after_first)},
          {"median_effort", finite_or_null(check.median_effort)},
          {"largest_effort", finite_or_null(check.largest_effort)},
          {"missed", std::move(missed)},
          {"runs", std::move(runs)},
          {"usual_first", check.usual_first ? run_json(*check.usual_first) : Json(nullptr)},
          {"other_firsts", std::move(firsts)},
          {"has_fixed_steps", check.has_fixed_steps},
          {"efforts", std::move(efforts)}};
}

ToleranceCheck tolerance_check_from_json(const Json& json) {
  ToleranceCheck check{.integrator = json.at("integrator"), .problem = json.at("problem")};
  check.status = choice_of<Status>(json.at("status"));
  if (!json.at("reason").is_null()) check.reason = json["reason"];
  check.floor = json.at("floor");
  for (const Json& one : json.at("runs"))
    check.runs.push_back({one.at("rtol"), run_from_json(one)});
  if (!json.at("usual_first").is_null()) check.usual_first = run_from_json(json["usual_first"]);
  for (const Json& one : json.at("other_firsts"))
    check.other_firsts.push_back({one.at("factor"), run_from_json(one)});
  check.has_fixed_steps = json.at("has_fixed_steps");
  for (const Json& one : json.at("efforts"))
    check.efforts.push_back({one.at("rtol"), one.at("ratio")});
  check.largest_ratio = number_or_nan(json.at("largest_ratio"));
  check.largest_per_step = number_or_nan(json.at("largest_per_step"));
  check.slope = number_or_nan(json.at("slope"));
  check.largest_error_after_first = number_or_nan(json.at("largest_error_after_first"));
  check.largest_trials_after_first = number_or_nan(json.at("largest_trials_after_first"));
  check.median_effort = number_or_nan(json.at("median_effort"));
  check.largest_effort = number_or_nan(json.at("largest_effort"));
  for (const Json& one : json.at("missed")) check.missed.push_back(choice_of<Requirement>(one));
  return check;
}

}  // namespace stiffbench::tolerances
