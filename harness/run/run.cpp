#include "harness/run/run.hpp"

#include "base/error.hpp"
#include "base/system/blas_kernels.hpp"
#include "base/system/instruction_set.hpp"
#include "base/system/stopwatch.hpp"
#include "base/system/use_threads.hpp"
#include "harness/run/run_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <mutex>

namespace stiffbench {
namespace {

/// Returns the result of the observed pass with its error, as pass_json(). The process of that pass
/// calls this function.
std::string observed_text(const RunPlan& plan, const Judge& judge) {
  use_threads(plan.request.threads);
  const Stopwatch pass;
  const Observation observation = observe_and_judge(plan, judge);
  return pass_json(observation, pass.seconds()).dump();
}

/// Says once that OpenBLAS has its oldest kernels on a CPU with wider units. Programs in C and
/// Python can meet this, and a caller who asked for these kernels; choose_blas_kernels() spares the
/// others where the program can start again.
void note_old_kernels() {
  static std::once_flag once;
  std::call_once(once, [] {
    const std::string better = better_blas_kernels(blas_kernels(), instruction_sets());
    if (better.empty()) return;
    fmt::print(stderr,
               "note: OpenBLAS has its oldest kernels, {}, and this CPU has wider units:\n"
               "  times of factorizations will be too long. Set OPENBLAS_CORETYPE={}\n"
               "  before the start\n",
               blas_kernels(), better);
  });
}

}  // namespace

Json pass_json(const Observation& observation, double seconds) {
  Json json = to_json(observation);
  // Fractions of the pass, because other programs stretch its times.
  json["loop"] = observation.loop / seconds;
  json["stepping"] = observation.stepping / seconds;
  return json;
}

ObservedPass read_pass(const JobEnd& process, const std::string& text, long threads) {
  ObservedPass pass{{.status = process.status, .reason = process.reason},
                    {.cpu = process.cpu / static_cast<double>(threads)}};
  if (process.status == Status::ok) {
    const Json json = Json::parse(text);
    pass.result = run_result_from_json(json);
    pass.expense.loop = json["loop"].get<double>() * pass.expense.cpu;
    pass.expense.stepping = json["stepping"].get<double>() * pass.expense.cpu;
  }
  pass.result.peak_bytes = process.peak_memory;
  return pass;
}

Run::Run(const RunPlan& plan, const std::string& problem_hash, const Judge& judge, Json conditions,
         Tuner tuner)
    : plan_(&plan),
      judge_(&judge),
      problem_hash_(problem_hash),
      id_(run_identity(plan, problem_hash, judge.identity())),
      conditions_(std::move(conditions)),
      tuner_(std::move(tuner)) {
  if (plan.request.tuned && !tuner_)
    throw Error("a tuned run needs a search for its settings", "none",
                "pass tune() of harness/tuning/tune.hpp to it");
}

bool Run::finished() const { return observed() && samples_left() == 0; }

long Run::samples_left() const {
  if (observed() && status_ != Status::ok) return 0;
  return std::max(0L, plan_->request.repeats - static_cast<long>(samples_.size()));
}

std::optional<Settings> Run::chosen_settings() const {
  return tuning_ && tuning_->reason.empty() ? std::optional(tuning_->settings) : std::nullopt;
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
  double cpu_of_search = 0;
  std::optional<ObservedPass> pass;
  if (plan_->request.tuned) {
    Tuned tuned = tuner_(*plan_, *judge_, limits, start_);
    cpu_of_search = tuned.cpu / static_cast<double>(plan_->request.threads);
    tuning_ = std::move(tuned.tuning);
    chosen_ = std::move(tuned.plan);
    pass = std::move(tuned.pass);
  }
  if (!pass) {
    const JobEnd process = isolate([&] { return observed_text(*plan_, *judge_); }, limits);
    pass = read_pass(process, process.result, plan_->request.threads);
    cpu_of_search += pass->expense.cpu;
  }
  last_ = pass->expense;
  if (plan_->request.tuned) {  // nearly all of a search repeats steps
    last_.loop = last_.cpu > 0 ? last_.loop * cpu_of_search / last_.cpu : 0;
    last_.cpu = cpu_of_search;
  }
  put(record_of(std::move(pass->result)));
  last_part_ = record_;
}

void Run::time_apart(const Limits& limits) {
  note_old_kernels();
  const JobEnd process = isolate(
      [&] {
        const Sample sample = pinned_sample(chosen_ ? *chosen_ : *plan_);
        return Json{{"id", id_},
                    {"sample", {sample.setup, sample.stepping}},
                    {"core", value_or_null(sample.core)}}
            .dump();
      },
      limits);
  last_ = {.cpu = process.cpu / static_cast<double>(plan_->request.threads)};
  // The observed pass was ok, so an Error now does not mean that the problem is out of scope.
  if (process.status == Status::not_applicable) return end(Status::crashed, process.reason);
  if (process.status != Status::ok) return end(process.status, process.reason);
  last_part_ = process.result;
  add_part(last_part_);
  last_.loop = last_.stepping = std::min(last_.cpu, samples_.back().stepping);
}

Record Run::record_of(RunResult result) const {
  Record record = make_record(*plan_, problem_hash_, judge_->identity(), std::move(result),
                              tuning_ ? tuning_->settings : Settings());
  record.tuning = tuning_;
  if (plan_->request.tuned && !tuning_)
    record.tuning = Tuning{.reason = "the problem is out of the integrator's scope"};
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
    const Record record = record_from_json(part);
    status_ = record.result.status;
    tuning_ = record.tuning;
    if (tuning_ && !tuning_->settings.empty()) chosen_ = with_settings(*plan_, tuning_->settings);
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
