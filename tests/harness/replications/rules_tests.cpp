// Tests of the kinds of rules, but exponents, on made-up records: each with a run that failed, one
// that was stopped and one that the rule names and nobody made, among good ones; and with one case
// of three that holds, under each quantifier.

#include "tests/harness/replications/made_up.hpp"

#include <catch2/catch.hpp>

namespace rules_tests {

using namespace stiffbench;
using namespace stiffbench::test;
using Catch::Matchers::Contains;

namespace {

using enum ClaimVerdict;

const std::string near_one = R"("of": "output speed", "near": 1)";

}  // namespace

TEST_CASE("values: the quantifier decides where one of three is as asked") {
  const Records all{with_speed("rk4", 0.99), with_speed("bdf2", 1), with_speed("sdirk2", 1.05)};
  CHECK(verdicts("values", near_one, all) == Three{holds, holds, holds});
  CHECK(judge_rule(rule("values", "every", near_one), all).ours == "0.99 to 1.05");
  const Records one{with_speed("rk4", 1), with_speed("bdf2", 1.5), with_speed("sdirk2", 0.5)};
  CHECK(verdicts("values", near_one, one) == Three{in_part, holds, holds});
  CHECK_THAT(judge_rule(rule("values", "every", near_one), one).sentence,
             Contains("1 of 3") && Contains("0.5") && Contains("why"));
  const Records none{with_speed("rk4", 2), with_speed("bdf2", 1.5), with_speed("sdirk2", 3)};
  CHECK(verdicts("values", near_one, none) == Three{fails, fails, fails});
  CHECK(verdicts("values", near_one, {}) == Three{untestable, untestable, untestable});
}

TEST_CASE("values: a failed run is a no, a stopped or missing one unknown") {
  const Record good = with_speed("rk4", 1);
  const Record failed = with_status(with_speed("bdf2", 1), Status::diverged),
               stopped = with_status(with_speed("bdf2", 1), Status::timeout);
  CHECK(verdicts("values", near_one, {good, failed}) == Three{in_part, holds, fails});
  CHECK(verdicts("values", near_one, {failed}) == Three{fails, fails, fails});
  CHECK(verdicts("values", near_one, {good, stopped}) == Three{in_part, holds, untestable});
  CHECK(verdicts("values", near_one, {stopped}) == Three{untestable, untestable, untestable});
  const std::string named = near_one + R"(, "methods": ["rk4", "bdf2"])";
  CHECK(verdicts("values", named, {good}) == Three{in_part, holds, untestable});
  CHECK_THAT(judge_rule(rule("values", "every", named), {good}).sentence,
             Contains("bdf2, no run here"));
  // No bound is met by a failed run, unless the rule asks for what it left.
  const std::string large = R"("of": "output speed", "more_than": 0)";
  CHECK(verdict(rule("values", "every", large), {failed}) == fails);
  const std::string left = large + R"(, "failed_runs": "judged")";
  CHECK(verdict(rule("values", "every", left), {failed}) == holds);
  CHECK(verdict(rule("values", "every", left),
                {with_status(record_of("bdf2", 0.1, 1, 1), Status::diverged)}) == untestable);
  CHECK(verdict(rule("values", "every", left), {stopped}) == untestable);
}

TEST_CASE("values stand beside those of a paper's table, within 10% or half of its last digit") {
  const auto record = [](double value) {
    Record one = with_output(record_of("a_1", 1. / 30, 1e-3, 1, {{"case", std::string("soft")}}),
                             "centre_velocity", value);
    one.problem.name = "collision_1d";
    return one;
  };
  const std::string all = R"("of": "output centre_velocity", "table": "you2026_table2")",
                    of = all + R"(, "methods": ["a_1"])";
  const auto table = [&](double value, const std::string& more) {
    return judge_rule(rule("values", "every", of + more), {record(value)});
  };
  CHECK(table(0.88, "").verdict == holds);
  CHECK(table(0.88, "").cases.at(0).paper == 0.81);
  CHECK(table(0.9, "").verdict == fails);
  CHECK_THAT(table(0.9, "").sentence, Contains("0.9 (paper 0.81)"));
  CHECK(table(0.9, R"(, "digit": 0.2)").verdict == holds);
  CHECK(table(0.82, R"(, "within": 0.005)").verdict == fails);
  // The table has three methods and four steps: numbers without a run are gaps, of 11 here.
  const Judgement gaps = judge_rule(rule("values", "every", all), {record(0.81)});
  CHECK(gaps.cases.size() == 12);
  CHECK(gaps.verdict == in_part);
  CHECK_THAT(gaps.sentence, Contains("11 cannot be judged: Soft, BDF2, h = 0.03333, no run here"));
}

TEST_CASE("ratio: every pair is a case, and a side may take one") {
  const Records records = three_methods();
  const auto faster = [](const std::string& more) {
    return R"("of": "time_to 2e-5", "methods": ["implicit_euler", "bdf2", "v_imex"],
              "to": {"methods": ["rk4"]}, "more_than": 1)" +
           more;
  };
  // rk4 takes 20 s, v_imex 8 s, and the other two do not get there in 400 s and 120 s.
  const Records with_rival = records + curve("v_imex", 4, 1, 0.4);
  CHECK(verdict(rule("ratio", "every", faster("")), with_rival) == in_part);
  CHECK(judge_rule(rule("ratio", "every", faster("")), with_rival).cases.size() == 3);
  CHECK(verdict(rule("ratio", "some", faster("")), with_rival) == holds);
  CHECK(verdict(rule("ratio", "every", faster(R"(, "take": "least")")), with_rival) == fails);
  CHECK(verdict(rule("ratio", "every", faster(R"(, "take": "largest")")), with_rival) == holds);
  CHECK(verdict(rule("ratio", "mean", faster("")), with_rival) == holds);
}

