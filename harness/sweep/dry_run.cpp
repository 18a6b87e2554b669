#include "harness/sweep/dry_run.hpp"

#include "harness/io/lines/parse_line.hpp"
#include "harness/processes/pool.hpp"
#include "harness/sweep/expected_time.hpp"
#include "harness/sweep/work_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

namespace stiffbench {
namespace {

/// Reads the lines of a file in the folder as JSON; returns none without a folder. Malformed lines
/// are ignored here; the sweep reports them.
std::vector<Json> read_lines(const std::filesystem::path& folder, const char* name) {
  std::vector<Json> lines;
  if (folder.empty()) return lines;
  std::ifstream file(folder / name);
  for (std::string line; std::getline(file, line);)
    if (const Json json = parse_line(line); json.is_object() && json.contains("id"))
      lines.push_back(json);
  return lines;
}

EarlierParts read_parts(const std::filesystem::path& folder) {
  return earlier_parts(read_lines(folder, "unfinished.jsonl"));
}

std::string about(const CostSum& expense, long jobs) {
  return duration_text(expense.wall(jobs), expense.is_rough);
}

std::string label_of(const std::string& name, const std::string& label) {
  return label.empty() ? name : label;
}

struct MethodRuns {
  std::string method;
  long all = 0, done = 0;
};

void print_block(const ProblemRuns& block) {
  const RunRequest& request = block.runs.front().plan->request;
  fmt::print("{}\n", label_of(block.block->problem->name(), request.problem_label));
  std::vector<MethodRuns> methods;
  for (const ListedRun& run : block.runs) {
    const RunRequest& own = run.plan->request;
    const std::string method =
        label_of(own.integrator, own.integrator_label) + (own.tuned ? ", tuned" : "");
    auto match = std::ranges::find(methods, method, &MethodRuns::method);
    if (match == methods.end()) match = methods.insert(methods.end(), {method});
    ++match->all;
    match->done += run.done ? 1 : 0;
  }
  for (const auto& [method, all, done] : methods)
    fmt::print("  {:32} {:4} run{}{}\n", method, all, all == 1 ? " " : "s",
               done > 0 ? fmt::format(", {} done", done) : "");
}

void print_reference(const ProblemRuns& block, const PartCosts& costs) {
  if (block.runs.empty()) return;
  const Problem& problem = *block.block->problem;
  const std::string kind = Judge::identity_of(problem, block.judge);
  const std::string text = kind == "exact"  ? "none: there is a closed form"
                           : kind == "none" ? "none: errors are not measured"
                           : block.reference_is_kept
                               ? "in the cache"
                               : "to be computed, " + about(costs.of({{block.reference, 1}}), 1);
  fmt::print("  {:32} {}\n", "reference", text);
}

}  // namespace

void print_dry_run(const Experiment& experiment, const std::filesystem::path& folder,
                   const SweepOptions& options) {
  if (!folder.empty()) check_folder(experiment, folder);
  Reuse reuse(experiment, read_lines(folder, "records.jsonl"), options.again);
  const WorkList work_list =
      make_work_list(experiment, options.with_reference, reuse, read_parts(folder));
  const PartCosts costs(experiment);
  long runs = 0, left = 0, samples = 0;
  for (const ProblemRuns& block : work_list) {
    if (block.runs.empty()) continue;
    print_block(block);
    print_reference(block, costs);
    for (const ListedRun& run : block.runs) {
      ++runs;
      if (run.done) continue;
      ++left;
      samples += run.samples;
    }
  }
  const auto references = reference_costs(work_list);
  const auto missing = std::ranges::count(references, 1, &PendingCost::pieces);
  fmt::print("\n{} of {} runs to do, {} at once, then {} timed samples, one at a time: {}\n", left,
             runs, options.jobs, samples,
             about(costs.of(run_costs(work_list, experiment.limits)), options.jobs));
  fmt::print("{} references to compute: {}\n", missing,
             missing == 0 ? "no time" : about(costs.of(references), 1));
  fmt::print("The whole experiment with its references, on {} cores: {}\n", usable_cores(),
             about(costs.whole(), usable_cores()));
}

CostSum expected_cost(const Experiment& experiment, const std::filesystem::path& folder,
                      const SweepOptions& options) {
  Reuse reuse(experiment, read_lines(folder, "records.jsonl"), options.again);
  const WorkList work_list =
      make_work_list(experiment, options.with_reference, reuse, read_parts(folder));
  auto pieces = run_costs(work_list, experiment.limits);
  for (const PendingCost& reference : reference_costs(work_list)) pieces.push_back(reference);
  return PartCosts(experiment).of(pieces);
}

}  // namespace stiffbench
