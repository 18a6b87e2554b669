// Tests of the rules that decide claims of papers: each kind on made-up records, and what spoils a
// claim.

#include "base/error.hpp"
#include "harness/targets/assessment.hpp"
#include "tests/harness/records/record_of.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

using namespace stiffbench;
using Catch::Matchers::Contains;
using test::record_of;

namespace {

Claim claim_with(const std::string& rule) {
  return {.text = "a test's claim",
          .place = "here",
          .paper = "",
          .rule = Json::parse(rule),
          .otherwise = "why"};
}

PaperTarget target_with(const std::string& rule) {
  PaperTarget target{.name = "test_target",
                     .title = "a test's own",
                     .paper = "",
                     .doi = "",
                     .place = "",
                     .experiments = {{"one", {}, {}}},
                     .remarks = {},
                     .claims = {claim_with(rule)}};
  check_rule(target.claims[0].rule, target);
  return target;
}

Judgement judge_rule(const std::string& rule, const std::vector<Record>& records = {}) {
  const PaperTarget target = target_with(rule);
  Evidence evidence;
  if (!records.empty()) evidence["one"] = make_rows(records);
  return assess(target, evidence).judgements.at(0);
}

Record with_output(Record record, const std::string& name, Value value) {
  record.result.outputs = Settings{{name, std::move(value)}};
  return record;
}

Record with_status(Record record, Status status) {
  record.result.status = status;
  record.result.reason = "a test's own";
  return record;
}

/// Records of two methods of which rk4 has order 4 and ten times the speed.
std::vector<Record> two_methods() {
  std::vector<Record> records;
  for (const double h : {0.1, 0.05, 0.025}) {
    records.push_back(record_of("rk4", h, std::pow(h, 4), 1 / h));
    records.push_back(record_of("implicit_euler", h, 0.05 * h, 10 / h));
  }
  return records;
}

}  // namespace

TEST_CASE("values hold where every run is in the range, and in part where some are") {
  std::vector<Record> records;
  for (const double value : {0.99, 1.0, 1.01})
    records.push_back(with_output(record_of("rk4", value, 1e-3, 1), "speed", value));
  const char* rule = R"({"kind": "values", "of": "output speed", "near": 1, "within": 0.02})";
  CHECK(judge_rule(rule, records).verdict == ClaimVerdict::holds);
  CHECK(judge_rule(rule, records).ours == "0.99 to 1.01");

  records[1].result.outputs = Settings{{"speed", 1.5}};
  const Judgement spoiled = judge_rule(rule, records);
  CHECK(spoiled.verdict == ClaimVerdict::in_part);
  CHECK_THAT(spoiled.sentence, Contains("2 of 3") && Contains("1.5") && Contains("why"));

  for (Record& record : records) record.result.outputs = Settings{{"speed", 1.5}};
  CHECK(judge_rule(rule, records).verdict == ClaimVerdict::fails);
  CHECK(judge_rule(rule).verdict == ClaimVerdict::untestable);
}

TEST_CASE("a run that fails by itself misses a value, and one that was stopped says nothing") {
  const std::vector<Record> good{with_output(record_of("rk4", 0.1, 1e-3, 1), "speed", 1.)};
  const char* rule = R"({"kind": "values", "of": "output speed", "near": 1, "within": 0.02})";
  auto records = good;
  records.push_back(with_status(record_of("rk4", 0.2, 1, 1), Status::diverged));
  CHECK(judge_rule(rule, records).verdict == ClaimVerdict::in_part);
  records = {with_status(record_of("rk4", 0.2, 1, 1), Status::timeout)};
  CHECK(judge_rule(rule, records).verdict == ClaimVerdict::untestable);
  CHECK_THAT(judge_rule(rule, records).sentence, Contains("timeout"));
}