TEST_CASE("ratio: a failed run has an infinite error and an infinite time") {
  const Records all = three_methods();
  const Records failed{with_status(record_of("v_imex", 0.1, 1, 1), Status::newton_not_converged),
                       with_status(record_of("a_1", 0.1, 1, 1), Status::diverged)};
  const auto ratio = [&](const std::string& of, const std::string& above, const std::string& below,
                         const std::string& condition) {
    return verdict(rule("ratio", "every",
                        fmt::format(R"("of": "{}", "methods": ["{}"], "h": [0.1],
                                       "to": {{"methods": ["{}"]}}, "pair": "h", {})",
                                    of, above, below, condition)),
                   all + failed);
  };
  for (const char* of : {"error", "time"}) {
    INFO(of);
    CHECK(ratio(of, "v_imex", "rk4", R"("more_than": 1)") == holds);
    CHECK(ratio(of, "v_imex", "rk4", R"("near": 27)") == fails);
    CHECK(ratio(of, "v_imex", "rk4", R"("less_than": 1)") == fails);
    CHECK(ratio(of, "rk4", "v_imex", R"("less_than": 1)") == holds);
    CHECK(ratio(of, "rk4", "v_imex", R"("more_than": 1)") == fails);
    CHECK(ratio(of, "v_imex", "a_1", R"("less_than": 1)") == fails);
    CHECK(ratio(of, "v_imex", "a_1", R"("more_than": 1)") == fails);
  }
  // A mean with an infinite number in it meets no condition.
  CHECK(verdict(rule("values", "mean", R"("of": "error", "more_than": 0)"), all) == holds);
  CHECK(verdict(rule("values", "mean", R"("of": "error", "more_than": 0)"), all + failed) == fails);
}

TEST_CASE("ratio: one of three is below another") {
  const Records all{with_speed("rk4", 2), with_speed("bdf2", 1), with_speed("sdirk2", 3),
                    with_speed("a_1", 4)};
  const std::string fields = R"("of": "output speed", "methods": ["rk4"], "more_than": 1,
                                "to": {"methods": ["bdf2", "sdirk2", "a_1"]})";
  CHECK(verdicts("ratio", fields, all) == Three{in_part, holds, holds});  // 2, 0.67, 0.5
}

TEST_CASE("ratio: a failed side is a no, and spoils what is taken of its group") {
  const Records good{with_speed("rk4", 2), with_speed("bdf2", 1)};
  const Record failed = with_status(with_speed("sdirk2", 1), Status::diverged),
               stopped = with_status(with_speed("sdirk2", 1), Status::timeout);
  const auto side = [&](const std::string& take) {
    return R"("of": "output speed", "methods": ["rk4"], "more_than": 1,
              "to": {"methods": ["bdf2", "sdirk2"])" +
           take + "}";
  };
  CHECK(verdicts("ratio", side(""), good + failed) == Three{in_part, holds, fails});
  CHECK(verdicts("ratio", side(""), good + stopped) == Three{in_part, holds, untestable});
  for (const char* take : {"least", "largest"}) {
    const std::string one = side(fmt::format(R"(, "take": "{}")", take));
    CHECK(verdicts("ratio", one, good + failed) == Three{fails, fails, fails});
    CHECK(verdicts("ratio", one, good + stopped) == Three{untestable, untestable, untestable});
  }
  CHECK(verdict(rule("ratio", "every", side("")),
                {with_speed("rk4", 2), with_speed("bdf2", 0), with_speed("sdirk2", 1)}) == in_part);
}

