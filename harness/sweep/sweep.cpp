#include "harness/sweep/sweep.hpp"

#include "base/error.hpp"
#include "base/files.hpp"
#include "harness/estimates/costs.hpp"
#include "harness/io/former_names.hpp"
#include "harness/io/lines/lines_file.hpp"
#include "harness/io/schema.hpp"
#include "harness/processes/interrupt.hpp"
#include "harness/processes/pool.hpp"
#include "harness/run/run.hpp"
#include "harness/sweep/forecast.hpp"
#include "harness/tuning/chosen_settings.hpp"
#include "harness/tuning/tune.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <deque>
#include <random>
#include <set>

namespace stiffbench {
namespace {

namespace fs = std::filesystem;

std::string label(const RunPlan& plan) {
  const auto& tolerance = plan.request.tolerance;
  return fmt::format(
      "{} on {}, {}{}{}", plan.request.integrator, plan.problem->name(),
      tolerance ? fmt::format("tolerance {:g}", *tolerance) : fmt::format("h = {:.6g}", plan.h),
      plan.start ? fmt::format(", start {}", plan.start->index) : "",
      plan.request.tuned ? ", tuned" : "");
}

/// Formats today's date in UTC.
std::string today() { return fmt::format("{:%F}", fmt::gmtime(std::time(nullptr))); }

/// A run of the current block, with its number over all blocks.
struct Task {
  Run run;
  std::size_t number;
  bool finished = false;  ///< its record has been written
};

/// Formats the record of a finished run as a line.
std::string record_line(const Run& run) {
  const Json json = to_json(run.record());
  validate(json, "record", "the record " + run.id());
  return json.dump();
}

class Sweep {
 public:
  Sweep(const Experiment& experiment, const fs::path& folder, const SweepOptions& options)
      : experiment_(experiment),
        options_(options),
        records_(folder / "records.jsonl"),
        unfinished_path_(folder / "unfinished.jsonl"),
        unfinished_(std::make_unique<LinesFile>(unfinished_path_)),
        earlier_(earlier_parts(unfinished_->objects("id"))),
        reuse_(experiment, records_.objects("id"), options.again),
        work_list_(make_work_list(experiment, options.with_reference, reuse_, earlier_)),
        random_(options.seed),
        forecast_(experiment, work_list_, options.jobs) {
    summary_.reused = reuse_.reused();
    summary_.reuse = reuse_.summary();
    for (const ProblemRuns& block : work_list_)
      summary_.total += static_cast<long>(block.runs.size());
  }

  SweepSummary run() {
    const InterruptHandler handler;
    report();
    try {
      std::vector<std::vector<Task>> blocks = make_tasks();
      observe(blocks);
      for (std::vector<Task>& tasks : blocks) time(tasks);
      forecast_.show_end();
      records_.sync();
      leave_parts_of_others();
    } catch (const Interrupted&) {
      summary_.interrupted = true;
      summary_.begun = static_cast<long>(begun_.size());
    }
    if (summary_.written() > 0 && !experiment_.whole)
      record_cost(experiment_.source, whole_cost(experiment_, forecast_.model()));
    return summary_;
  }

 private:
  /// Leaves of the unfinished parts those of runs of the experiment that were not selected.
  void leave_parts_of_others() {
    std::string lines;
    if (experiment_.whole && !earlier_.empty()) {
      for (const ProblemRuns& block : work_list_)
        for (const ListedRun& run : block.runs) earlier_.erase(run.id);
      for (const ProblemRuns& block : make_work_list(*experiment_.whole, options_.with_reference))
        for (const ListedRun& run : block.runs)
          if (const auto parts = earlier_.extract(run.id))
            for (const Json& part : parts.mapped()) lines += part.dump() + "\n";
    }
    unfinished_.reset();
    if (lines.empty())
      fs::remove(unfinished_path_);
    else
      write_atomically(unfinished_path_, lines);
  }

  /// Creates the tasks of each block and the block's judge; a completed block has neither.
  std::vector<std::vector<Task>> make_tasks() {
    std::vector<std::vector<Task>> blocks;
    std::size_t number = 0;
    for (std::size_t i = 0; i < work_list_.size(); ++i) {
      std::vector<Task>& tasks = blocks.emplace_back();
      if (!work_list_[i].is_done()) judges_.push_back(make_judge(i));
      for (const ListedRun& run : work_list_[i].runs) {
        if (!run.done)
          tasks.push_back({make_run(run, work_list_[i].problem_hash), number});
        else if (run.plan->request.tuned)
          note_earlier_choice(run);
        ++number;
      }
    }
    return blocks;
  }