TEST_CASE("values stand beside those of a paper's table") {
  const auto record = [](double value) {
    Record one = with_output(record_of("a_1", 1. / 30, 1e-3, 1, {{"case", std::string("soft")}}),
                             "centre_velocity", value);
    one.problem.name = "collision_1d";
    return one;
  };
  const char* rule = R"({"kind": "values", "of": "output centre_velocity",
                         "table": "you2026_table2", "within": 0.0015})";
  const Judgement right = judge_rule(rule, {record(0.8105)}),
                  wrong = judge_rule(rule, {record(0.82)});
  CHECK(right.verdict == ClaimVerdict::holds);
  REQUIRE(right.cases.size() == 1);
  CHECK(right.cases[0].paper == 0.81);
  CHECK(wrong.verdict == ClaimVerdict::fails);
  CHECK_THAT(wrong.sentence, Contains("0.82 (paper 0.81)"));
}

TEST_CASE("the sum of some entries of a list is a quantity") {
  const std::vector<Record> records{
      with_output(record_of("rk4", 0.1, 1e-3, 1), "energy", std::vector{100., 1., 2., 3.})};
  CHECK(judge_rule(R"({"kind": "values", "of": "output energy", "entries": [1, 3], "near": 6,
                       "within": 0.1})",
                   records)
            .verdict == ClaimVerdict::holds);
  CHECK(judge_rule(R"({"kind": "values", "of": "output energy", "entries": [1, 9], "near": 6,
                       "within": 0.1})",
                   records)
            .verdict == ClaimVerdict::untestable);
}

TEST_CASE("an exponent is the slope of a line through all points") {
  const char* rule = R"({"kind": "exponent", "of": "error", "along": "h", "methods": ["rk4"],
                         "near": 4, "within": 0.1})";
  auto records = two_methods();
  CHECK(judge_rule(rule, records).verdict == ClaimVerdict::holds);
  records[4].result.error->measures.energy_norm_relative *= 3;
  CHECK(judge_rule(rule, records).verdict == ClaimVerdict::fails);
  records.resize(4);  // two steps of each method
  CHECK(judge_rule(rule, records).verdict == ClaimVerdict::untestable);
}

TEST_CASE("an exponent along a parameter has a curve for each method and number of steps") {
  std::vector<Record> records;
  for (const double omega : {10., 20., 40.})
    records.push_back(record_of("rk4", 0.1, 1e-5 * omega * omega, 1, {{"omega", omega}}));
  const char* rule = R"({"kind": "exponent", "of": "error", "along": "omega", "near": 2,
                         "within": 0.1})";
  const Judgement judgement = judge_rule(rule, records);
  CHECK(judgement.verdict == ClaimVerdict::holds);
  CHECK(judgement.cases.size() == 1);
  CHECK_THAT(judge_rule(R"({"kind": "exponent", "of": "error", "along": "kd", "near": 2,
                            "within": 0.1})",
                        records)
                 .sentence,
             Contains("no kd"));
}

TEST_CASE("a ratio compares two choices of runs on each problem") {
  const auto records = two_methods();
  // implicit_euler is below 0.006 from h = 0.1 on, in 100 s; rk4 in 10 s
  CHECK(judge_rule(R"({"kind": "ratio", "of": "time_to 0.006", "methods": ["implicit_euler"],
                       "to": {"methods": ["rk4"]}, "near": 10, "factor": 1.01})",
                   records)
            .verdict == ClaimVerdict::holds);
  CHECK(judge_rule(R"({"kind": "ratio", "of": "time_to 0.006", "methods": ["implicit_euler"],
                       "to": {"methods": ["rk4"]}, "near": 20, "factor": 1.5})",
                   records)
            .verdict == ClaimVerdict::fails);
  CHECK(judge_rule(R"({"kind": "ratio", "of": "step_to 1e-6", "methods": ["implicit_euler"],
                       "to": {"methods": ["rk4"]}, "near": 1, "factor": 2})",
                   records)
            .verdict == ClaimVerdict::untestable);
  CHECK(judge_rule(R"({"kind": "ratio", "of": "error", "methods": ["rk4"], "h": [0.05],
                       "to": {"h": [0.1]}, "near": 0.0625, "within": 1e-6})",
                   records)
            .verdict == ClaimVerdict::holds);
}

