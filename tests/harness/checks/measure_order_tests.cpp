#include "harness/checks/measure_order.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

namespace measure_order_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;

namespace {

/// The motion of these tests: eight steps are h w = 1.
MotionScale scale() { return {.end_time = 2, .rate = 4}; }

Measurement measure(int declared, const std::function<double(double)>& error_at,
                    const MotionScale& motion = scale()) {
  const auto run = [&](long count) {
    return RunEnd{error_at(motion.end_time / static_cast<double>(count))};
  };
  return measure_order(motion, declared, run, 60);
}

double power(double h, int order, double factor = 1) { return factor * std::pow(h, order); }

/// Round-off that differs from run to run.
double noise(double h) { return std::lround(2 / h) % 3 == 0 ? 4e-13 : 6e-14; }

}  // namespace

TEST_CASE("a clean order is measured, whatever it is") {
  for (int order : {1, 2, 4, 8}) {
    const Measurement m = measure(order, [&](double h) { return power(h, order, 3); });
    INFO(order << m.reason);
    CHECK(m.fit.order == Approx(order).margin(1e-6));
    CHECK(m.fit.points == 6);
    CHECK(m.verdict == OrderVerdict::ok);
    CHECK(std::ranges::count_if(m.points, [](auto& point) { return point.fitted; }) == 6);
  }
}

TEST_CASE("an order is missed from either side") {
  for (const double wrong : {1.75, 2.25}) {
    const Measurement m = measure(2, [&](double h) { return std::pow(h, wrong) / 10; });
    CHECK(m.verdict == OrderVerdict::missed);
    CHECK(m.fit.order == Approx(wrong));
  }
  CHECK(measure(2, [](double h) { return std::pow(h, 2.15) / 10; }).verdict == OrderVerdict::ok);
  CHECK(measure(8, [](double h) { return std::pow(h, 7.5) / 10; }).verdict == OrderVerdict::ok);
  CHECK(measure(8, [](double h) { return power(h, 7, 0.1); }).verdict == OrderVerdict::missed);
}

TEST_CASE("a change of 1e-6 that takes an order is missed") {
  const auto spoilt = [](double h) { return power(h, 4, 0.01) + power(h, 1, 1e-6); };
  CHECK(measure(4, spoilt).verdict == OrderVerdict::missed);
}

TEST_CASE("the pre-asymptotic zone and the floor are left out") {
  const auto rough = [](double h) {
    const double coarse = h > 0.02 ? 0.05 : 0;  // does not converge with larger steps
    return coarse + power(h, 3, 10) * (1 + 20 * h) + 2e-9 * (1 + 0.3 * std::sin(1 / h));
  };
  const Measurement m = measure(3, rough);
  CHECK(m.fit.order == Approx(3).margin(0.15));
  CHECK(m.verdict == OrderVerdict::ok);
}

TEST_CASE("an order that shows at small steps only is measured behind a higher one") {
  const auto two_terms = [](double h) { return power(h, 4, 3e4) + power(h, 3, 30); };
  CHECK(measure(3, two_terms).verdict == OrderVerdict::ok);
}

TEST_CASE("the steps follow the fastest rate of the motion") {
  // A stiff motion: the same errors at the same h w.
  const MotionScale stiff{.end_time = 2, .rate = 4e4};
  const auto error = [](double h) { return power(h * 1e4, 2, 0.01); };
  const Measurement m = measure(2, error, stiff);
  CHECK(m.verdict == OrderVerdict::ok);
  CHECK(m.points.front().h * stiff.rate == Approx(1));
  // Steps of half a second suffice to a motion without any rate.
  CHECK(measure(2, error, {.end_time = 2}).points.front().h == 0.25);
}

TEST_CASE("an order that round-off hides is neither proven nor missed") {
  const auto errors = [](double tail) {
    return [=](double h) { return power(h, 4, 300) + power(h, 3, tail) + noise(h); };
  };
  const Measurement hidden = measure(3, errors(1e-2));
  CHECK(hidden.verdict == OrderVerdict::not_resolvable);
  CHECK(measure(3, errors(10)).verdict == OrderVerdict::ok);
  CHECK(measure(4, errors(0)).verdict == OrderVerdict::ok);
  // Between order 4 and 3 the slope moves towards the declared one, away from it, or to neither.
  const auto slow = [](double h) { return power(h, 4, 3) + power(h, 3, 1e-2) + 1e-12; };
  CHECK_THAT(measure(3, slow).reason, Contains("still moves towards it"));
  CHECK(measure(4, slow).verdict == OrderVerdict::missed);
  CHECK(measure(3, [](double h) { return power(h, 4, 3) + 1e-12; }).verdict ==
        OrderVerdict::missed);
}

TEST_CASE("a slope between the declared order and that on linear problems is no miss") {
  const auto verdict = [](int order, int of_linear) {
    const RunOf run = [=](long count) { return RunEnd{power(1. / double(count), order, 3)}; };
    return measure_order({.end_time = 1, .rate = 8}, 5, run, 60, of_linear);
  };
  CHECK_THAT(verdict(6, 6).reason, Contains("the motion is nearly linear"));
  CHECK(verdict(6, 6).verdict == OrderVerdict::not_resolvable);
  CHECK(verdict(7, 6).verdict == OrderVerdict::missed);
  CHECK(verdict(4, 6).verdict == OrderVerdict::missed);
  CHECK(verdict(6, 5).verdict == OrderVerdict::missed);
  CHECK(verdict(6, 0).verdict == OrderVerdict::missed);
}

