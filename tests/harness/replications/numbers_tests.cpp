// Tests of the judge's numbers: intervals, bounds at the coarsest and the finest run, samples of
// times, bands, margins, misprints.

#include "tests/harness/replications/made_up.hpp"

#include <catch2/catch.hpp>

namespace numbers_tests {

using namespace stiffbench;
using namespace stiffbench::test;
using Catch::Matchers::Contains;

namespace {

using enum ClaimVerdict;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The single value of a rule of values, with its text.
Case value_of(const std::string& of, const Records& records) {
  const auto cases =
      judge_rule(rule("values", "every", fmt::format(R"("of": "{}", "more_than": 0)", of)), records)
          .cases;
  REQUIRE(cases.size() == 1);
  return cases[0];
}

std::string ratio_of(const std::string& of, const std::string& condition) {
  return rule("ratio", "every",
              fmt::format(R"("of": "{}", "methods": ["bdf2"], "to": {{"methods": ["rk4"]}}, {})",
                          of, condition));
}

}  // namespace

TEST_CASE("a median of five samples lies between the smallest and the largest") {
  const Interval five = median_of({3, 1, 2, 5, 4});
  CHECK((five.least == 1 && five.best == 3 && five.most == 5));
  const Interval nine = median_of({1, 2, 3, 4, 5, 6, 7, 8, 9});
  CHECK((nine.least == 2 && nine.best == 5 && nine.most == 8));
  const Interval four = median_of({1, 2, 3, 4});
  CHECK((four.least == 0 && four.best == 2.5 && four.most == infinity));
}

TEST_CASE("quotients of intervals") {
  const Interval a{2, 4, 3}, b{1, 2, 1.5};
  const auto both = quotient(a, b).value();
  CHECK((both.least == 1 && both.most == 4 && both.best == 2));
  CHECK(quotient(a, Interval::at_most(2))->least == 1);
  CHECK(quotient(a, Interval::at_most(2))->most == infinity);
  CHECK(text_of(*quotient(a, Interval::at_most(2))) == "at least 1");
  CHECK(text_of(*quotient(Interval::at_least(6), b)) == "at least 3");
  CHECK(text_of(*quotient(Interval::at_least(6), Interval::at_least(2))) == "without a bound");
  CHECK(text_of(a) == "3 (2 to 4)");
  CHECK(text_of(Interval::exact(infinity)) == "infinite");
  CHECK(text_of(Interval{2.99999, 3.00001, 3}) == "3");
  CHECK(text_of(Interval::at_least(0)) == "without a bound");
  // A failure is slower and less precise than all that is finite, also where that is not known.
  const Interval failure = Interval::exact(infinity), unknown{0, infinity, 1};
  CHECK(quotient(failure, unknown)->least == infinity);
  CHECK(quotient(unknown, failure)->most == 0);
  CHECK_FALSE(quotient(failure, failure));
  CHECK_FALSE(quotient(a, Interval::exact(0)));
  CHECK_FALSE(quotient(a, Interval{-1, 1, 0.5}));
  CHECK(quotient(Interval::exact(-6), Interval::exact(-2))->best == 3);
  CHECK(quotient(Interval::exact(6), Interval::exact(-2))->most == -3);
}

TEST_CASE("the largest of a bound and a number is a bound, and no less than the number") {
  const std::array all{Interval::at_least(5), Interval::exact(7), Interval::at_most(6)};
  const Interval largest = extreme(all, Take::largest), least = extreme(all, Take::least);
  CHECK((largest.least == 7 && largest.may_be_more && !largest.may_be_less));
  CHECK(text_of(largest) == "at least 7");
  CHECK((least.most == 6 && least.least == 0 && least.may_be_less && least.may_be_more));
  const Interval mean = mean_of(std::array{Interval{1, 3, 2}, Interval::exact(4)});
  CHECK((mean.least == 2.5 && mean.best == 3 && mean.most == 3.5));
}

TEST_CASE("a time needs five samples, and an interval on one side of the edge") {
  const Record slow = with_samples(record_of("bdf2", 0.1, 1e-3, 1), {10, 11, 12, 13, 14}),
               fast = with_samples(record_of("rk4", 0.1, 1e-3, 1), {1, 1.1, 1.2, 1.3, 1.4});
  const std::string faster = ratio_of("time", R"("more_than": 1)");
  CHECK(verdict(faster, {slow, fast}) == holds);
  const Record single = with_samples(slow, {12});
  CHECK(verdict(faster, {single, fast}) == undecided);
  CHECK_THAT(judge_rule(faster, {single, fast}).sentence, Contains("1 sample, five are needed"));
  const Record near = with_samples(slow, {1.3, 1.35, 1.5, 1.6, 1.7});
  CHECK(verdict(faster, {near, fast}) == undecided);
  CHECK(verdict(ratio_of("time", R"("more_than": 2, "bound": "paper")"), {near, fast}) == fails);
}

TEST_CASE("a run of one step has no larger step, so that its time and step are no bounds") {
  Records rk4 = curve("rk4", 4, 1, 1);
  const auto times = [&] { return value_text(value_of("time_to 0.001", rk4)); };
  const auto steps = [&] { return value_text(value_of("step_to 0.001", rk4)); };
  rk4[0].count = 1;
  CHECK(times() == "10");
  CHECK(steps() == "0.1");
  // A tolerance that takes one step may be larger all the same.
  for (Record& record : rk4) record.tolerance = record.h;
  CHECK(times() == "at most 10");
}

TEST_CASE("the coarsest run that reaches an error bounds the time from above") {
  const Records rk4 = curve("rk4", 4, 1, 1), bdf2 = curve("bdf2", 2, 0.05, 3);
  // rk4 reaches 0.001 with its coarsest step in 10 s, bdf2 with 0.1 in 30 s.
  const Case coarsest = value_of("time_to 0.001", rk4);
  CHECK((coarsest.finding.value->least == 0 && coarsest.finding.value->most == 10));
  CHECK(value_text(coarsest) == "at most 10");
  CHECK_THAT(coarsest.finding.note, Contains("coarsest"));
  CHECK(value_text(value_of("step_to 0.001", rk4)) == "at least 0.1");
  const Judgement bound = judge_rule(ratio_of("time_to 0.0002", R"("near": 4)"), rk4 + bdf2);
  CHECK(bound.verdict == undecided);
  CHECK(bound.ours == "at least 3");
  // A bound decides what it can.
  CHECK(verdict(ratio_of("time_to 0.0002", R"("more_than": 2, "bound": "paper")"), rk4 + bdf2) ==
        holds);
  CHECK(verdict(ratio_of("time_to 0.0002", R"("near": 1.2)"), rk4 + bdf2) == fails);
  const std::string mean = rule("ratio", "mean", R"("of": "time_to 0.0002", "methods": ["bdf2"],
                                                    "to": {"methods": ["rk4"]}, "near": 4)");
  CHECK(verdict(mean, rk4 + bdf2) == undecided);
}

TEST_CASE("the step for an error lies between two that were tried, and so does the time") {
  const Records rk4 = curve("rk4", 4, 1, 1);
  // 0.05 reaches 1e-5 in 20 s; 0.1, in 10 s, does not.
  const auto ends = [](const Case& one) {
    return std::pair(one.finding.value->least, one.finding.value->most);
  };
  CHECK(ends(value_of("step_to 1e-5", rk4)) == std::pair(0.05, 0.1));
  CHECK(ends(value_of("time_to 1e-5", rk4)) == std::pair(10., 20.));
  CHECK(value_of("time_to 1e-5", rk4).finding.value->best == 20);
  // Where the larger step failed, as many steps of the smaller one's time bound it.
  const auto coarser = [&](Status status) {
    return curve("rk4", 4, 1, 1, {0.05, 0.025}) + with_status(record_of("rk4", 0.2, 1, 1), status);
  };
  CHECK(ends(value_of("step_to 1e-5", coarser(Status::diverged))) == std::pair(0.05, 0.2));
  CHECK(ends(value_of("time_to 1e-5", coarser(Status::diverged))) == std::pair(5., 20.));
  // A larger step that was stopped says nothing: 0.05 is the coarsest.
  CHECK(value_text(value_of("step_to 1e-5", coarser(Status::timeout))) == "at least 0.05");
  CHECK(value_text(value_of("time_to 1e-5", coarser(Status::timeout))) == "at most 20");
  // The paper's number inside that interval leaves the claim open.
  const auto near = [&](const std::string& number) {
    return verdict(rule("values", "every", R"("of": "step_to 1e-5", "near": )" + number), rk4);
  };
  CHECK(near("0.06") == holds);
  CHECK(near("0.03") == undecided);
  CHECK(near("0.02") == fails);
}

TEST_CASE("an untimed run that reaches an error has no time") {
  Records rk4 = curve("rk4", 4, 1, 1);
  for (Record& one : rk4) one.result.runtime->samples.clear();
  CHECK(value_of("time_to 0.001", rk4).answer == Answer::unknown);
}

TEST_CASE("a method that does not reach an error takes at least the time of its finest run") {
  const Records rk4 = curve("rk4", 4, 1, 1), bdf2 = curve("bdf2", 2, 0.05, 3);
  const Case finest = value_of("time_to 1e-5", bdf2);
  CHECK((finest.finding.value->least == 120 && finest.finding.value->most == infinity));
  CHECK(value_text(finest) == "at least 120");
  CHECK(value_text(value_of("step_to 1e-5", bdf2)) == "at most 0.025");
  CHECK(judge_rule(ratio_of("time_to 1e-5", R"("more_than": 5, "bound": "paper")"), rk4 + bdf2)
            .verdict == holds);
  // Where its finest run diverged, the time may be any.
  const Record diverged = with_status(record_of("bdf2", 0.01, 1, 1), Status::diverged),
               stopped = with_status(record_of("bdf2", 0.01, 1, 1), Status::timeout),
               crashed = with_status(record_of("bdf2", 0.01, 1, 1), Status::crashed);
  CHECK(verdict(ratio_of("time_to 1e-5", R"("more_than": 1)"), rk4 + (bdf2 + diverged)) ==
        undecided);
  CHECK(value_of("time_to 1e-5", bdf2 + stopped).finding.value->least == 120);
  CHECK(value_of("time_to 1e-5", bdf2 + crashed).answer == Answer::unknown);
  CHECK(value_of("time_to 1e-9", rk4).answer == Answer::unknown);  // below the reference's floor
}

TEST_CASE("an error below the reference's own is a bound") {
  const Records records{record_of("bdf2", 0.1, 5e-9, 1)};
  const Case one = value_of("error", records);
  CHECK(one.finding.value->least == 0);
  CHECK(one.finding.value->most == Approx(1.5e-8));
  CHECK(verdict(rule("values", "every", R"("of": "error", "at_most": 1e-6, "bound": "paper")"),
                records) == holds);
  const Interval above = *value_of("error", {record_of("bdf2", 0.1, 1.5e-8, 1)}).finding.value;
  CHECK(above.least == Approx(5e-9));
  CHECK(above.most == Approx(2.5e-8));
}

TEST_CASE("bands: a factor 2, a tenth, a quarter, and none of ratios contains 1") {
  const auto edges = [](double number, Band band, Of of) {
    const Condition condition = near(number, band, of);
    return std::pair(condition.least.value, condition.most.value);
  };
  CHECK(edges(3, Band::factor, Of::quantity) == std::pair(1.5, 6.));
  CHECK(edges(1.17, Band::factor, Of::quantity) == std::pair(0.585, 2.34));
  CHECK(edges(1.17, Band::factor, Of::ratio) == std::pair(1., 2.34));
  CHECK(edges(0.87, Band::factor, Of::ratio) == std::pair(0.435, 1.));
  CHECK(edges(1.1, Band::factor, Of::ratio).first == Approx(0.99));
  CHECK(edges(4, Band::exponent, Of::quantity) == std::pair(3.75, 4.25));
  CHECK(edges(2, Band::tenth, Of::quantity) == std::pair(1.8, 2.2));
  CHECK(near(0.02, Band::tenth, Of::quantity, 0.01).most.value == Approx(0.025));
  // The cut edge itself is outside.
  const Records equal{with_samples(record_of("bdf2", 0.1, 1, 1), {1, 1, 1, 1, 1}),
                      with_samples(record_of("rk4", 0.1, 1, 1), {1, 1, 1, 1, 1})};
  CHECK(verdict(ratio_of("time", R"("near": 1.17)"), equal) == fails);
  CHECK(verdict(ratio_of("time", R"("near": 1.05)"), equal) == holds);
  CHECK(verdict(ratio_of("time", R"("less_than": 1)"), equal) == fails);
  CHECK(verdict(ratio_of("time", R"("at_most": 1)"), equal) == holds);
}

TEST_CASE("the margin is that of the case nearest to another verdict") {
  const auto margin = [](const std::string& quantifier, const std::string& condition,
                         const Records& records) {
    return judge_rule(rule("values", quantifier, R"("of": "output speed", )" + condition), records)
        .margin;
  };
  const Records two{with_speed("rk4", 2), with_speed("bdf2", 4)};
  CHECK(margin("every", R"("more_than": 1)", two) == 0.5);
  CHECK(margin("some", R"("more_than": 1)", two) == 0.75);
  CHECK(margin("every", R"("less_than": 1)", two) == -0.75);
  CHECK(margin("mean", R"("near": 3)", two).value() == Approx(0.3 / 3.3));
  CHECK_FALSE(margin("every", R"("more_than": 1)",
                     two + with_status(with_speed("a_1", 1), Status::diverged)));
  CHECK(margin_text(0.0312) == "3.1%");
  CHECK(margin_text(-0.5) == "-50%");
  CHECK(margin_text({}).empty());
}

TEST_CASE("quantifiers: an undecided and an unknown case") {
  const auto cases = [](std::initializer_list<Answer> answers) {
    std::vector<Case> all;
    for (const Answer answer : answers) all.push_back({.finding = {}, .answer = answer});
    return all;
  };
  using enum Answer;
  using enum Quantifier;
  CHECK(verdict_of(every, cases({yes, undecided, unknown})) == ClaimVerdict::undecided);
  CHECK(verdict_of(every, cases({yes, unknown})) == in_part);
  CHECK(verdict_of(every, cases({yes, no, undecided})) == in_part);
  CHECK(verdict_of(every, cases({no, undecided, unknown})) == fails);
  CHECK(verdict_of(every, cases({unknown, unknown})) == untestable);
  CHECK(verdict_of(some, cases({no, undecided})) == ClaimVerdict::undecided);
  CHECK(verdict_of(some, cases({no, unknown})) == untestable);
  CHECK(verdict_of(some, cases({no, undecided, yes})) == holds);
}

TEST_CASE("a misprint is confirmed where its rule holds") {
  const std::string large = rule("values", "every", R"("of": "output speed", "more_than": 1)");
  const auto of = [&](const Record& record) {
    return judge_rule(large, {record}, R"("misprint": true)").verdict;
  };
  CHECK(of(with_speed("rk4", 2)) == misprint);
  CHECK(of(with_speed("rk4", 0.5)) == no_misprint);
  const Record stopped = with_status(with_speed("bdf2", 2), Status::timeout);
  CHECK(of(stopped) == untestable);
  const auto all = [&](const Records& records) {
    return judge_rule(large, records, R"("misprint": true)").verdict;
  };
  CHECK(all({with_speed("rk4", 2), stopped}) == untestable);
  CHECK(all({with_speed("rk4", 2), with_speed("bdf2", 0.5)}) == no_misprint);
}

}  // namespace numbers_tests