TEST_CASE("a ratio compares all problems with the one that \"to\" names") {
  std::vector<Record> records;
  for (const double height : {0.99, 1.0, 1.01})
    for (const std::string method : {"bdf2", "rk4"}) {
      records.push_back(record_of(method, 0.1, 2 * height, 1, {{"height", height}}));
      records.back().problem.title = fmt::format("from {} m", height);
    }
  const auto judged = [&](const std::string& to, const std::string& within) {
    return judge_rule(R"({"kind": "ratio", "of": "error", "methods": ["bdf2"],
                          "problems": ["from 0.99 m", "from 1.01 m"], "near": 1, "within": )" +
                          within + R"(, "to": )" + to + "}",
                      records);
  };
  const Judgement near = judged(R"({"problems": ["from 1 m"]})", "0.011");
  CHECK(near.verdict == ClaimVerdict::holds);
  CHECK(near.cases.size() == 2);
  CHECK(judged(R"({"problems": ["from 1 m"]})", "0.009").verdict == ClaimVerdict::fails);
  // Of two that are named each problem has only itself.
  CHECK(judged(R"({"problems": ["from 0.99 m", "from 1.01 m"]})", "1e-9").cases.size() == 2);
  CHECK(judged(R"({"problems": ["from 1 m", "from 1.01 m"]})", "1e-9").cases.size() == 1);
}

TEST_CASE("pace is time over the span, and memory the peak") {
  std::vector<Record> records;
  for (const double h : {0.1, 0.05})
    records.push_back(record_of("rk4", h, std::pow(h, 4), 1 / h, {{"end_time", 5.0}}));
  for (Record& record : records) record.result.peak_bytes = 3'000'000'000L;
  const auto verdict = [&](const std::string& of, const std::string& demand) {
    return judge_rule(R"({"kind": "values", "of": ")" + of + R"(", )" + demand + "}", records)
        .verdict;
  };
  CHECK(verdict("pace", R"("range": [1.99, 4.01])") == ClaimVerdict::holds);
  CHECK(verdict("pace", R"("range": [null, 3])") == ClaimVerdict::in_part);
  CHECK(verdict("pace_to 1e-5", R"("near": 4, "within": 0.01)") == ClaimVerdict::holds);
  CHECK(verdict("pace_to 0.1", R"("near": 2, "within": 0.01)") == ClaimVerdict::holds);
  CHECK(verdict("memory", R"("is": 3000000000)") == ClaimVerdict::holds);
  for (Record& record : records) {
    record.result.peak_bytes.reset();
    record.problem.parameters.clear();
  }
  for (const char* of : {"pace", "pace_to 0.1", "memory"})
    CHECK(verdict(of, R"("range": [null, 1e300])") == ClaimVerdict::untestable);
}

TEST_CASE("methods stand in an order, in which one that does not get there is last") {
  auto records = two_methods();
  const char* rule = R"({"kind": "ascending", "of": "time_to 0.001",
                         "methods": ["rk4", "implicit_euler"], "by": 2})";
  CHECK(judge_rule(rule, records).verdict == ClaimVerdict::holds);
  CHECK(judge_rule(R"({"kind": "ascending", "of": "error",
                       "methods": ["implicit_euler", "rk4"]})",
                   records)
            .verdict == ClaimVerdict::fails);
  const Judgement by_step = judge_rule(R"({"kind": "ascending", "of": "error",
                                           "methods": ["rk4", "implicit_euler"]})",
                                       records);
  CHECK(by_step.verdict == ClaimVerdict::holds);
  CHECK(by_step.cases.size() == 3);
}