  /// Creates the run with the parts kept by an earlier sweep.
  Run make_run(const ListedRun& source, const std::string& problem_hash) {
    Run run(*source.plan, problem_hash, judges_.back(),
            {{"jobs", options_.jobs}, {"order_seed", options_.seed}, {"date", date_}}, tune);
    for (const Json& part : source.parts) {
      run.add_part(part.dump());
      begun_.insert(source.id);
    }
    note_choice(run);
    return run;
  }

  Judge make_judge(std::size_t i) {
    const Problem& problem = *work_list_[i].block->problem;
    Judge::Options options = work_list_[i].judge;
    options.progress = [&](const std::string& what, double done) {
      stop_if_interrupted();
      forecast_.show_reference(
          i, done, fmt::format("reference of {}: {}, {:.0f}%", problem.name(), what, 100 * done));
    };
    forecast_.show("preparing " + problem.name());
    Judge judge(problem, options);
    forecast_.end_reference(i);
    return judge;
  }

  /// Executes the observed passes: first two of each method, from which the costs of the others are
  /// estimated, then the most expensive first, so that no long pass remains at the end for a single
  /// process.
  void observe(std::vector<std::vector<Task>>& blocks) {
    std::map<std::string, std::vector<Task*>> methods;  // by the name of the cost
    for (std::vector<Task>& tasks : blocks)
      for (Task& task : tasks)
        if (!task.run.observed())
          methods[key_of(task).name].push_back(&task);
        else if (task.run.finished())  // the sweep was killed before it wrote the record
          finish(task);
    std::vector<Task*> first, others;
    for (auto& [name, method] : methods) {
      std::ranges::stable_sort(method, {}, [&](const Task* task) { return key_of(*task).size; });
      const std::size_t middle = method.size() / 2;
      for (std::size_t i = 0; i < method.size(); ++i)
        (i == 0 || i == middle ? first : others).push_back(method[i]);
    }
    observe_these(first, false);
    std::ranges::stable_sort(others, std::ranges::greater{}, [&](const Task* task) {
      return forecast_.observed_cost(task->number);
    });
    observe_these(others, true);
  }

  /// Keeps the settings that the search of a run chose for those of its neighbours.
  void note_choice(const Run& run) {
    if (const auto settings = run.chosen_settings()) chosen_.add(run.plan(), *settings);
  }

  /// Keeps those of a run that has its record.
  void note_earlier_choice(const ListedRun& run) {
    const Json* record = reuse_.record_of(run.id);
    if (!record) return;  // it repeats another run of this sweep
    const auto tuning = record_from_json(*record).tuning;
    if (tuning && tuning->reason.empty()) chosen_.add(*run.plan, tuning->settings);
  }

  const CostKey& key_of(const Task& task) const { return forecast_.observed_key(task.number); }

  /// Executes observed passes concurrently, but searches for settings one at a time, since they
  /// measure times.
  /// `carries`: searches may take the algorithms of earlier ones.
  void observe_these(std::vector<Task*> tasks, bool carries) {
    const auto searches = std::ranges::stable_partition(
        tasks, [](const Task* task) { return !task->run.plan().request.tuned; });
    observe_these({tasks.begin(), searches.begin()}, options_.jobs, carries);
    observe_these({searches.begin(), searches.end()}, 1, carries);
  }

  /// A process sends the result of a run as text: numbers, then the line for the file.
  void observe_these(const std::vector<Task*>& tasks, long jobs, bool carries) {
    const auto observe_one = [&](std::size_t i) {
      Run run = tasks[i]->run;  // a copy, so that the process does not grow with every run
      if (auto settings = chosen_.nearest(run.plan()))
        run.start_search_with(
            {std::move(*settings), carries && run.plan().request.carries_algorithms});
      const Stopwatch pass;
      run.advance(experiment_.limits);
      note_choice(run);  // this process has the next task, too
      const PartCost& expense = run.last_cost();
      return fmt::format("{} {} {} {} {} {}\n{}", expense.cpu, expense.loop, expense.stepping,
                         pass.seconds(), run.finished() ? 1 : 0, to_string(run.status()),
                         run.finished() ? record_line(run) : run.last_part());
    };
    const auto receive = [&](std::size_t i, const std::string& text) {
      Task& task = *tasks[i];
      std::istringstream numbers(text);
      PartCost expense;
      double wall = 0;
      int finished = 0;
      std::string status;
      numbers >> expense.cpu >> expense.loop >> expense.stepping >> wall >> finished >> status;
      const std::string line = text.substr(text.find('\n') + 1);
      current_ = label(task.run.plan());
      // Other finished records are not parsed again, which would dominate the work of short runs.
      if (finished == 0 || task.run.plan().request.tuned) {
        task.run.add_part(line);
        note_choice(task.run);
      }
      forecast_.end_observed(task.number, expense, wall,
                             finished == 0 ? task.run.samples_left() : 0);
      finished == 0 ? keep(task.run.id(), line) : finish(task, status_from(status), line);
    };
    const auto wait = [&] {
      sync_when_due();
      forecast_.show(current_);
    };
    run_pool({jobs, tasks.size(), observe_one, receive, wait});
  }

