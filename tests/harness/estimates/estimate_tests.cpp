#include "base/paths.hpp"
#include "harness/estimates/costs.hpp"
#include "harness/estimates/estimate.hpp"
#include "harness/estimates/progress.hpp"
#include "harness/io/schema.hpp"
#include "tests/base/scratch.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

using namespace stiffbench;

namespace {

CostKey key(const std::string& method, double size) {
  return {"chain(6) " + method + " {}", "chain(6) " + method, "chain(6)", size};
}

}  // namespace

TEST_CASE("a cost is interpolated between sizes and goes with the size beyond them") {
  CostModel model;
  CHECK_FALSE(model.estimate(key("a", 10)));
  model.learn(key("a", 100), {5, 1});
  CHECK(model.estimate(key("a", 1000)).value() == Approx(15));
  model.learn(key("a", 10000), {5, 4});
  CHECK(model.estimate(key("a", 1000)).value() == Approx(7));
  CHECK(model.estimate(key("a", 1000000)).value() == Approx(5 + 4 * 4));
  CHECK(model.estimate(key("a", 1)).value() == Approx(5 + 1. / 4));
  model.learn(key("a", 20000), {5, 400});
  CHECK(model.estimate(key("a", 40000)).value() == Approx(805));
}

TEST_CASE("a method without points has the costs of its family, or of its problem") {
  CostModel model;
  model.learn(key("a", 100), {0, 1});
  CostKey other = key("a", 100);
  other.name = "chain(6) a {\"phi\":\"dense\"}";
  CHECK(model.estimate(other).value() == Approx(1));
  CHECK(model.estimate(key("b", 200)).value() == Approx(2));
  CHECK(model.estimate(sample_key(key("a", 100))).value() == Approx(1));
  model.learn(sample_key(key("a", 100)), {0, 0.25});
  CHECK(model.estimate(sample_key(key("a", 100))).value() == Approx(0.25));
  CostKey elsewhere = key("b", 100);
  elsewhere.room = elsewhere.family = elsewhere.name = "bunny(3)";
  CHECK_FALSE(model.estimate(elsewhere));
}

TEST_CASE("the time left counts what runs beside others and what runs alone apart") {
  CostModel model;
  model.learn(key("a", 100), {0, 1});
  const PendingCost beside{key("a", 100), 6, false}, alone{key("a", 100), 3, true};
  CHECK(time_left(model, {beside, alone}, 2, 1).value() == Approx(6));
  CHECK(time_left(model, {beside, alone}, 2, 2).value() == Approx(12));
  CHECK(time_left(model, {{key("a", 100), 1, false}}, 8, 1).value() == Approx(1));
  CHECK(time_left(model, {{key("a", 900), 1, true, 5.}}, 1, 1).value() == Approx(5));
  CHECK_FALSE(time_left(model, {{{"x", "x", "x", 1}, 1}}, 1, 1));
}

// Five methods with 100 to 1e5 steps: explicit ones, whose cost goes with the steps, and
// exponential ones, whose cost per step falls with h; every run has a start of its own, and is a
// third dearer or cheaper than its law. The order is that of a sweep: two of each method, then the
// dearest first.
TEST_CASE("after a tenth of the work the time left is right to a factor of 1.5") {
  struct Synthetic {
    CostKey key;
    Cost cost;
  };
  std::vector<Synthetic> first, others;
  const std::vector<std::pair<double, double>> laws{
      {1e-6, 1}, {4e-6, 1}, {2e-5, 1}, {1e-3, 0.4}, {1e-2, 0.1}};
  for (std::size_t m = 0; m < laws.size(); ++m)
    for (int i = 0; i < 7; ++i) {
      const double steps = 100 * std::pow(10, i / 2.);
      const double law = laws[m].first * std::pow(steps, laws[m].second);
      (i == 0 || i == 3 ? first : others)
          .push_back({key(std::to_string(m), steps), {0.003, law * (i % 2 == 0 ? 1.2 : 0.9)}});
    }
  CostModel model;
  double done = 0, total = 0;
  for (const auto& runs : {first, others})
    for (const auto& run : runs) total += run.cost.sum();
  for (const auto& run : first) {
    model.learn(run.key, run.cost);
    done += run.cost.sum();
  }
  CHECK(done < total / 5);
  std::ranges::stable_sort(others, std::ranges::greater{},
                           [&](const auto& run) { return model.estimate(run.key).value(); });
  for (auto run = others.begin(); run != others.end(); ++run) {
    std::vector<PendingCost> pending;
    for (auto rest = run; rest != others.end(); ++rest) pending.push_back({rest->key, 1});
    const double left = time_left(model, pending, 1, 1).value();
    INFO(done << " of " << total << " done, left " << left);
    if (done > total / 10) {
      CHECK(left < 1.5 * (total - done));
      CHECK(left > (total - done) / 1.5);
    }
    model.learn(run->key, run->cost);
    done += run->cost.sum();
  }
}

TEST_CASE("costs that one sweep has kept are there for the next") {
  const test::Scratch scratch;
  const test::Environment cache("STIFFBENCH_CACHE", scratch.path().c_str());
  CHECK_FALSE(KeptCosts().experiment("a_test"));
  CostModel model;
  model.learn(key("a", 100), {0, 2});
  KeptCosts::keep(model, "a_test", ExperimentCost{1, 4});
  const KeptCosts kept;
  CHECK(kept.model().estimate(key("a", 1000)).value() == Approx(20).epsilon(0.01));
  CHECK(kept.experiment("a_test")->wall(2) == Approx(3).epsilon(0.01));
}

TEST_CASE("the costs that come with the program follow their schema") {
  const Json costs = read_json(data_path("results/costs.json"));
  CHECK_NOTHROW(validate(costs, "costs", "results/costs.json"));
  CHECK(costs["experiments"].contains("demo"));
}

TEST_CASE("a line of progress fits the terminal") {
  const std::string text(300, 'x');
  for (const int columns : {1, 20, 80, 200}) {
    CHECK(progress_line(0.5, text, columns).size() == static_cast<std::size_t>(columns - 1));
    CHECK(progress_line(0.5, "", 80).size() < 80);
  }
  CHECK(progress_line(0.5, "a", 80) == "[#####.....] a");
  CHECK(clock_text(65) == "1:05");
  CHECK(clock_text(7384) == "2:03:04");
}