TEST_CASE("statuses, and properties of stability functions") {
  auto records = two_methods();
  const char* rule = R"({"kind": "status", "statuses": ["ok"], "methods": ["rk4"]})";
  CHECK(judge_rule(rule, records).verdict == ClaimVerdict::holds);
  records[0] = with_status(records[0], Status::diverged);
  CHECK(judge_rule(rule, records).verdict == ClaimVerdict::in_part);
  CHECK(judge_rule(R"({"kind": "property", "integrators": ["sdirk2"], "property": "l_stable",
                       "is": true})")
            .verdict == ClaimVerdict::holds);
  CHECK(judge_rule(R"({"kind": "property", "integrators": ["tr_bdf2_b"], "property": "l_stable",
                       "is": false})")
            .verdict == ClaimVerdict::fails);
}

TEST_CASE("rules that cannot be evaluated are refused before anything runs") {
  const auto refusal = [](const std::string& rule) {
    try {
      target_with(rule);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK_THAT(refusal(R"({"kind": "value", "of": "error", "range": [0, 1]})"), Contains("values"));
  CHECK_THAT(refusal(R"({"kind": "values", "of": "eror", "range": [0, 1]})"), Contains("error"));
  CHECK_THAT(refusal(R"({"kind": "values", "of": "work sole", "range": [0, 1]})"),
             Contains("solve"));
  CHECK_THAT(refusal(R"({"kind": "values", "of": "error"})"), Contains("range"));
  CHECK_THAT(refusal(R"({"kind": "values", "of": "error", "range": [2, 1]})"), Contains("bounds"));
  CHECK_THAT(refusal(R"({"kind": "ratio", "of": "error", "range": [0, 1]})"), Contains("'to'"));
  CHECK_THAT(refusal(R"({"kind": "values", "of": "time_to x", "range": [0, 1]})"),
             Contains("level"));
  CHECK_THAT(refusal(R"({"kind": "values", "of": "error", "range": [0, 1], "experiment": "two"})"),
             Contains("one"));
  CHECK_THAT(refusal(R"({"kind": "status", "statuses": ["fine"]})"), Contains("fine"));
  CHECK_THAT(refusal(R"({"kind": "property", "integrators": ["bdf2"], "property": "l_stable",
                         "near": 1, "within": 0.5})"),
             Contains("bdf2"));
  CHECK_THAT(refusal(R"({"kind": "computation", "name": "fput_sums", "results": ["sum_to_m"],
                         "range": [0, 1]})"),
             Contains("fput_sum"));
  CHECK_THAT(refusal(R"({"kind": "computation", "name": "fput_sum", "results": ["sum"],
                         "range": [0, 1]})"),
             Contains("sum_to_m"));
}

namespace {

/// Eight starts of a method with this mean and with numbers that lie `width` to both sides of it.
std::vector<Record> starts_of(const std::string& integrator, double mean, double width,
                              double h = 0.1) {
  std::vector<Record> records;
  for (long index = 1; index <= 8; ++index) {
    records.push_back(with_output(record_of(integrator, h, 1, 1), "apexes",
                                  std::vector<double>{mean + (index % 2 ? width : -width), 7}));
    records.back().start = {index, 1e-6};
  }
  return records;
}

std::vector<Record> both(std::vector<Record> a, const std::vector<Record>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace

TEST_CASE("a quantity over starts is one number for all of them") {
  const auto records = starts_of("rk4", 2, 0.1);
  const auto value = [&](const std::string& what) {
    const Judgement judgement =
        judge_rule(R"({"kind": "values", "of": "output apexes", "entries": [0, 0], "range": [0, 9],
                       "over_starts": ")" +
                       what + "\"}",
                   records);
    REQUIRE(judgement.cases.size() == 1);
    CHECK_THAT(judgement.cases[0].label, !Contains("start"));
    return judgement.cases[0].value.value();
  };
  CHECK(value("mean") == Approx(2).epsilon(1e-12));
  CHECK(value("spread") == Approx(0.1 * std::sqrt(8. / 7)).epsilon(1e-12));
  CHECK(value("error") == Approx(0.1 / std::sqrt(7.)).epsilon(1e-12));
  CHECK(value("least") == Approx(1.9).epsilon(1e-12));
  CHECK(value("largest") == Approx(2.1).epsilon(1e-12));
  const char* each = R"({"kind": "values", "of": "output apexes", "entries": [0, 0],
                         "range": [2, 9]})";
  CHECK(judge_rule(each, records).cases.size() == 8);
  CHECK_THAT(judge_rule(each, records).sentence, Contains("4 of 8") && Contains("start 2"));
  CHECK_THROWS_WITH(target_with(R"({"kind": "values", "of": "time_to 0.1", "range": [0, 1],
                                    "over_starts": "mean"})"),
                    Contains("leave over_starts out"));
}