TEST_CASE("ratio: runs pair by problem, by step where it says so, or with the one that is named") {
  Records records;
  for (const double height : {0.99, 1.0, 1.01})
    for (const double h : {0.1, 0.05}) {
      records.push_back(record_of("bdf2", h, 2 * height * h, 1, {{"height", height}}));
      records.back().problem.title = fmt::format("from {} m", height);
    }
  const auto cases = [&](const std::string& fields) {
    return judge_rule(rule("ratio", "every", R"("of": "error", )" + fields), records).cases;
  };
  CHECK(cases(R"("to": {}, "pair": "h", "near": 1)").empty());  // each run beside itself
  const auto halves = cases(R"("h": [0.05], "to": {"h": [0.1]}, "near": 0.5)");
  CHECK(halves.size() == 3);
  for (const Case& one : halves) CHECK(one.answer == Answer::yes);
  const auto heights = cases(R"("problems": ["from 0.99 m", "from 1.01 m"], "pair": "h",
                                "to": {"problems": ["from 1 m"]}, "near": 1)");
  CHECK(heights.size() == 4);
  // A problem or a step without a partner is no silent gap.
  const auto gap = cases(R"("problems": ["from 0.99 m", "from 1.01 m"], "h": [0.05],
                            "to": {"problems": ["from 1 m", "from 1.01 m"], "h": [0.1]},
                            "near": 0.5)");
  CHECK(std::ranges::count(gap, Answer::unknown, &Case::answer) == 2);
  CHECK(cases(R"("h": [0.05], "to": {"h": [0.1]}, "pair": "h", "near": 1)").size() == 6);
  // Runs of two problems are no pair, unless the second is named.
  CHECK(cases(R"("problems": ["from 0.99 m"], "to": {"problems": ["from 1 m"]}, "pair": "h",
                 "near": 1)")
            .size() == 2);
  CHECK(std::ranges::count(judge_rule(rule("ratio", "every",
                                           R"("of": "output speed", "methods": ["rk4"],
                                              "to": {"methods": ["bdf2"]}, "near": 1)"),
                                      {with_speed("rk4", 1), records[0]})
                               .cases,
                           Answer::unknown, &Case::answer) == 2);
  // Values of a list that no run has are gaps.
  CHECK(verdict(rule("values", "every", R"("of": "error", "more_than": 0,
                                           "where": {"height": [0.99, 1.0]})"),
                records) == holds);
  const Judgement gap_of_list = judge_rule(
      rule("values", "every", R"("of": "error", "more_than": 0, "where": {"height": [1.0, 2.0]})"),
      records);
  CHECK(gap_of_list.verdict == in_part);
  CHECK_THAT(gap_of_list.sentence, Contains("height = 2.0, no run here"));
  // Two quantities of one run are a ratio, too.
  CHECK(cases(R"("to": {"of": "work force"}, "pair": "h", "near": 1)").size() == 6);
}

