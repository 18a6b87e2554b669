#include "harness/checks/programs/interleaved_times.hpp"

#include "base/error.hpp"
#include "base/system/programs.hpp"
#include "harness/checks/programs/sampled_program.hpp"
#include "harness/estimates/progress.hpp"
#include "harness/records/compare/statistics.hpp"
#include "harness/records/labels.hpp"
#include "harness/run/run_record.hpp"
#include "problems/contract/problem_hash.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <random>
#include <sched.h>

namespace stiffbench {
namespace {

namespace fs = std::filesystem;

/// Pins this process and its children to the last core that it may use. Most systems handle their
/// interrupts on the first one.
void pin_to_one_core() {
  cpu_set_t cores;
  if (::sched_getaffinity(0, sizeof cores, &cores) != 0) return;
  int last = -1;
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &cores)) last = core;
  CPU_ZERO(&cores);
  CPU_SET(last, &cores);
  ::sched_setaffinity(0, sizeof cores, &cores);
}

/// Converts the plan to an experiment with one run.
Json single_run(const RunPlan& plan, const Json& source) {
  const RunRequest& request = plan.request;
  Json json{{"schema", "stiffbench.experiment/1"},
            {"name", "one_run"},
            {"title", "one run"},
            {"problems", Json::array({{{"name", plan.problem->name()},
                                       {"parameters", to_json(plan.problem->parameters())}}})},
            {"integrators", Json::array({{{"name", request.integrator},
                                          {"parameters", to_json(request.integrator_settings)}}})},
            {"figures", Json::array()}};
  if (request.tolerance)
    json["tolerances"] = {*request.tolerance};
  else
    json["counts"] = {plan.count};
  for (const char* name : {"checkpoints", "energy_series", "timeout", "memory"})
    if (source.contains(name)) json[name] = source[name];
  return json;
}

/// One run and its samples by the two programs.
struct TimedRun {
  std::string file;                            // the experiment of this run
  std::array<std::vector<double>, 2> samples;  // CPU times (s)
  std::array<std::string, 2> code;             // code run by the two programs
  std::string failure;                         // reason why it cannot be timed, or empty

  bool same_code() const { return !code[0].empty() && code[0] == code[1]; }
};

class Interleaving {
 public:
  Interleaving(const fs::path& before, const fs::path& after, const InterleavedTiming& timing)
      : programs_{SampledProgram(before, scratch_.path() / "a"),
                  SampledProgram(after, scratch_.path() / "b")},
        timing_(timing),
        random_(timing.seed) {}

  void add(const RunPlan& plan, const Json& source) {
    const std::string file = fmt::format("{}.json", runs_.size());
    std::ofstream(scratch_.path() / file) << single_run(plan, source);
    runs_.push_back({"../" + file, {}, {}, {}});
  }

  /// Takes samples of all runs, then, in stages, doubles those of unsettled runs. Returns the
  /// change of each run.
  std::vector<Change> measure() {
    constexpr long stages = 6;  // each stage is a test, which alpha must cover
    const long tests = stages * static_cast<long>(runs_.size());
    long rounds = timing_.samples > 0 ? timing_.samples : samples_needed(alpha_of(tests));
    std::vector<TimedRun*> open;
    for (TimedRun& run : runs_) open.push_back(&run);
    for (long stage = 0; stage < stages && !open.empty(); ++stage) {
      take_samples(open, rounds);
      require_one();
      std::erase_if(open, [&](TimedRun* run) { return is_settled(*run, tests); });
      if (stage > 0) rounds *= 2;
    }
    std::vector<Change> changes;
    for (const TimedRun& run : runs_) changes.push_back(change_of(run, tests));
    return changes;
  }

  /// Returns the number of runs with the same code on both sides.
  long same_code() const { return std::ranges::count_if(runs_, &TimedRun::same_code); }

 private:
  /// Returns true if more samples would be useless: the whole interval of the ratio is on one side
  /// of the threshold.
  bool is_settled(const TimedRun& run, long tests) const {
    if (!run.failure.empty()) return true;
    const TimeChange change = time_change(run.samples[0], run.samples[1], timing_.threshold, tests);
    const double least = 1 / (1 + timing_.threshold), most = 1 + timing_.threshold;
    return change.direction != 0 || (change.medians.low >= least && change.medians.high <= most);
  }

  Change change_of(const TimedRun& run, long tests) const {
    if (!run.failure.empty()) return {.text = run.failure};
    return time_verdict(run.samples[0], run.samples[1], timing_.threshold, tests);
  }

  void take_samples(std::vector<TimedRun*> order, long rounds) {
    const long total = rounds * static_cast<long>(order.size());
    Progress progress(total);
    long done = 0;
    for (long round = 0; round < rounds; ++round) {
      std::shuffle(order.begin(), order.end(), random_);
      for (TimedRun* run : order) {
        progress.show(done, static_cast<double>(done) / static_cast<double>(total),
                      fmt::format("sample {} of {}", round + 1, rounds));
        const std::size_t first = random_() % 2;
        for (const std::size_t side : {first, 1 - first}) sample(*run, side);
        ++done;
      }
    }
  }

  void sample(TimedRun& run, std::size_t side) {
    if (!run.failure.empty()) return;
    TakenSample sample = programs_[side].sample(run.file, timing_.seconds, random_());
    run.failure = sample.failure;
    if (sample.failure.empty()) run.samples[side].push_back(sample.seconds);
    run.code[side] = std::move(sample.code);
  }

  /// Throws an Error if no run can be timed.
  void require_one() const {
    if (std::ranges::all_of(runs_, [](const TimedRun& run) { return !run.failure.empty(); }))
      throw Error("a program that is timed is stiffbench, or one of stiffbench_add_program()",
                  runs_.front().failure, "give programs that have the command 'sample'");
  }

  ScratchFolder scratch_;
  std::array<SampledProgram, 2> programs_;
  InterleavedTiming timing_;
  std::mt19937 random_;
  std::vector<TimedRun> runs_;
};

}  // namespace

Comparison compare_times(const fs::path& before, const fs::path& after,
                         const Experiment& experiment, const InterleavedTiming& timing) {
  if (experiment.threads != 1)
    throw Error("'compare --time' times runs of one thread, by the CPU's clock",
                fmt::format("an experiment of {} threads", experiment.threads),
                "take 'threads' out of it");
  Interleaving interleaving(before, after, timing);
  std::vector<Record> records;  // for their labels
  for (const Block& block : experiment.blocks)
    for (const RunPlan& plan : block.plans) {
      if (!plan.why_not_applicable.empty()) continue;
      interleaving.add(plan, experiment.source);
      records.push_back(make_record(plan, problem_hash(*block.problem), "none", {}));
    }
  if (records.empty())
    throw Error("an experiment that is timed has runs", "none", "see its integrators");
  pin_to_one_core();
  const std::vector<Change> changes = interleaving.measure();
  std::vector<RunComparison> runs = blank_comparisons(records);
  for (std::size_t i = 0; i < runs.size(); ++i)
    runs[i].changes[static_cast<std::size_t>(Quantity::time)] = changes[i];
  Tolerances tolerances = equality;
  tolerances.time = timing.threshold;
  Comparison comparison = assemble(std::move(runs), tolerances);
  comparison.same_code = interleaving.same_code();
  return comparison;
}

}  // namespace stiffbench
