#include "harness/sweep/dry_run.hpp"

#include "harness/sweep/agenda.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

namespace stiffbench {
namespace {

/// The lines of a file in the folder as JSON; none where no folder is given. A line that is no JSON
/// is left to the sweep, which reports it.
std::vector<Json> read_lines(const std::filesystem::path& folder, const char* name) {
  std::vector<Json> lines;
  if (folder.empty()) return lines;
  std::ifstream file(folder / name);
  for (std::string line; std::getline(file, line);)
    if (const Json json = Json::parse(line, nullptr, false);
        json.is_object() && json.contains("id"))
      lines.push_back(json);
  return lines;
}

EarlierParts read_parts(const std::filesystem::path& folder) {
  EarlierParts parts;
  for (const Json& part : read_lines(folder, "unfinished.jsonl")) parts[part["id"]].push_back(part);
  return parts;
}

/// A time that may be unknown, in words.
std::string about(const std::optional<double>& seconds) {
  return seconds ? "about " + duration_text(*seconds) : "time unknown";
}

std::string label_of(const std::string& name, const std::string& label) {
  return label.empty() ? name : label;
}

struct MethodRuns {
  std::string method;
  long all = 0, done = 0;
};

void print_block(const AgendaBlock& block) {
  const RunRequest& request = block.runs.front().plan->request;
  fmt::print("{}\n", label_of(block.block->problem->name(), request.problem_label));
  std::vector<MethodRuns> methods;
  for (const AgendaRun& run : block.runs) {
    const RunRequest& own = run.plan->request;
    const std::string method = label_of(own.integrator, own.integrator_label);
    auto place = std::ranges::find(methods, method, &MethodRuns::method);
    if (place == methods.end()) place = methods.insert(methods.end(), {method});
    ++place->all;
    place->done += run.done ? 1 : 0;
  }
  for (const auto& [method, all, done] : methods)
    fmt::print("  {:32} {:4} run{}{}\n", method, all, all == 1 ? " " : "s",
               done > 0 ? fmt::format(", {} done", done) : "");
}

void print_reference(const AgendaBlock& block, const CostModel& model) {
  if (block.runs.empty()) return;
  const Problem& problem = *block.block->problem;
  const std::string kind = Judge::identity_of(problem, block.judge);
  const std::string text = kind == "exact"  ? "none: there is a closed form"
                           : kind == "none" ? "none: errors are not measured"
                           : block.reference_is_kept
                               ? "in the cache"
                               : "to be computed, " + about(model.estimate(block.reference));
  fmt::print("  {:32} {}\n", "reference", text);
}

}  // namespace

void print_dry_run(const Experiment& experiment, const std::filesystem::path& folder,
                   const SweepOptions& options) {
  if (!folder.empty()) check_folder(experiment, folder);
  Reuse reuse(experiment, read_lines(folder, "records.jsonl"), options.again);
  const Agenda agenda = make_agenda(experiment, options.with_reference, reuse, read_parts(folder));
  const CostModel model = KeptCosts().model();
  long runs = 0, left = 0, samples = 0;
  for (const AgendaBlock& block : agenda) {
    if (block.runs.empty()) continue;
    print_block(block);
    print_reference(block, model);
    for (const AgendaRun& run : block.runs) {
      ++runs;
      if (run.done) continue;
      ++left;
      samples += run.samples;
    }
  }
  const auto references = reference_costs(agenda);
  const auto missing = std::ranges::count(references, 1, &PendingCost::pieces);
  fmt::print("\n{} of {} runs to do, {} at once, then {} timed samples, one at a time: {}\n", left,
             runs, options.jobs, samples,
             about(time_left(model, run_costs(agenda, experiment.limits), options.jobs, 1)));
  fmt::print("{} references to compute: {}\n", missing,
             missing == 0 ? "no time" : about(time_left(model, references, 1, 1)));
}

std::optional<double> expected_time(const Experiment& experiment,
                                    const std::filesystem::path& folder,
                                    const SweepOptions& options) {
  Reuse reuse(experiment, read_lines(folder, "records.jsonl"), options.again);
  const Agenda agenda = make_agenda(experiment, options.with_reference, reuse, read_parts(folder));
  const CostModel model = KeptCosts().model();
  const auto references = time_left(model, reference_costs(agenda), 1, 1);
  const auto runs = time_left(model, run_costs(agenda, experiment.limits), options.jobs, 1);
  if (!references || !runs) return std::nullopt;
  return *references + *runs;
}

}  // namespace stiffbench