  void time(std::vector<Task>& tasks) {
    std::vector<Task*> order;
    for (Task& task : tasks)
      if (!task.finished)
        order.insert(order.end(), static_cast<std::size_t>(task.run.samples_left()), &task);
    std::ranges::shuffle(order, random_);
    for (Task* task : order) {
      Run& run = task->run;
      if (task->finished) continue;  // an earlier sample failed
      stop_if_interrupted();
      sync_when_due();
      forecast_.show(label(run.plan()));
      const Stopwatch sample;
      run.advance(experiment_.limits);
      forecast_.end_sample(task->number, run.last_cost(), sample.seconds(), run.samples_left());
      run.finished() ? finish(*task) : keep(run.id(), run.last_part());
    }
  }

  void sync_when_due() {
    records_.sync_when_due();
    unfinished_->sync_when_due();
  }

  void keep(const std::string& id, const std::string& line) {
    unfinished_->append(line);
    begun_.insert(id);
  }

  void finish(Task& task) { finish(task, task.run.status(), record_line(task.run)); }
  void finish(Task& task, Status status, const std::string& line) {
    records_.append(line);
    task.finished = true;
    begun_.erase(task.run.id());
    ++summary_.status[status];
    forecast_.end_run();
    report();
  }

  void report() const {
    if (options_.progress) options_.progress(summary_.reused + summary_.written(), summary_.total);
  }

  const Experiment& experiment_;
  const SweepOptions options_;
  const std::string date_ = today();
  LinesFile records_;
  fs::path unfinished_path_;
  std::unique_ptr<LinesFile> unfinished_;
  EarlierParts earlier_;
  Reuse reuse_;
  WorkList work_list_;
  std::mt19937 random_;
  Forecast forecast_;
  ChosenSettings chosen_;
  std::deque<Judge> judges_;  // judges of the blocks with tasks; runs point to them
  std::string current_ = "observing";
  std::set<std::string> begun_;  // ids of incomplete runs
  SweepSummary summary_;
};

}  // namespace

long SweepSummary::written() const {
  long sum = 0;
  for (const auto& [word, count] : status) sum += count;
  return sum;
}

void check_folder(const Experiment& experiment, const fs::path& folder) {
  const fs::path file = folder / "experiment.json";
  if (!fs::exists(file)) return;
  const Json there = read_json(file);
  const bool has_name = there.is_object() && there.contains("name") && there["name"].is_string();
  if (has_name && current_experiment(there["name"]) == experiment.name) return;
  throw Error(
      fmt::format("a folder holds the records of one experiment, and is to get those of '{}'",
                  experiment.name),
      has_name ? fmt::format("{} of '{}'", file.string(), there["name"].get<std::string>())
               : fmt::format("{}, which names none", file.string()),
      "choose another --out");
}

SweepSummary sweep(const Experiment& experiment, const fs::path& folder,
                   const SweepOptions& options) {
  check_threads(experiment, options.jobs);
  check_folder(experiment, folder);
  Sweep own(experiment, folder, options);  // holds the folder from here on
  write_atomically(folder / "experiment.json", experiment.text);
  return own.run();
}

SweepSummary checked_sweep(const Experiment& experiment, const fs::path& folder,
                           SweepOptions options, std::optional<long> jobs) {
  options.with_reference = options.with_reference && experiment.with_reference;
  options.jobs = jobs.value_or(most_jobs(experiment));
  check_threads(experiment, options.jobs);
  check_limits(experiment.limits);
  return sweep(experiment, folder, options);
}

}  // namespace stiffbench
