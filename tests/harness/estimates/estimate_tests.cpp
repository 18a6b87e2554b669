#include "base/paths.hpp"
#include "harness/estimates/costs.hpp"
#include "harness/estimates/estimate.hpp"
#include "harness/estimates/extrapolation.hpp"
#include "harness/estimates/progress.hpp"
#include "harness/io/data_file.hpp"
#include "harness/io/schema.hpp"
#include "tests/base/scratch.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

namespace estimate_tests {

using namespace stiffbench;

namespace {

CostKey key(const std::string& method, double size) {
  return {"chain " + method + " {}", "chain", method, size};
}

}  // namespace

TEST_CASE("a cost is interpolated between sizes and goes with the size beyond them") {
  CostModel model;
  model.learn(key("a", 100), {5, 1});
  CHECK(model.estimate(key("a", 1000)).seconds == Approx(15));
  model.learn(key("a", 10000), {5, 4});
  CHECK(model.estimate(key("a", 1000)).seconds == Approx(7));
  CHECK(model.estimate(key("a", 1000000)).seconds == Approx(5 + 4 * 4));
  CHECK(model.estimate(key("a", 1)).seconds == Approx(5 + 1. / 4));
  model.learn(key("a", 20000), {5, 400});
  CHECK(model.estimate(key("a", 40000)).seconds == Approx(805));
}

TEST_CASE("work that is not measured is counted with the nearest rate, and rough") {
  const CostModel model({{"", 3}, {"a", 2}, {"chain a", 5}, {"reference", 7}});
  const auto seconds = [&](const std::string& problem, const std::string& method) {
    const Estimate estimate = model.estimate({"own", problem, method, 10, 4});
    CHECK(estimate.is_rough);
    return estimate.seconds;
  };
  CHECK(seconds("chain", "a") == Approx(5 * 40));
  CHECK(seconds("cube", "a") == Approx(2 * 40));
  CHECK(seconds("cube", "b") == Approx(3 * 40));
  CHECK(seconds("chain", "reference") == Approx(7 * 40));
  CHECK(usual_rates().contains(""));
  CHECK(usual_rates().contains("reference"));
}

TEST_CASE("a sample has a cost of its own") {
  CostModel model;
  model.learn(key("a", 100), {0, 1});
  model.learn(sample_key(key("a", 100)), {0, 0.25});
  CHECK(model.estimate(sample_key(key("a", 100))).seconds == Approx(0.25));
  CHECK_FALSE(model.estimate(sample_key(key("a", 100))).is_rough);
}

TEST_CASE("only a method with settings to search is charged with the passes of a search") {
  const auto plan = [](const std::string& integrator, const Settings& settings, bool tuned) {
    return make_plan(
        ProblemRegistry::instance().make("oscillator"),
        {.integrator = integrator, .integrator_settings = settings, .count = 100, .tuned = tuned});
  };
  const auto passes = [&](const std::string& integrator, bool tuned) {
    return observed_key(plan(integrator, {}, tuned), "hash").passes;
  };
  CHECK(passes("gauss4", false) == 1);
  CHECK(passes("gauss4", true) > 1);
  CHECK(passes("rk4", true) == 1);
  const std::size_t open = searched_parameters(plan("gauss4", {}, true)).size();
  CHECK(searched_parameters(plan("gauss4", {{"tolerance", 1e-6}}, true)).size() == open - 1);
}

TEST_CASE("a sum of costs counts what runs beside others and what runs alone apart") {
  CostModel model;
  model.learn(key("a", 100), {0, 1});
  const PendingCost beside{key("a", 100), 6, false}, alone{key("a", 100), 3, true};
  CHECK(cost_of(model, {beside, alone}).wall(2) == Approx(6));
  CHECK(cost_of(model, {{key("a", 100), 1, false}}).wall(8) == Approx(1));
  CHECK(cost_of(model, {{key("a", 900), 1, true, 5.}}).wall(1) == Approx(5));
  const PendingCost rough{key("b", 2e6), 1};  // 2 s
  CHECK_FALSE(cost_of(model, {beside, rough}).is_rough);
  CHECK(cost_of(model, {{key("a", 100), 1}, rough}).is_rough);
}

TEST_CASE("a duration has the digits that it deserves") {
  CHECK(duration_text(0.2, false) == "about 1 s");
  CHECK(duration_text(34.3, false) == "about 34 s");
  CHECK(duration_text(34.3, true) == "about 30 s (rough)");
  CHECK(duration_text(0.27, true) == "about 1 s (rough)");
  CHECK(duration_text(94, true) == "about 90 s (rough)");
  CHECK(duration_text(97, true) == "about 100 s (rough)");
  CHECK(duration_text(3 * 3600 + 600, false) == "about 3 h");
  CHECK(duration_text(1e6, true) == "about 10 days (rough)");
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
                           [&](const auto& run) { return model.estimate(run.key).seconds; });
  for (auto run = others.begin(); run != others.end(); ++run) {
    std::vector<PendingCost> pending;
    for (auto rest = run; rest != others.end(); ++rest) pending.push_back({rest->key, 1});
    const double left = cost_of(model, pending).wall(1);
    INFO(done << " of " << total << " done, left " << left);
    if (done > total / 10) {
      CHECK(left < 1.5 * (total - done));
      CHECK(left > (total - done) / 1.5);
    }
    model.learn(run->key, run->cost);
    done += run->cost.sum();
  }
}

