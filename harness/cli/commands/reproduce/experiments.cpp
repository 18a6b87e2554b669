#include "harness/cli/commands/reproduce/experiments.hpp"

#include "base/error.hpp"
#include "base/text/read_number.hpp"
#include "harness/io/data_file.hpp"
#include "harness/pictures/draw.hpp"
#include "harness/pictures/fastest_rates.hpp"
#include "harness/processes/pool.hpp"
#include "harness/records/read_records.hpp"
#include "harness/sweep/dry_run.hpp"
#include "harness/sweep/expected_time.hpp"
#include "harness/sweep/selection.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <random>

namespace stiffbench {
namespace {

SweepOptions options_of(const Experiment& experiment) {
  return {.with_reference = experiment.with_reference,
          .seed = std::random_device{}(),
          .jobs = most_jobs(experiment)};
}

/// Names the figures of an experiment that a replication does not draw.
void name_others(const ReplicationExperiment& part, const std::string& folder) {
  std::vector<std::string> others = read_experiment(folder).value("figures", Json::array());
  std::erase_if(others, [&](const auto& name) { return std::ranges::count(part.figures, name); });
  if (!others.empty())
    fmt::print(stderr, "{} also has {}: stiffbench figure {}\n", part.name, fmt::join(others, ", "),
               folder);
}

Experiment load_part(const ReplicationExperiment& part) {
  Experiment experiment = load_experiment(part.name);
  select(experiment, {.only = part.only});
  return experiment;
}

}  // namespace

bool ReplicationExperiments::takes_part(const ReplicationExperiment& part) const {
  return std::ranges::any_of(parts_, [&](const ReplicationExperiment& other) {
    return other.name == part.name && (other.only.empty() || other.only == part.only);
  });
}

Duration ReplicationExperiments::time_of(const ReplicationExperiment& part) const {
  const auto key = fmt::format("{} {}", part.name, fmt::join(part.only, " "));
  if (const auto match = times_.find(key); match != times_.end()) return match->second;
  const auto own = folder_ / part.name;
  const bool is_begun = std::filesystem::exists(own / "records.jsonl");
  Duration& time = times_[key];
  if (!is_begun && part.only.empty()) {
    const CostSum whole = whole_cost_of(find_experiment(part.name));
    time = {whole.wall(usable_cores()), whole.is_rough};
  } else {
    const Experiment experiment = load_part(part);
    const SweepOptions options = options_of(experiment);
    const CostSum left = expected_cost(experiment, own, options);
    time = {left.wall(options.jobs), left.is_rough};
  }
  return time;
}

Duration ReplicationExperiments::time(const ClaimSet& replication) const {
  Duration sum;
  for (const ReplicationExperiment& part : replication.experiments) {
    if (takes_part(part)) continue;
    const Duration time = time_of(part);
    sum.seconds += time.seconds;
    sum.is_rough = sum.is_rough || (time.is_rough && time.seconds > 0);
  }
  return sum;
}

void ReplicationExperiments::add(const ClaimSet& replication) {
  for (const ReplicationExperiment& part : replication.experiments)
    if (!takes_part(part)) parts_.push_back(part);
}

bool ReplicationExperiments::run() const {
  for (const ReplicationExperiment& part : parts_) {
    const Experiment experiment = load_part(part);
    const auto own = folder_ / part.name;
    const SweepSummary done = sweep(experiment, own, options_of(experiment));
    fmt::print(stderr, "{}: {} runs: {}\n", part.name, done.total, done.reuse);
    if (done.interrupted) return false;
  }
  return true;
}

int ReplicationExperiments::draw(const ClaimSet& replication) const {
  int status = 0;
  for (const ReplicationExperiment& part : replication.experiments) {
    const std::string folder = (folder_ / part.name).string();
    for (const std::string& figure : part.figures) {
      const auto spec = find_data_file(figure, "results/figures", ".vl.json",
                                       "a replication draws figures of results/figures");
      const Json experiment = read_experiment(folder);
      auto rows = read_rows(folder, "current");
      add_fastest_rates(rows);
      status = std::max(status, stiffbench::draw("results/figures/render.mjs",
                                                 {spec.string(), folder, "--title",
                                                  experiment["title"].get<std::string>()},
                                                 rows));
    }
    name_others(part, folder);
  }
  return status;
}

Budget spend(std::vector<ClaimSet> replications, double seconds,
             ReplicationExperiments& experiments) {
  const auto price = [&](const ClaimSet& replication) {
    return experiments.time(replication).seconds;
  };
  Budget budget;
  while (!replications.empty()) {
    // Recomputed in each round, because the chosen replications make others cheaper.
    const auto next = std::ranges::min_element(replications, {}, price);
    const double time = price(*next);
    if (budget.seconds + time > seconds) break;
    budget.seconds += time;
    experiments.add(*next);
    budget.chosen.push_back(std::move(*next));
    replications.erase(next);
  }
  for (ClaimSet& replication : replications) {
    const Duration time = experiments.time(replication);
    budget.left_out.emplace_back(std::move(replication), time);
  }
  return budget;
}

double read_duration(const std::string& text) {
  const std::string units = "smh";
  const auto unit = text.empty() ? std::string::npos : units.find(text.back());
  const auto number = read_number<double>(text.substr(0, text.empty() ? 0 : text.size() - 1));
  if (unit == std::string::npos || !number || !(*number > 0))
    throw Error("a budget is a time with its unit", "'" + text + "'",
                "give for instance 90s, 30m or 2h");
  return *number * (unit == 0 ? 1 : unit == 1 ? 60 : 3600);
}

}  // namespace stiffbench