TEST_CASE("order: a method that fails, or does not reach the error in more time, is last") {
  const Records records = three_methods();
  const auto order = [](const std::string& methods, const std::string& of) {
    return rule("order", "every", fmt::format(R"("of": "{}", "methods": {})", of, methods));
  };
  const std::string right = R"(["rk4", "bdf2", "implicit_euler"])";
  const Judgement by_step = judge_rule(order(right, "error"), records);
  CHECK(by_step.verdict == holds);
  CHECK(by_step.cases.size() == 6);
  CHECK(verdict(order(R"(["implicit_euler", "bdf2", "rk4"])", "error"), records) == fails);
  CHECK(verdict(order(R"(["rk4", "implicit_euler", "bdf2"])", "error"), records) == in_part);
  // bdf2 reaches 0.001 in 30 s, implicit_euler does not in 400 s.
  CHECK(verdict(order(R"(["bdf2", "implicit_euler"])", "time_to 0.001"), records) == holds);
  const Judgement behind =
      judge_rule(order(R"(["implicit_euler", "bdf2"])", "time_to 0.001"), records);
  CHECK(behind.verdict == fails);
  CHECK_THAT(behind.sentence, Contains("implicit_euler: no run reaches the error"));

  // In less time than that of bdf2 it may be the faster one, with a smaller step.
  const Records quick = curve("rk4", 4, 1, 1) + curve("implicit_euler", 1, 0.05, 0.1);
  CHECK(verdict(order(R"(["rk4", "implicit_euler"])", "time_to 1e-5"), quick) == undecided);
  // Where its finest run diverged, it is last.
  const Records diverges =
      quick + with_status(record_of("implicit_euler", 0.01, 1, 1), Status::diverged);
  CHECK(verdict(order(R"(["rk4", "implicit_euler"])", "time_to 1e-5"), diverges) == holds);
  CHECK(verdict(order(R"(["implicit_euler", "rk4"])", "time_to 1e-5"), diverges) == fails);
  // With its coarsest run rk4 reaches 0.001 in 10 s, which is a bound: others in less may be
  // slower.
  CHECK(verdict(order(R"(["v_imex", "rk4"])", "time_to 0.001"),
                records + curve("v_imex", 4, 1, 0.4)) == undecided);

  const Records speeds{with_speed("rk4", 1), with_speed("bdf2", 2), with_speed("sdirk3", 3),
                       with_status(with_speed("sdirk2", 3), Status::diverged)};
  CHECK(verdict(order(R"(["rk4", "bdf2", "sdirk3"])", "output speed"), speeds) == holds);
  CHECK(verdict(order(R"(["sdirk3", "bdf2", "rk4"])", "output speed"), speeds) == fails);
  // The outputs of a failed run are neither more nor less than others: no order holds.
  CHECK(verdict(order(R"(["rk4", "sdirk2"])", "output speed"), speeds) == fails);
  CHECK(verdict(order(R"(["sdirk2", "rk4"])", "output speed"), speeds) == fails);
  CHECK(verdict(order(R"(["rk4", "bdf2", "sdirk2"])", "output speed"), speeds) == in_part);
  CHECK(verdict(order(R"(["rk4", "bdf2", "a_1"])", "output speed"), speeds) == in_part);
  // One of three pairs is as asked.
  CHECK(judge_rule(order(R"(["rk4", "sdirk3", "bdf2", "rk4"])", "output speed"), speeds)
            .sentence.starts_with("1 of 3"));
  const Record stopped = with_status(with_speed("a_1", 3), Status::timeout);
  CHECK(verdict(order(R"(["rk4", "a_1"])", "output speed"), speeds + stopped) == untestable);
}

TEST_CASE("order: one number of all steps is taken where the rule says so") {
  const std::string fields = R"("of": "error", "methods": ["rk4", "bdf2"], "take": "largest")";
  CHECK(judge_rule(rule("order", "every", fields), three_methods()).cases.size() == 1);
  const Records failed =
      three_methods() + with_status(record_of("bdf2", 0.2, 1, 1), Status::diverged);
  CHECK(verdict(rule("order", "every", fields), failed) == holds);  // bdf2 fails, and is behind
  // The least error of rk4 is not that of its run that failed.
  const std::string least = R"("of": "error", "methods": ["rk4", "bdf2"], "take": "least")";
  CHECK(verdict(rule("order", "every", least),
                three_methods() + with_status(record_of("rk4", 0.2, 1, 1), Status::diverged)) ==
        holds);
}

TEST_CASE("status: a run that was stopped answers only where its own status is named") {
  const Records good{with_speed("rk4", 1), with_speed("bdf2", 1)};
  const Record failed = with_status(with_speed("sdirk2", 1), Status::diverged),
               stopped = with_status(with_speed("sdirk2", 1), Status::timeout);
  const auto ended = [](const std::string& quantifier, const std::string& status) {
    return rule("status", quantifier, fmt::format(R"("statuses": ["{}"])", status));
  };
  CHECK(verdict(ended("every", "ok"), good) == holds);
  CHECK(verdict(ended("every", "ok"), good + failed) == in_part);
  CHECK(verdict(ended("some", "diverged"), good + failed) == holds);
  CHECK(verdict(ended("every", "ok"), {failed}) == fails);
  CHECK(verdict(ended("every", "ok"), {stopped}) == untestable);
  CHECK(verdict(ended("every", "timeout"), {stopped}) == holds);
  const Records one_of_three{good[0], failed, with_status(with_speed("a_1", 1), Status::diverged)};
  CHECK(verdict(ended("every", "ok"), one_of_three) == in_part);
  CHECK(verdict(ended("some", "ok"), one_of_three) == holds);
}

