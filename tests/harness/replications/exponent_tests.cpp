// Tests of the rule on exponents: slopes through points of which none is dropped, bounds, samples.

#include "tests/harness/replications/made_up.hpp"

#include <catch2/catch.hpp>

namespace exponent_tests {

using namespace stiffbench;
using namespace stiffbench::test;
using Catch::Matchers::Contains;

namespace {

using enum ClaimVerdict;

}  // namespace

TEST_CASE("exponent: the slope of a line through all points, of which none is dropped") {
  const std::string of = R"("of": "error", "along": "h", "methods": ["rk4"], "near": 4)";
  const Records records = three_methods();
  CHECK(verdicts("exponent", of, records) == Three{holds, holds, holds});
  const std::string all = R"("of": "error", "along": "h", "near": 4)";
  CHECK(verdicts("exponent", all, records) == Three{in_part, holds, fails});
  const Record failed = with_status(record_of("rk4", 0.2, 1, 1), Status::diverged),
               stopped = with_status(record_of("rk4", 0.0125, 1, 1), Status::timeout);
  CHECK(verdict(rule("exponent", "every", of), records + failed) == fails);
  CHECK(verdict(rule("exponent", "every", of + R"(, "h": [0.01, 0.1])"), records + failed) ==
        holds);
  CHECK(verdict(rule("exponent", "every", of), records + stopped) == untestable);
  const Judgement few =
      judge_rule(rule("exponent", "every", of + R"(, "h": [0.05, 0.1])"), records);
  CHECK(few.verdict == untestable);
  CHECK_THAT(few.sentence, Contains("2 of 3 points"));
  const Judgement floor =
      judge_rule(rule("exponent", "every", of), records + record_of("rk4", 1e-3, 1e-9, 1));
  CHECK(floor.verdict == holds);
  CHECK_THAT(floor.sentence, Contains("1 of its errors"));
}

TEST_CASE("exponent: bounds and single samples leave it open") {
  const auto of = [](const std::string& quantity, const Records& records) {
    return verdict(
        rule("exponent", "every",
             R"("along": "h", "methods": ["rk4"], "near": -1, "of": ")" + quantity + "\""),
        records);
  };
  Records records = curve("rk4", 4, 1, 1);
  CHECK(of("time", records) == holds);
  for (Record& one : records) one = with_samples(one, {one.result.runtime->median});
  CHECK(of("time", records) == undecided);
  // Samples that spread by a factor 2 to both sides allow slopes from -2 to 0.
  for (Record& one : records) {
    const double t = one.result.runtime->median;
    one = with_samples(one, {0.5 * t, t, t, t, 2 * t});
  }
  CHECK(of("time", records) == undecided);
  for (const auto& [condition, expected] : {std::pair{R"("at_least": -1.5)", undecided},
                                            {R"("at_least": -2.1)", holds},
                                            {R"("at_most": -0.5)", undecided},
                                            {R"("at_most": 0.1)", holds}}) {
    INFO(condition);
    CHECK(
        verdict(rule("exponent", "every",
                     R"("along": "h", "of": "time", "bound": "paper", )" + std::string(condition)),
                records) == expected);
  }
  // The coarsest run of each problem bounds the time that it takes to an error from above.
  Records sizes;
  for (const double omega : {10., 20., 40.})
    for (Record one : curve("rk4", 4, 1, 1)) {
      one.problem.parameters = {{"omega", omega}};
      sizes.push_back(one);
    }
  const auto along = [&](const std::string& level) {
    return verdict(
        rule("exponent", "every", R"("along": "omega", "near": 0, "of": "time_to )" + level + "\""),
        sizes);
  };
  CHECK(along("0.001") == undecided);
}

TEST_CASE("exponent: a curve along a parameter belongs to a method and a number of steps") {
  Records records;
  for (const double omega : {10., 20., 40.})
    records.push_back(record_of("rk4", 0.1, 1e-5 * omega * omega, 1, {{"omega", omega}}));
  const auto along = [&](const std::string& name) {
    return judge_rule(
        rule("exponent", "every", R"("of": "error", "near": 2, "along": ")" + name + "\""),
        records);
  };
  CHECK(along("omega").verdict == holds);
  CHECK(along("omega").cases.size() == 1);
  CHECK_THAT(along("kd").sentence, Contains("its kd is unknown"));
}

}  // namespace exponent_tests
