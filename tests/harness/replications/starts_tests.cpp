// Tests of rules about runs from several starts.

#include "tests/harness/replications/made_up.hpp"

#include <catch2/catch.hpp>

namespace starts_tests {

using namespace stiffbench;
using namespace stiffbench::test;
using Catch::Matchers::Contains;

namespace {

using enum ClaimVerdict;

/// Eight starts of a method with this mean and with numbers that lie `width` to both sides of it.
Records starts_of(const std::string& integrator, double mean, double width, double h = 0.1) {
  Records records;
  for (long index = 1; index <= 8; ++index) {
    records.push_back(with_output(record_of(integrator, h, 1, 1), "apexes",
                                  std::vector<double>{mean + (index % 2 ? width : -width), 7}));
    records.back().start = {index, 1e-6};
  }
  return records;
}

const std::string apex = R"("of": "output apexes", "entries": [0, 0])";
const std::string between = R"("at_least": 0, "at_most": 9, "bound": "paper")";

std::string over(const std::string& statistic) {
  return rule("values", "every",
              fmt::format(R"({}, {}, "over_starts": "{}")", apex, between, statistic));
}

}  // namespace

TEST_CASE("a quantity over starts is one number for all of them") {
  const Records records = starts_of("rk4", 2, 0.1);
  const auto value = [&](const std::string& what) {
    const Judgement judgement = judge_rule(over(what), records);
    REQUIRE(judgement.cases.size() == 1);
    CHECK_THAT(judgement.cases[0].finding.label, !Contains("start"));
    return judgement.cases[0].finding.value.value().best;
  };
  CHECK(value("mean") == Approx(2).epsilon(1e-12));
  CHECK(value("spread") == Approx(0.1 * std::sqrt(8. / 7)).epsilon(1e-12));
  CHECK(value("error") == Approx(0.1 / std::sqrt(7.)).epsilon(1e-12));
  const auto each = [&](const std::string& quantifier) {
    return judge_rule(rule("values", quantifier, apex + R"(, "at_least": 2, "bound": "paper")"),
                      records);
  };
  CHECK(each("every").cases.size() == 8);
  CHECK_THAT(each("every").sentence, Contains("4 of 8") && Contains("start 2"));
  CHECK(each("mean").cases.size() == 1);
}

TEST_CASE("a mean over starts keeps the bounds of its numbers, a spread of bounds is unknown") {
  Records records;
  for (long index = 1; index <= 2; ++index) {
    records.push_back(record_of("rk4", 0.1, 5e-9, 1));  // below the reference's own error
    records.back().start = {index, 1e-6};
  }
  const auto of = [&](const std::string& statistic) {
    return judge_rule(rule("values", "every",
                           R"("of": "error", "more_than": 0, "over_starts": ")" + statistic + "\""),
                      records)
        .cases.at(0);
  };
  CHECK(value_text(of("mean")) == "at most 1.5e-08");
  CHECK(of("mean").answer == Answer::undecided);
  CHECK(of("spread").answer == Answer::unknown);
  CHECK_THAT(of("spread").finding.note, Contains("bounds"));
}

TEST_CASE("starts that fail, or are single, have no mean") {
  Records records = starts_of("rk4", 2, 0.1);
  records[4] = with_status(records[4], Status::diverged);
  CHECK(verdict(over("mean"), records) == fails);
  CHECK_THAT(judge_rule(over("mean"), records).sentence, Contains("start 5: it ended as diverged"));
  records[4] = with_status(records[4], Status::timeout);
  CHECK(verdict(over("mean"), records) == untestable);
  const Record single = with_output(record_of("rk4", 0.1, 1, 1), "apexes", std::vector{1.});
  CHECK_THAT(judge_rule(over("mean"), {single}).sentence, Contains("it has one start"));
}

