#include "harness/sweep/sweep.hpp"

#include "harness/io/lines_file.hpp"
#include "harness/io/schema.hpp"
#include "harness/run/run.hpp"
#include "harness/sweep/progress.hpp"
#include "problems/contract/problem_hash.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <set>

namespace stiffbench {
namespace {

namespace fs = std::filesystem;

std::string label(const RunPlan& plan) {
  const auto& tolerance = plan.request.tolerance;
  return fmt::format(
      "{} on {}, {}", plan.request.integrator, plan.problem->name(),
      tolerance ? fmt::format("tolerance {:g}", *tolerance) : fmt::format("h = {:.6g}", plan.h));
}

class Sweep {
 public:
  Sweep(const Experiment& experiment, const fs::path& folder, unsigned seed, Again again)
      : experiment_(experiment),
        records_(folder / "records.jsonl"),
        unfinished_path_(folder / "unfinished.jsonl"),
        unfinished_(std::make_unique<LinesFile>(unfinished_path_)),
        seed_(seed),
        random_(seed),
        reuse_(experiment, records_.objects("id"), std::move(again)),
        progress_(total()) {
    for (const Json& part : unfinished_->objects("id")) parts_[part["id"]].push_back(part);
    for (auto& block : experiment_.blocks)
      for (auto& plan : block.plans) parts_total_ += parts_of(plan);
    summary_.total = total();
  }

  SweepSummary run(bool with_reference) {
    for (auto& block : experiment_.blocks) {
      if (block.plans.empty()) continue;
      progress_.show(done_, fraction(), "preparing " + block.problem->name());
      const Judge judge = make_judge(*block.problem, with_reference);
      run_block(block, judge);
    }
    progress_.show(done_, 1, "done");
    unfinished_.reset();
    fs::remove(unfinished_path_);
    summary_.reused = reuse_.reused();
    summary_.reuse = reuse_.summary();
    return summary_;
  }

 private:
  Judge make_judge(const Problem& problem, bool with_reference) {
    const auto progress = [&](const std::string& what, double done) {
      progress_.show(done_, fraction(),
                     fmt::format("reference of {}: {}, {:.0f}%", problem.name(), what, 100 * done));
    };
    return Judge(problem, {.checkpoints = experiment_.checkpoints,
                           .digits = experiment_.digits,
                           .with_reference = with_reference,
                           .progress = progress});
  }

  void run_block(const Block& block, const Judge& judge) {
    const std::string hash = problem_hash(*block.problem);
    std::vector<Run> runs;
    for (auto& plan : block.plans) {
      Run run(plan, hash, judge);
      if (reuse_.has(run)) {
        ++done_;
        parts_done_ += parts_of(plan);
        continue;
      }
      for (auto& part : parts_[run.id()]) run.add_part(part);
      runs.push_back(std::move(run));
    }
    for (std::size_t i : shuffled(runs)) advance(runs[i]);
  }

  /// Indices of the runs in random order, each as often as the run has parts.
  std::vector<std::size_t> shuffled(const std::vector<Run>& runs) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < runs.size(); ++i)
      order.insert(order.end(), static_cast<std::size_t>(parts_of(runs[i].plan())), i);
    std::shuffle(order.begin(), order.end(), random_);
    return order;
  }

  void advance(Run& run) {
    ++parts_done_;  // also after a run that ended early
    if (new_ids_.contains(run.id())) return;
    progress_.show(done_, fraction(), label(run.plan()));
    if (!run.finished()) run.advance(experiment_.limits);
    if (!run.finished()) return unfinished_->append(run.last_part().dump());
    Record record = run.record();
    record.environment["order_seed"] = seed_;
    const Json json = to_json(record);
    validate(json, "record", "the record " + run.id());
    records_.append(json.dump());
    new_ids_.insert(run.id());
    ++summary_.status[record.result.status];
    ++done_;
  }

  static long parts_of(const RunPlan& plan) { return 1 + plan.request.repeats; }
  double fraction() const {
    return static_cast<double>(parts_done_) / static_cast<double>(parts_total_);
  }
  long total() const {
    long sum = 0;
    for (auto& block : experiment_.blocks) sum += static_cast<long>(block.plans.size());
    return sum;
  }

  const Experiment& experiment_;
  LinesFile records_;
  fs::path unfinished_path_;
  std::unique_ptr<LinesFile> unfinished_;
  unsigned seed_;
  std::mt19937 random_;
  Reuse reuse_;
  Progress progress_;
  std::set<std::string> new_ids_;
  std::map<std::string, std::vector<Json>> parts_;
  SweepSummary summary_;
  long done_ = 0, parts_done_ = 0, parts_total_ = 0;
};

}  // namespace

SweepSummary sweep(const Experiment& experiment, const fs::path& folder, bool with_reference,
                   unsigned seed, Again again) {
  return Sweep(experiment, folder, seed, std::move(again)).run(with_reference);
}

}  // namespace stiffbench