TEST_CASE("a method as good as its reference as soon as it runs is neither proven nor missed") {
  // A method that is unstable with fewer than 1000 steps; the error of the reference is 1e-9.
  const auto measure_unstable = [](double factor, double scatter = 1) {
    const auto run = [=](long count) -> RunEnd {
      if (count < 1000) return {.failure = "diverged"};
      const bool power_of_two = (count & (count - 1)) == 0;  // every other one
      return {power(2.0 / static_cast<double>(count), 4, factor) * (power_of_two ? scatter : 1) +
              1e-9};
    };
    MotionScale motion = scale();
    motion.reference_error = 1e-9;
    return measure_order(motion, 4, run, 60);
  };
  CHECK_THAT(measure_unstable(10).reason, Contains("those of the reference, 1.0e-09"));
  CHECK(measure_unstable(10).verdict == OrderVerdict::not_resolvable);
  CHECK(measure_unstable(1e8).verdict == OrderVerdict::ok);
  CHECK(measure_unstable(1e5).fit.points == 4);  // four errors count if they lie on a line
  CHECK(measure_unstable(1e5).verdict == OrderVerdict::ok);
  CHECK(measure_unstable(1e5, 5).verdict == OrderVerdict::not_resolvable);
  CHECK_THAT(measure_unstable(1e5, 5).reason, Contains("where 4 is declared"));
}

TEST_CASE("errors that do not fall are a miss, at the small steps at which order 1 would show") {
  const auto stays = [](double error) { return [=](double) { return error; }; };
  const Measurement wrong_limit = measure(2, stays(0.5));
  CHECK(wrong_limit.verdict == OrderVerdict::missed);
  CHECK_THAT(wrong_limit.reason, Contains("it does not converge: errors stay at 5.0e-01"));
  CHECK(measure(2, stays(1e-9)).verdict == OrderVerdict::missed);
  // On a long or a sensitive motion errors of a sound method stay as large as the motion itself.
  CHECK(measure(2, stays(0.5), {.end_time = 2e4, .rate = 4}).verdict ==
        OrderVerdict::not_resolvable);
  CHECK(measure(2, stays(0.5), {.end_time = 2, .rate = 4, .growth = 1e6}).verdict ==
        OrderVerdict::not_resolvable);
}

TEST_CASE("an exact method, one that never runs, and a kink have their reasons") {
  const Measurement exact = measure(2, [](double) { return 1e-13; });
  CHECK(exact.verdict == OrderVerdict::not_resolvable);
  CHECK_THAT(exact.reason, Contains("exact here"));
  const auto never = [](long) { return RunEnd{.failure = "diverged, step 3"}; };
  const Measurement nowhere = measure_order(scale(), 2, never, 60);
  CHECK(nowhere.verdict == OrderVerdict::not_resolvable);
  CHECK_THAT(nowhere.reason, Contains("no run ended well") && Contains("diverged, step 3"));
  const auto over_a_kink = [](long count) {
    return RunEnd{.error = 1 / static_cast<double>(count), .passed_discontinuity = true};
  };
  const Measurement kink = measure_order(scale(), 2, over_a_kink, 60);
  CHECK(kink.verdict == OrderVerdict::not_resolvable);
  CHECK_THAT(kink.reason, Contains("kink"));
  CHECK(measure_order(scale(), 1, over_a_kink, 60).verdict == OrderVerdict::ok);
}

TEST_CASE("a slope below the declared order is steady for long before it is a miss") {
  const auto falls_later = [](double h) { return std::max(power(h, 2, 0.1), power(h, 1, 1e-4)); };
  const Measurement low = measure(3, falls_later), high = measure(1, falls_later);
  CHECK(low.verdict == OrderVerdict::missed);
  CHECK(low.points.back().h > 0.001);
  CHECK(low.fit.order == Approx(2));
  CHECK(high.verdict == OrderVerdict::ok);
  CHECK(high.points.back().h < 0.0005);
}

TEST_CASE("a slope is no miss before the range of steps has been gone through") {
  const auto second_order = [](long count) {
    return RunEnd{power(1 / static_cast<double>(count), 2)};
  };
  CHECK(measure_order(scale(), 3, second_order, INFINITY).verdict == OrderVerdict::missed);
  const auto slowly = [&](long count) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return second_order(count);
  };
  CHECK(measure_order(scale(), 3, slowly, 0.15).verdict == OrderVerdict::not_resolvable);
  // No time at all: not even the first run is begun.
  const Measurement none = measure_order(scale(), 3, second_order, -1);
  CHECK(none.points.empty());
  CHECK(none.verdict == OrderVerdict::not_resolvable);
  CHECK_THAT(none.reason, Contains("--timeout leaves them"));
}

}  // namespace measure_order_tests
