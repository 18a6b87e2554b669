#include "harness/run/run.hpp"

namespace stiffbench {

Run::Run(const RunPlan& plan, const std::string& problem_hash, const Judge& judge)
    : plan_(&plan), judge_(&judge), record_(begin_record(plan, problem_hash, judge.identity())) {
  id_ = record_["id"];
}

void Run::advance(const Limits& limits) {
  if (!plan_->unfit.empty())
    fail(Status::unfit, plan_->unfit);
  else if (!observed_)
    observe_apart(limits);
  else
    time_apart(limits);
}

void Run::observe_apart(const Limits& limits) {
  const Isolated end = isolate(
      [&] {
        Json record = record_;
        const Observed seen = observe(*plan_);
        put_observed(record, *plan_, seen);
        if (seen.status == Status::ok) record["error"] = judge_->error(*plan_->problem, seen);
        return record.dump();
      },
      limits);
  if (end.status == Status::ok) record_ = Json::parse(end.result);
  put_memory(record_, end.peak_memory);
  if (end.status != Status::ok) return fail(end.status, end.reason);
  see_observed();
  part_ = {{"id", id_}, {"observed", record_}};
}

void Run::see_observed() {
  observed_ = true;
  finished_ = record_["status"] != "ok" || plan_->request.repeats == 0;
}

void Run::time_apart(const Limits& limits) {
  const Isolated end = isolate(
      [&] {
        warm_up(*plan_);
        const Sample sample = time_run(*plan_);
        return Json{sample.setup, sample.stepping}.dump();
      },
      limits);
  // It was ok once: what refuses now is no longer a matter of scope.
  if (end.status == Status::unfit) return fail(Status::crashed, end.reason);
  if (end.status != Status::ok) return fail(end.status, end.reason);
  part_ = {{"id", id_}, {"sample", Json::parse(end.result)}};
  samples_.push_back({part_["sample"][0], part_["sample"][1]});
  put_samples();
}

void Run::put_samples() {
  finished_ = static_cast<long>(samples_.size()) >= plan_->request.repeats;
  if (finished_) put_runtime(record_, samples_);
}

void Run::fail(Status status, const std::string& reason) {
  put_failure(record_, status, reason);
  finished_ = true;
  part_ = {{"id", id_}, {"observed", record_}};
}

void Run::take_up(const Json& part) {
  if (part.contains("observed")) {
    record_ = part["observed"];
    see_observed();
  } else {
    samples_.push_back({part["sample"][0], part["sample"][1]});
    put_samples();
  }
}

}  // namespace stiffbench
