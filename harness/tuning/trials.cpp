#include "harness/tuning/trials.hpp"

#include "base/error.hpp"
#include "base/system/stopwatch.hpp"
#include "base/system/use_threads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace stiffbench {
namespace {

constexpr const char *energy_norm = "energy_norm_relative", *position = "position_l2_relative";

double value_in(const ErrorMeasures& measures, const std::string& measure) {
  return measure == energy_norm ? measures.energy_norm_relative : measures.position_l2_relative;
}

/// Returns the positions and velocities of all states as bytes.
std::string bytes_of(const std::vector<State>& states) {
  std::string bytes;
  for (const State& u : states)
    for (const Vec* part : {&u.x, &u.v})
      bytes.append(reinterpret_cast<const char*>(part->data()),
                   static_cast<std::size_t>(part->size()) * sizeof(double));
  return bytes;
}

/// Reads bytes_of() states with so many unknowns.
std::vector<State> states_from(std::string_view bytes, Eigen::Index dof) {
  const std::size_t size = static_cast<std::size_t>(dof) * sizeof(double);
  std::vector<State> states(size > 0 ? bytes.size() / (2 * size) : 0);
  for (State& u : states)
    for (Vec* part : {&u.x, &u.v}) {
      part->resize(dof);
      std::memcpy(part->data(), bytes.data(), size);
      bytes.remove_prefix(size);
    }
  return states;
}

/// Returns the distance of states from those of the control, relative to the true ones.
double distance(const Problem& problem, const std::vector<State>& states,
                const std::vector<State>& control, const std::vector<State>& truth,
                const std::string& measure) {
  std::vector<State> moved = truth;
  for (std::size_t i = 0; i < moved.size(); ++i) {
    moved[i].x += states[i].x - control[i].x;
    moved[i].v += states[i].v - control[i].v;
  }
  return value_in(stiffbench::measure(problem, moved, truth), measure);
}

/// An observed pass on pinned cores.
struct PinnedPass {
  Observation observation;
  Json json;
};

PinnedPass observe_pinned(const RunPlan& plan, const Judge& judge) {
  pin_to_cores(plan.request.threads);
  use_threads(plan.request.threads);
  const Stopwatch pass;
  PinnedPass result{observe_and_judge(plan, judge), {}};
  result.json = pass_json(result.observation, pass.seconds());
  result.json["seconds"] = result.observation.preparation + result.observation.stepping;
  return result;
}

}  // namespace

Trials::Trials(const RunPlan& requested, const Judge& judge, const Limits& limits)
    : requested_(requested), judge_(judge), limits_(limits), limits_of_trial_(limits) {
  for (const auto& parameter : requested.integrator->parameters())
    requested_settings_[parameter.name] = parameter.value;
}

Settings Trials::changes_of(Settings settings) const {
  std::erase_if(settings, [&](const auto& entry) {
    return requested_settings_.at(entry.first) == entry.second;
  });
  return settings;
}

Value Trials::value_of(const Settings& changes, const std::string& name) const {
  const auto own = changes.find(name);
  return own == changes.end() ? requested_settings_.at(name) : own->second;
}

std::optional<RunPlan> Trials::plan_of(const Settings& changes) const {
  try {
    RunPlan plan = with_settings(requested_, changes);
    if (plan.why_not_applicable.empty()) return plan;
  } catch (const Error&) {  // for instance an option without effect with another one
  }
  return std::nullopt;
}

Trials::TrialWithStates Trials::observe_states(const Settings& changes, const Limits& limits) {
  const RunPlan plan = plan_of(changes).value();
  const Stopwatch watch;
  const JobEnd process = isolate(
      [&] {
        const PinnedPass pass = observe_pinned(plan, judge_);
        return pass.json.dump() + "\n" + bytes_of(pass.observation.checkpoints);
      },
      limits);
  const double seconds = watch.seconds();
  if (process.status == Status::not_applicable) {  // refused by init()
    cpu_ += process.cpu;
    return {};
  }
  const std::size_t end = std::min(process.result.find('\n'), process.result.size());
  TrialWithStates result{&add(changes, process, process.result.substr(0, end)), {}, seconds};
  if (result.trial->ok())
    result.states =
        states_from(std::string_view(process.result).substr(end + 1), plan.problem->dof());
  return result;
}

bool Trials::observe_first(const Settings& changes) {
  if (!plan_of(changes)) return false;
  first_ = observe_states(changes, limits_);
  return first_.trial != nullptr;
}

bool Trials::is_out_of_time() const {
  return first_.trial && first_.trial->pass.result.status == Status::timeout;
}

