#include "harness/sweep/shards.hpp"

#include "base/error.hpp"
#include "base/text/read_number.hpp"
#include "harness/sweep/expected_time.hpp"
#include "problems/contract/problem_hash.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <queue>
#include <tuple>

namespace stiffbench {
namespace {

double cost_of(const RunPlan& plan, const std::string& problem_hash, const CostModel& model) {
  if (!plan.why_not_applicable.empty()) return 0;
  const CostKey observed = observed_key(plan, problem_hash);
  return static_cast<double>(1 + plan.request.repeats) * model.estimate(observed).seconds;
}

}  // namespace

Shard parse_shard(const std::string& text) {
  const auto slash = text.find('/');
  const auto number = [](const std::string& digits) { return read_number<long>(digits); };
  const auto index = number(text.substr(0, slash));
  const auto count = slash == std::string::npos ? index : number(text.substr(slash + 1));
  if (slash == std::string::npos || !index || !count || *index < 1 || *index > *count)
    throw Error("a shard is I/N with 1 <= I <= N", "'" + text + "'", "give one such as 1/4");
  return {*index, *count};
}

std::vector<long> split(const std::vector<double>& costs, long count) {
  std::vector<std::size_t> order(costs.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::greater(), [&](std::size_t i) { return costs[i]; });
  // Sum, number of runs (so that runs without cost are distributed, too), index.
  using Load = std::tuple<double, long, long>;
  std::priority_queue<Load, std::vector<Load>, std::greater<>> loads;
  for (long shard = 0; shard < count; ++shard) loads.emplace(0, 0, shard);
  std::vector<long> shards(costs.size());
  for (const std::size_t i : order) {
    const auto [sum, runs, shard] = loads.top();
    loads.pop();
    shards[i] = shard;
    loads.emplace(sum + costs[i], runs + 1, shard);
  }
  return shards;
}

std::vector<long> shards_of(const Experiment& experiment, long count) {
  const CostModel model(recorded_rates());
  std::vector<double> costs;
  for (const Block& block : experiment.blocks) {
    const std::string hash = problem_hash(*block.problem);
    // Rounded to four digits, because mathematical libraries differ in the last digit and all
    // machines must compute the same split.
    for (const RunPlan& plan : block.plans) costs.push_back(rounded(cost_of(plan, hash, model), 4));
  }
  if (count < 1 || count > static_cast<long>(costs.size()))
    throw Error("an experiment has from 1 shard to one for each run",
                fmt::format("{} shards of {} runs", count, costs.size()),
                "take a number between them");
  return split(costs, count);
}

void keep_shard(Experiment& experiment, const Shard& shard) {
  const std::vector<long> shards = shards_of(experiment, shard.count);
  auto of_run = shards.begin();
  leave_out(experiment, [&](const RunPlan&) { return *of_run++ != shard.index - 1; });
}

}  // namespace stiffbench