TEST_CASE("two means differ by a number of their standard errors") {
  const std::string fields = apex + R"(, "methods": ["rk4"], "to": {"methods": ["bdf2"]},
                                       "at_most": 3, "bound": "mathematics")";
  const double error = 0.1 / std::sqrt(7.);  // of either mean
  const auto judged = [&](double distance, double h = 0.1) {
    return judge_rule(
        rule("difference", "every", fields),
        starts_of("rk4", 2 + distance * error * std::sqrt(2.), 0.1) + starts_of("bdf2", 2, 0.1, h));
  };
  CHECK(judged(2.9).verdict == holds);
  CHECK(judged(-2.9).cases.at(0).finding.value->best == Approx(2.9).epsilon(1e-12));
  CHECK(judged(3.1).verdict == fails);
  CHECK(judged(-3.1).verdict == fails);
  CHECK(judged(1, 0.05).cases.at(0).finding.value->best ==
        Approx(1).epsilon(1e-12));  // the only step there is
  const auto of = [&](const Records& records) {
    return judge_rule(rule("difference", "every", fields), records);
  };
  const Judgement at_its_step =
      of(starts_of("rk4", 2, 0.1) + starts_of("bdf2", 2, 0.1) + starts_of("bdf2", 9, 0.1, 0.05));
  REQUIRE(at_its_step.cases.size() == 1);
  CHECK(at_its_step.cases[0].finding.value->best == Approx(0).margin(1e-9));
  CHECK(of(starts_of("rk4", 2, 0) + starts_of("bdf2", 2.1, 0)).verdict == fails);
  CHECK(of(starts_of("rk4", 2, 0) + starts_of("bdf2", 2, 0)).verdict == holds);

  Records failed = starts_of("bdf2", 2, 0.1);
  failed[3] = with_status(failed[3], Status::diverged);
  CHECK(of(starts_of("rk4", 2, 0.1) + failed).verdict == fails);
  failed[3] = with_status(failed[3], Status::timeout);
  CHECK(of(starts_of("rk4", 2, 0.1) + failed).verdict == untestable);
  CHECK(of(starts_of("rk4", 2, 0.1)).verdict == untestable);  // nothing to compare with
}

TEST_CASE("a signed difference of means has a direction") {
  const double unit = 0.1 * std::sqrt(2. / 7);  // the combined standard error
  const auto judged = [&](const std::string& condition, double distance) {
    return judge_rule(rule("difference", "every",
                           apex + R"(, "methods": ["rk4"], "to": {"methods": ["bdf2"]}, )" +
                               condition + R"(, "bound": "mathematics")"),
                      starts_of("rk4", 2 + distance * unit, 0.1) + starts_of("bdf2", 2, 0.1));
  };
  const std::string more = R"("more_than": 3)", less = R"("less_than": -3)",
                    sign = R"("signed": true, )";
  CHECK(judged(sign + more, 4).verdict == holds);
  CHECK(judged(sign + more, -4).verdict == fails);
  CHECK(judged(sign + less, -4).verdict == holds);
  CHECK(judged(sign + less, 4).verdict == fails);
  CHECK(judged(sign + more, -4).cases.at(0).finding.value->best == Approx(-4).epsilon(1e-12));
  CHECK(judged(more, 4).verdict == holds);
  CHECK(judged(more, -4).verdict == holds);
}

TEST_CASE("the words of a difference tell whether its sign counts") {
  const auto words = [&](const std::string& sign) {
    const Json json = Json::parse(
        rule("difference", "every",
             apex + R"(, "methods": ["rk4"], "to": {"methods": ["bdf2"]}, "at_most": 1)" + sign));
    return read_rule(json, {{"one"}})->words();
  };
  CHECK_THAT(words(""), Contains("differs from"));
  CHECK_THAT(words(R"(, "signed": true)"), Contains(", less ") && !Contains("differs"));
}

TEST_CASE("difference: one of three is under the bound") {
  Records records;
  for (const auto& [height, mean] : {std::pair{1., 2.}, {2., 5.}, {3., 7.}})
    for (const auto& [method, own] : {std::pair{"rk4", 2.}, {"bdf2", mean}})
      for (Record record : starts_of(method, own, 0.1)) {
        record.problem.parameters = {{"height", height}};
        records.push_back(record);
      }
  const std::string fields = apex + R"(, "methods": ["rk4"], "to": {"methods": ["bdf2"]},
                                       "at_most": 3, "bound": "mathematics")";
  CHECK(verdict(rule("difference", "every", fields), records) == in_part);
  CHECK(verdict(rule("difference", "some", fields), records) == holds);
  CHECK(verdict(rule("difference", "mean", fields), records) == fails);
}

}  // namespace starts_tests