TEST_CASE("the cost of an experiment is recorded for its present state") {
  const test::Scratch scratch;
  const test::Environment cache("STIFFBENCH_CACHE", scratch.path().c_str());
  Json source{{"name", "a_test"}, {"title", "A test"}, {"counts", {100}}};
  CHECK_FALSE(recorded_cost(source));
  record_cost(source, CostSum{1, 4, 1.5, false});
  source["title"] = "Another title";
  CHECK(recorded_cost(source)->wall(2) == Approx(3));
  CHECK(recorded_cost(source)->wall(8) == Approx(2.5));  // the longest does not share
  record_cost(source, CostSum{7, 7, 7, true});
  CHECK(recorded_cost(source)->is_rough);
  source["counts"] = {200};
  CHECK_FALSE(recorded_cost(source));
}

TEST_CASE("measured costs come before rough ones, whosever they are") {
  const test::Scratch scratch;
  const test::Environment cache("STIFFBENCH_CACHE", scratch.path().c_str());
  const Json source = read_json(data_path("results/experiments/demo.json"));
  const auto shipped = recorded_cost(source);
  REQUIRE(shipped);
  CHECK_FALSE(shipped->is_rough);
  CHECK_FALSE(own_cost(source));
  record_cost(source, CostSum{7, 7, 7, true});
  CHECK(own_cost(source)->alone == 7);
  CHECK(recorded_cost(source)->alone == shipped->alone);
  record_cost(source, CostSum{7, 7, 7, false});
  CHECK(recorded_cost(source)->alone == 7);
}

TEST_CASE("the costs that come with the program follow their schema, and are of its experiments") {
  const Json costs = read_json(data_path("results/costs.json"));
  CHECK_NOTHROW(validate(costs, "costs", "results/costs.json"));
  const test::Scratch scratch;
  const test::Environment cache("STIFFBENCH_CACHE", scratch.path().c_str());
  const auto files = data_files("results/experiments", ".json");
  for (const auto& [name, entry] : costs["experiments"].items()) {
    INFO(name << ": renew results/costs.json, see docs/sweeps/README.md");
    REQUIRE(files.contains(name));
    CHECK(recorded_cost(read_json(files.at(name))));
  }
}

TEST_CASE("the time left is extrapolated from what was gained since the share last fell") {
  Extrapolation extrapolation;
  CHECK_FALSE(extrapolation.left());
  extrapolation.update(0.5);  // earlier work, in no time
  CHECK_FALSE(extrapolation.left());
  extrapolation.update(0.75);
  REQUIRE(extrapolation.left());
  CHECK(*extrapolation.left() >= 0);
  extrapolation.update(1);
  CHECK(extrapolation.left() == 0.);
  extrapolation.update(0.1);  // the next level
  CHECK_FALSE(extrapolation.left());
  extrapolation.update(0.2);
  CHECK(extrapolation.left());
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

}  // namespace estimate_tests