TEST_CASE("starts that fail, or are single, have no mean") {
  const char* rule = R"({"kind": "values", "of": "output apexes", "entries": [0, 0],
                         "over_starts": "mean", "range": [0, 9]})";
  auto records = starts_of("rk4", 2, 0.1);
  records[4] = with_status(records[4], Status::diverged);
  CHECK(judge_rule(rule, records).verdict == ClaimVerdict::fails);
  CHECK_THAT(judge_rule(rule, records).sentence, Contains("start 5: it ended as diverged"));
  records[4] = with_status(records[4], Status::timeout);
  CHECK(judge_rule(rule, records).verdict == ClaimVerdict::untestable);
  const auto single = with_output(record_of("rk4", 0.1, 1, 1), "apexes", std::vector<double>{1});
  CHECK_THAT(judge_rule(rule, {single}).sentence, Contains("it has one start"));
}

TEST_CASE("two means differ by a number of their standard errors") {
  const char* rule = R"({"kind": "difference", "of": "output apexes", "entries": [0, 0],
                         "methods": ["rk4"], "to": {"methods": ["bdf2"]}, "range": [null, 3]})";
  const double error = 0.1 / std::sqrt(7.);  // of either mean
  const auto judged = [&](double distance, double h = 0.1) {
    return judge_rule(rule, both(starts_of("rk4", 2 + distance * error * std::sqrt(2.), 0.1),
                                 starts_of("bdf2", 2, 0.1, h)));
  };
  CHECK(judged(2.9).verdict == ClaimVerdict::holds);
  CHECK(judged(-2.9).cases.at(0).value.value() == Approx(2.9).epsilon(1e-12));
  CHECK(judged(3.1).verdict == ClaimVerdict::fails);
  CHECK(judged(-3.1).verdict == ClaimVerdict::fails);
  CHECK(judged(1, 0.05).cases.at(0).value.value() ==
        Approx(1).epsilon(1e-12));  // the only step there is
  const auto two_steps = both(starts_of("bdf2", 2, 0.1), starts_of("bdf2", 9, 0.1, 0.05));
  const Judgement at_its_step = judge_rule(rule, both(starts_of("rk4", 2, 0.1), two_steps));
  REQUIRE(at_its_step.cases.size() == 1);
  CHECK(at_its_step.cases[0].value.value() == Approx(0).margin(1e-9));
  const Judgement sure = judge_rule(rule, both(starts_of("rk4", 2, 0), starts_of("bdf2", 2.1, 0)));
  CHECK(sure.verdict == ClaimVerdict::fails);
  const Judgement equal = judge_rule(rule, both(starts_of("rk4", 2, 0), starts_of("bdf2", 2, 0)));
  CHECK(equal.cases.at(0).value.value() == 0);
  CHECK_THROWS_WITH(target_with(R"({"kind": "difference", "of": "output a", "over_starts": "mean",
                                    "to": {}, "range": [0, 1]})"),
                    Contains("leave over_starts out"));
}