std::string Trials::observe_control(const Settings& changes) {
  Limits limits = limits_;
  if (limits.timeout && !is_out_of_time()) *limits.timeout *= 3;
  const bool is_first = first_.trial && find(changes) == first_.trial && first_.trial->ok();
  TrialWithStates control = is_first ? first_ : observe_states(changes, limits);
  if (!control.trial) return "the integrator refuses the settings of the control";
  Trial& trial = *control.trial;
  const RunResult& result = trial.pass.result;
  if (!trial.ok())
    return fmt::format("the control ends as {}: {}", to_string(result.status), result.reason);
  if (!result.error) return "its error is not known";
  control_ = std::move(control.states);
  trial.difference = 0;
  trial.accepted = control.seconds <= limits_.timeout.value_or(control.seconds);
  limits_of_trial_.timeout = std::max(10., 3 * control.seconds);
  if (limits_.timeout) limit_to(*limits_.timeout);
  if (trial.accepted) limit_beside(control.seconds);
  std::string reason = set_bound(*result.error);
  if (reason.empty() && !is_first) compare_first();
  return reason;
}

void Trials::compare_first() {
  if (!first_.trial || !first_.trial->ok()) return;
  first_.trial->difference =
      distance(*requested_.problem, first_.states, control_, judge_.states(), measure_);
  first_.trial->accepted = *first_.trial->difference <= bound_;
  if (first_.trial->accepted) limit_beside(first_.seconds);
}

void Trials::limit_to(double seconds) {
  limits_of_trial_.timeout = std::min(*limits_of_trial_.timeout, seconds);
}

std::string Trials::set_bound(const RunError& error) {
  measure_ = std::isfinite(error.measures.energy_norm_relative) ? energy_norm : position;
  error_ = value_in(error.measures, measure_);
  if (!std::isfinite(error_)) return "its error is not known";
  const double floor = error.floor ? value_in(*error.floor, measure_) : 0;
  bound_ = std::max(0.1 * error_, std::isfinite(floor) ? floor : 0);
  return "";
}

Trial* Trials::observe(const Settings& changes) {
  const auto [place, is_new] = observed_.try_emplace(to_json(changes).dump(), nullptr);
  if (!is_new) return place->second;
  const auto plan = plan_of(changes);
  if (!plan) return nullptr;
  const Stopwatch watch;
  const JobEnd process = isolate(
      [&] {
        auto [observation, json] = observe_pinned(*plan, judge_);
        if (observation.status == Status::ok)
          json["difference"] = finite_or_null(distance(*plan->problem, observation.checkpoints,
                                                       control_, judge_.states(), measure_));
        return json.dump();
      },
      changes.empty() ? limits_ : limits_of_trial_);
  const double seconds = watch.seconds();
  if (process.status == Status::not_applicable) {  // refused by init()
    cpu_ += process.cpu;
    return nullptr;
  }
  Trial& trial = add(changes, process, process.result);
  trial.accepted = trial.difference && *trial.difference <= bound_;
  if (trial.accepted) limit_beside(seconds);
  return &trial;
}

Trial* Trials::observe_start(const Settings& changes) {
  constexpr double with_fast_start = 1.5;
  const double otherwise = std::exchange(longest_, with_fast_start);
  Trial* trial = observe(changes);
  if (!trial || !trial->accepted)
    longest_ = otherwise;
  else if (trial == first_.trial)
    limit_beside(first_.seconds);
  return trial;
}

const Trial* Trials::find(const Settings& changes) const {
  const auto place = observed_.find(to_json(changes).dump());
  return place == observed_.end() ? nullptr : place->second;
}

Trial& Trials::add(const Settings& changes, const JobEnd& process, const std::string& json) {
  cpu_ += process.cpu;
  Trial& trial = trials_.emplace_back();
  trial.settings = changes;
  trial.pass = read_pass(process, json, requested_.request.threads);
  observed_[to_json(changes).dump()] = &trial;
  if (!trial.ok()) return trial;
  const Json own = Json::parse(json);
  trial.seconds = own["seconds"];
  if (own.contains("difference") && own["difference"].is_number())
    trial.difference = own["difference"].get<double>();
  return trial;
}

double Trials::time(const Trial& trial) {
  const RunPlan plan = plan_of(trial.settings).value();
  const JobEnd process = isolate([&] { return Json(pinned_sample(plan).total()).dump(); }, limits_);
  cpu_ += process.cpu;
  return process.status == Status::ok ? Json::parse(process.result).get<double>()
                                      : std::numeric_limits<double>::infinity();
}

}  // namespace stiffbench
