// Statistics of times, on samples that are made up: no test here measures a time.

#include "harness/records/compare/comparison.hpp"
#include "harness/records/compare/statistics.hpp"

#include <catch2/catch.hpp>

#include <random>

namespace statistics_tests {

using namespace stiffbench;

namespace {

/// Times round `median` with the long tail to the right that times have.
std::vector<double> times(std::size_t count, double median, double spread, unsigned seed) {
  std::mt19937 random(seed);
  std::lognormal_distribution<double> distribution(std::log(median), spread);
  std::vector<double> all;
  for (std::size_t i = 0; i < count; ++i) all.push_back(distribution(random));
  return all;
}

}  // namespace

TEST_CASE("the exact probability of the Mann-Whitney test is that of tables") {
  // All of 3 below all of 3: 2 of the 20 orders are as extreme.
  CHECK(mann_whitney({1, 2, 3}, {4, 5, 6}) == Approx(2 / 20.0));
  CHECK(mann_whitney({4, 5, 6}, {1, 2, 3}) == Approx(2 / 20.0));
  // U = 1 and U = 0: 2 of the 20 on either side.
  CHECK(mann_whitney({1, 2, 4}, {3, 5, 6}) == Approx(4 / 20.0));
  CHECK(mann_whitney({1, 4, 5, 8}, {2, 3, 6, 7}) == Approx(1));
  // 9 against 9: the largest U of the tables for a two-sided 5% is 17.
  CHECK(mann_whitney({1, 2, 3, 4, 5, 6, 7, 16, 18}, {8, 9, 10, 11, 12, 13, 14, 15, 17}) < 0.05);
  CHECK(mann_whitney({1, 2, 3, 4, 5, 6, 7, 17, 18}, {8, 9, 10, 11, 12, 13, 14, 15, 16}) > 0.05);
}

TEST_CASE("the normal approximation joins the exact probability, and stands ties") {
  std::vector<double> low, high;
  for (int i = 0; i < 21; ++i) {
    low.push_back(i);
    high.push_back(i + 5.5);
  }
  const double approximate = mann_whitney(low, high);
  low.pop_back(), high.pop_back();
  CHECK(approximate == Approx(mann_whitney(low, high)).epsilon(0.5));
  CHECK(mann_whitney({1, 1, 1}, {1, 1, 1}) == 1);
  CHECK(mann_whitney({1, 1, 2}, {1, 2, 2}) > 0.4);
}

TEST_CASE("the bootstrap interval holds the ratio of the medians") {
  const auto before = times(40, 1, 0.1, 1), after = times(40, 1.5, 0.1, 2);
  const Medians medians = medians_of(before, after, 0.99);
  CHECK(medians.low < 1.5);
  CHECK(medians.high > 1.5);
  CHECK(medians.low > 1.2);
  CHECK(medians.high < 1.9);
  CHECK(medians_of(before, before, 0.99).ratio() == 1);
  CHECK(medians_of(before, after, 0.5).low > medians.low);
}

TEST_CASE("as many samples are taken as can prove a change in one of many runs") {
  CHECK(samples_needed(0.01) == 9);
  CHECK(samples_needed(alpha_of(1000)) == 12);
}

TEST_CASE("a kernel that is 30% slower is reported, and one that is 30% faster is better") {
  const auto before = times(18, 1, 0.05, 1), slower = times(18, 1.3, 0.05, 2);
  CHECK(time_verdict(before, slower, 0.05, 100).verdict == Verdict::worse);
  CHECK(time_verdict(slower, before, 0.05, 100).verdict == Verdict::better);
  CHECK(time_verdict(before, slower, 0.5, 100).verdict == Verdict::same);  // tolerated
}

TEST_CASE("changes between equal programs are as rare as alpha says") {
  int changes = 0;
  for (unsigned seed = 0; seed < 2000; ++seed)
    changes += time_change(times(9, 1, 0.3, 2 * seed), times(9, 1, 0.3, 2 * seed + 1), 0.05, 20)
                   .direction != 0;
  CHECK(changes <= 4);  // 1 expected of 2000 at 0.01 / 20
}

}  // namespace statistics_tests
