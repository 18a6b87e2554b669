#include "harness/run/run.hpp"

#include "base/system/stopwatch.hpp"
#include "harness/run/environment.hpp"
#include "harness/run/initial_state.hpp"
#include "harness/run/run_record.hpp"

#include <algorithm>
#include <cmath>

namespace stiffbench {
namespace {

/// Runs the observed pass. A perturbed start may be infeasible although the problem's own is not.
Observation observe_from_start(const RunPlan& plan) {
  if (!plan.start || std::isfinite(plan.problem->potential(initial_state(plan))))
    return observe(plan);
  Observation nothing;
  nothing.status = Status::infeasible;
  nothing.reason = "the potential is not finite at the perturbed start";
  return nothing;
}

/// Returns the result of the observed pass with its error, as JSON, and the fractions of its loop
/// and its steps. The process of that pass calls this function.
Json observe_and_judge(const RunPlan& plan, const Judge& judge) {
  use_threads(plan.request.threads);
  const Stopwatch pass;
  Observation observation = observe_from_start(plan);
  if (observation.status == Status::ok) {
    observation.error = judge.error(*plan.problem, observation);
    if (plan.request.keep_final) observation.final = observation.checkpoints.back();
  }
  Json json = to_json(observation);
  // Fractions of the pass, because other programs stretch its times.
  json["loop"] = observation.loop / pass.seconds();
  json["stepping"] = observation.stepping / pass.seconds();
  return json;
}

}  // namespace

Run::Run(const RunPlan& plan, const std::string& problem_hash, const Judge& judge, Json conditions)
    : plan_(&plan),
      judge_(&judge),
      problem_hash_(problem_hash),
      id_(run_identity(plan, problem_hash, judge.identity())),
      conditions_(std::move(conditions)) {}

bool Run::finished() const { return observed() && samples_left() == 0; }

long Run::samples_left() const {
  if (observed() && status_ != Status::ok) return 0;
  return std::max(0L, plan_->request.repeats - static_cast<long>(samples_.size()));
}

void Run::advance(const Limits& limits) {
  if (!plan_->why_not_applicable.empty())
    end(Status::not_applicable, plan_->why_not_applicable);
  else if (!observed())
    observe_apart(limits);
  else
    time_apart(limits);
}

void Run::observe_apart(const Limits& limits) {
  const JobEnd process = isolate([&] { return observe_and_judge(*plan_, *judge_).dump(); }, limits);
  RunResult result{.status = process.status, .reason = process.reason};
  last_ = {.cpu = process.cpu / threads()};
  if (process.status == Status::ok) {
    const Json json = Json::parse(process.result);
    result = run_result_from_json(json);
    last_.loop = json["loop"].get<double>() * last_.cpu;
    last_.stepping = json["stepping"].get<double>() * last_.cpu;
  }
  result.peak_bytes = process.peak_memory;
  put(record_of(std::move(result)));
  last_part_ = record_;
}

void Run::time_apart(const Limits& limits) {
  const JobEnd process = isolate(
      [&] {
        const auto core = pin_to_cores(plan_->request.threads);
        use_threads(plan_->request.threads);
        warm_up(*plan_);
        const Sample sample = time_run(*plan_);
        return Json{
            {"id", id_}, {"sample", {sample.setup, sample.stepping}}, {"core", value_or_null(core)}}
            .dump();
      },
      limits);
  last_ = {.cpu = process.cpu / threads()};
  // The observed pass was ok, so an Error now does not mean that the problem is out of scope.
  if (process.status == Status::not_applicable) return end(Status::crashed, process.reason);
  if (process.status != Status::ok) return end(process.status, process.reason);
  last_part_ = process.result;
  add_part(last_part_);
  last_.loop = last_.stepping = std::min(last_.cpu, samples_.back().stepping);
}

Record Run::record_of(RunResult result) const {
  Record record = make_record(*plan_, problem_hash_, judge_->identity(), std::move(result));
  record.environment.update(conditions_);
  return record;
}

void Run::put(const Record& record) {
  record_ = to_json(record).dump();
  status_ = record.result.status;
}

/// Ends the run with this status; results of earlier parts are kept.
void Run::end(Status status, const std::string& reason) {
  Record record = observed() ? record_from_json(Json::parse(record_)) : record_of({});
  record.result.status = status;
  record.result.reason = reason;
  put(record);
}

void Run::add_part(const std::string& line) {
  const Json part = Json::parse(line);
  if (part.contains("schema")) {
    status_ = record_from_json(part).result.status;
    record_ = line;
  } else if (observed() && part.contains("sample") && part.contains("core")) {
    samples_.push_back(
        {part["sample"].at(0), part["sample"].at(1),
         part["core"].is_null() ? std::nullopt : std::optional(part["core"].get<long>())});
  }
}

Record Run::record() const {
  Record record = record_from_json(Json::parse(record_));
  if (record.result.status == Status::ok && !samples_.empty())
    record.result.runtime = summary(samples_);
  return record;
}

}  // namespace stiffbench