TEST_CASE("properties of stability functions, and computations") {
  const auto l_stable = [](const std::string& quantifier, const std::string& names) {
    return rule("property", quantifier,
                R"("property": "l_stable", "is": true, "integrators": )" + names);
  };
  CHECK(verdict(l_stable("every", R"(["sdirk2"])")) == holds);
  CHECK(verdict(l_stable("every", R"(["implicit_midpoint"])")) == fails);
  CHECK(verdict(l_stable("every", R"(["sdirk2", "implicit_midpoint", "gauss4"])")) == in_part);
  CHECK(verdict(l_stable("some", R"(["sdirk2", "implicit_midpoint", "gauss4"])")) == holds);
  CHECK(verdict(rule("computation", "every",
                     R"("name": "one_sided_wall", "results": ["below_zero"], "near": 1)")) ==
        holds);
  const std::string walls =
      R"("name": "one_sided_wall", "results": ["below_zero", "above_zero"], "near": 1)";
  CHECK(verdicts("computation", walls, {}) == Three{in_part, holds, fails});
}

TEST_CASE(
    "a list of outputs or reports has a sum of entries, a run a real-time factor, and memory a "
    "peak") {
  Record record = with_output(record_of("rk4", 0.1, 1e-3, 1, {{"end_time", 5.}}), "energy",
                              std::vector{100., 1., 2., 3.});
  record = with_samples(record, {9, 10, 10, 10, 11});
  record.result.peak_bytes = 3'000'000'000L;
  record.result.energy = EnergySummary{2, 3, 1.5, 0, 0, {}, {}};
  record.result.reported = {{"alpha", std::vector{1.1, 1., 0.5}}, {"sweeps", 7L}};
  const auto value = [&](const std::string& fields) {
    const auto cases =
        judge_rule(rule("values", "every", fields + R"(, "at_least": 0)"), {record}).cases;
    return cases.at(0).finding.value.value_or(Interval::exact(-1));
  };
  CHECK(value(R"("of": "output energy", "entries": [1, 3])").best == 6);
  CHECK(value(R"("of": "output energy", "entries": [1, 9])").best == -1);
  CHECK(value(R"("of": "output energy", "entries": [1, 3], "minus": [1, 1])").best == 5);
  CHECK(value(R"("of": "output energy", "entries": [1, 3], "minus": [0, 9])").best == -1);
  CHECK(value(R"("of": "reported alpha", "entries": [1, 2])").best == 1.5);
  CHECK(value(R"("of": "reported sweeps")").best == 7);
  CHECK(value(R"("of": "reported energy")").best == -1);
  CHECK(value(R"("of": "real_time_factor")").best == 2);
  CHECK(value(R"("of": "real_time_factor")").most == Approx(2.2));
  CHECK(value(R"("of": "memory")").best == 3e9);
  CHECK(value(R"("of": "energy")").best == 1.5);
  CHECK(value(R"("of": "drift")").best == 0.75);
  CHECK(value(R"("of": "pace_to 0.1")").best == 2);
  record.count = 5;
  record.result.work = Work{};
  record.result.work->force = 20;
  CHECK(value(R"("of": "step_time")").best == 2);
  CHECK(value(R"("of": "step_time")").most == Approx(2.2));
  CHECK(value(R"("of": "work force")").best == 20);
  CHECK(value(R"("of": "step_work force")").best == 4);
  CHECK(value(R"("of": "time_per force")").best == 0.5);
  CHECK(value(R"("of": "time_per force")").most == Approx(0.55));
  CHECK(value(R"("of": "time_per solve")").best == -1);
  // A run that failed would have drifted on; a negative energy has no gain or loss by a quotient.
  record = with_status(record, Status::diverged);
  const Interval drift = value(R"("of": "drift", "failed_runs": "judged")");
  CHECK((drift.least == 0.75 && drift.most == std::numeric_limits<double>::infinity()));
  record.result.energy->initial = -2;
  CHECK(value(R"("of": "energy", "failed_runs": "judged")").best == -1);
}

}  // namespace rules_tests
