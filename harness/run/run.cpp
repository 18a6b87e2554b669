#include "harness/run/run.hpp"

#include "harness/run/run_record.hpp"

namespace stiffbench {
namespace {

/// Result of the observed pass with its error; the process of that pass computes it.
RunResult observe_and_judge(const RunPlan& plan, const Judge& judge) {
  Observation observation = observe(plan);
  if (observation.status == Status::ok) {
    observation.error = judge.error(*plan.problem, observation);
    if (plan.request.keep_final) observation.final = observation.checkpoints.back();
  }
  return observation;
}

}  // namespace

Run::Run(const RunPlan& plan, const std::string& problem_hash, const Judge& judge)
    : plan_(&plan),
      judge_(&judge),
      problem_hash_(problem_hash),
      id_(run_identity(plan, problem_hash, judge.identity())) {}

bool Run::finished() const {
  if (!result_) return false;
  return result_->status != Status::ok ||
         static_cast<long>(samples_.size()) >= plan_->request.repeats;
}

void Run::advance(const Limits& limits) {
  if (!plan_->unfit.empty())
    end(Status::unfit, plan_->unfit);
  else if (!result_)
    observe_apart(limits);
  else
    time_apart(limits);
}

void Run::observe_apart(const Limits& limits) {
  const JobEnd process =
      isolate([&] { return to_json(observe_and_judge(*plan_, *judge_)).dump(); }, limits);
  if (process.status == Status::ok)
    result_ = run_result_from_json(Json::parse(process.result));
  else
    end(process.status, process.reason);
  result_->peak_bytes = process.peak_memory;
  last_part_ = {{"id", id_}, {"result", to_json(*result_)}};
}

void Run::time_apart(const Limits& limits) {
  const JobEnd process = isolate(
      [&] {
        warm_up(*plan_);
        const Sample sample = time_run(*plan_);
        return Json{sample.setup, sample.stepping}.dump();
      },
      limits);
  // The observed pass was ok, so that an Error now does not mean that the problem is out of scope.
  if (process.status == Status::unfit) return end(Status::crashed, process.reason);
  if (process.status != Status::ok) return end(process.status, process.reason);
  last_part_ = {{"id", id_}, {"sample", Json::parse(process.result)}};
  add_part(last_part_);
}

/// Ends the run with this status; results of earlier parts stay.
void Run::end(Status status, const std::string& reason) {
  if (!result_) result_.emplace();
  result_->status = status;
  result_->reason = reason;
}

void Run::add_part(const Json& part) {
  if (part.contains("result"))
    result_ = run_result_from_json(part["result"]);
  else if (result_)
    samples_.push_back({part.at("sample")[0], part.at("sample")[1]});
}

Record Run::record() const {
  RunResult result = result_.value();
  if (result.status == Status::ok && !samples_.empty()) result.runtime = summary(samples_);
  return record_of(std::move(result));
}

Record Run::record_of(RunResult result) const {
  return make_record(*plan_, problem_hash_, judge_->identity(), std::move(result));
}

}  // namespace stiffbench
