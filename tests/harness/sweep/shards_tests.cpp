#include "base/error.hpp"
#include "harness/estimates/costs.hpp"
#include "harness/sweep/shards.hpp"
#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>

#include <numeric>
#include <random>

namespace shards_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;

namespace {

std::vector<double> sums(const std::vector<double>& costs, long count) {
  std::vector<double> sums(static_cast<std::size_t>(count));
  const std::vector<long> shards = split(costs, count);
  for (std::size_t i = 0; i < costs.size(); ++i)
    sums.at(static_cast<std::size_t>(shards[i])) += costs[i];
  return sums;
}

}  // namespace

TEST_CASE("runs are split so that the shards cost about the same") {
  CHECK(split({5, 4, 3, 3, 3}, 2) == std::vector<long>{0, 1, 1, 0, 1});
  CHECK(split({1, 1, 1, 1}, 2) == std::vector<long>{0, 1, 0, 1});
  CHECK(split({0, 0, 0, 0}, 2) == std::vector<long>{0, 1, 0, 1});
  std::mt19937 random(1);
  std::lognormal_distribution<double> cost(0, 2);
  std::vector<double> costs(1000);
  for (double& c : costs) c = cost(random);
  for (const long count : {1, 7, 32}) {
    const std::vector<double> of_shards = sums(costs, count);
    const double total = std::accumulate(costs.begin(), costs.end(), 0.),
                 share = total / static_cast<double>(count),
                 largest = *std::ranges::max_element(costs);
    CHECK(std::accumulate(of_shards.begin(), of_shards.end(), 0.) == Approx(total));
    CHECK(*std::ranges::max_element(of_shards) <= 4. / 3 * std::max(share, largest));
  }
}

TEST_CASE("the shards of an experiment have each of its runs once") {
  const auto labels = [](const Experiment& experiment) {
    std::vector<std::string> all;
    for (const Block& block : experiment.blocks)
      for (const RunPlan& plan : block.plans)
        all.push_back(block.problem->name() + plan.request.integrator + std::to_string(plan.h));
    std::ranges::sort(all);
    return all;
  };
  std::vector<std::string> together;
  for (long i = 1; i <= 5; ++i) {
    Experiment experiment = load_experiment("fput_order");
    keep_shard(experiment, {i, 5});
    const auto some = labels(experiment);
    CHECK_FALSE(some.empty());
    together.insert(together.end(), some.begin(), some.end());
  }
  std::ranges::sort(together);
  CHECK(together == labels(load_experiment("fput_order")));
}

TEST_CASE("a text that is no shard is refused") {
  for (auto* text : {"", "1", "0/4", "5/4", "1/4/2", "a/4", "1/", "-1/4", "1.5/4"})
    CHECK_THROWS_WITH(parse_shard(text), Contains("a shard is I/N with 1 <= I <= N"));
  CHECK_THAT(test::run_program("run --problem fput --integrator rk4 --h 0.1 --shard 1/2").err,
             Contains("--shard is given together with experiment"));
}

TEST_CASE("a plan has every run in a shard, and says what it cannot") {
  const auto end = test::run_program("plan fput_order --shards 5 --json");
  REQUIRE(end.status == 0);
  const Json plan = Json::parse(end.out);
  CHECK(plan["shards"].size() == 5);
  long runs = 0, samples = 0;
  for (const Json& shard : plan["shards"]) {
    runs += shard["runs"].get<long>();
    samples += shard["samples"].get<long>();
  }
  const Experiment experiment = load_experiment("fput_order");
  CHECK(runs == static_cast<long>(experiment.blocks[0].plans.size()));
  CHECK(samples == runs * experiment.blocks[0].plans[0].request.repeats);
  CHECK(plan["references"].size() == 1);
  CHECK(plan["memory"]["task_bytes"] > 1'000'000);
  CHECK(test::count_lines(test::run_program("plan fput_order --shards 5").out) == 10);
  CHECK_THAT(test::run_program("plan fput_order --shards 0").err, Contains("0 shards of 35 runs"));
  CHECK_THAT(test::run_program("plan fput_ordr").err, Contains("did you mean fput_order?"));
  CHECK_THAT(test::run_program("plan fput_order --records /nowhere").err,
             Contains("a folder of records holds records.jsonl"));
}

TEST_CASE("the split does not depend on what a machine has measured") {
  const test::Scratch scratch;
  const Experiment experiment = load_experiment("fput_order");
  const auto before = shards_of(experiment, 4);
  const test::Environment cache("STIFFBENCH_CACHE", scratch.path().c_str());
  record_cost(experiment.source, CostSum{1e9, 1e9, 1e9, false});
  CHECK(recorded_cost(experiment.source)->alone == 1e9);
  CHECK(shards_of(experiment, 4) == before);
}

}  // namespace shards_tests
