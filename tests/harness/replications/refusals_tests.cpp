// Tests of what a rule, a claim and an aim may not be.

#include "tests/harness/replications/made_up.hpp"

#include <catch2/catch.hpp>

namespace refusals_tests {

using namespace stiffbench;
using namespace stiffbench::test;
using Catch::Matchers::Contains;

namespace {

std::string refusal(const std::string& rule, const std::string& more = "") {
  try {
    replication_with(rule, more);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

std::string refused(const std::string& kind, const std::string& fields) {
  return refusal(rule(kind, "every", fields));
}

}  // namespace

TEST_CASE("rules that cannot be evaluated are refused before anything runs") {
  CHECK_THAT(refused("value", R"("of": "error", "at_most": 1)"), Contains("values"));
  CHECK_THAT(refused("values", R"("of": "eror", "at_most": 1)"), Contains("error"));
  CHECK_THAT(refused("values", R"("of": "work sole", "at_most": 1)"), Contains("solve"));
  CHECK_THAT(refused("values", R"("of": "error")"), Contains("one condition"));
  CHECK_THAT(refused("values", R"("of": "error", "near": 1, "at_most": 1)"),
             Contains("one condition"));
  CHECK_THAT(refused("values", R"("of": "error", "at_least": 1, "at_most": 0)"), Contains("swap"));
  CHECK_THAT(refused("values", R"("of": "error", "at_least": 0, "more_than": 0)"),
             Contains("one lower and one upper"));
  CHECK_THAT(refused("values", R"("of": "error", "near": 0)"), Contains("no width"));
  CHECK_THAT(refused("values", R"("of": "error", "at_most": 1, "take": "least")"),
             Contains("take 'take' out"));
  CHECK_THAT(refused("values", R"("of": "memory 3", "at_most": 1)"), Contains("take '3' out"));
  CHECK_THAT(refused("values", R"("of": "output a", "minus": [0, 1], "at_most": 1)"),
             Contains("add 'entries'"));
  CHECK_THAT(refused("ratio", R"("of": "error", "at_most": 1)"), Contains("'to'"));
  CHECK_THAT(refused("ratio", R"("of": "time_to 0.1", "at_most": 1, "to": {}, "pair": "h")"),
             Contains("take 'pair' out"));
  CHECK_THAT(refused("values", R"("of": "time_to x", "at_most": 1)"), Contains("level"));
  CHECK_THAT(refused("values", R"("of": "error", "at_most": 1, "experiment": "two")"),
             Contains("it has one"));
  CHECK_THAT(refused("order", R"("of": "error", "methods": ["rk4"])"), Contains("two methods"));
  CHECK_THAT(refused("status", R"("statuses": ["fine"])"), Contains("fine"));
  CHECK_THAT(refused("property", R"("integrators": ["bdf2"], "property": "l_stable", "near": 1)"),
             Contains("bdf2"));
  CHECK_THAT(refused("computation", R"("name": "fput_sums", "results": ["sum_to_m"], "near": 1)"),
             Contains("fput_sum"));
  CHECK_THAT(refused("computation", R"("name": "fput_sum", "results": ["sum"], "near": 1)"),
             Contains("sum_to_m"));
  CHECK_THAT(refused("values", R"("of": "time_to 0.1", "at_most": 1, "over_starts": "mean")"),
             Contains("leave over_starts out"));
  CHECK_THAT(refused("values", R"("of": "time_per solve", "at_most": 1, "over_starts": "mean")"),
             Contains("leave over_starts out"));
  CHECK_THAT(refused("difference", R"("of": "output a", "over_starts": "mean", "to": {},
                                      "at_most": 1)"),
             Contains("leave over_starts out"));
  CHECK_THAT(refused("ratio", R"("of": "output a", "to": {}, "at_most": 1, "signed": true)"),
             Contains("take 'signed' out"));
  CHECK_THAT(refused("values", R"("of": "time", "at_most": 1, "failed_runs": "judged")"),
             Contains("take 'failed_runs' out"));
}

TEST_CASE("a rule states its quantifier, and a mean is one of numbers") {
  CHECK_THAT(refusal(R"({"kind": "values", "of": "error", "at_most": 1})"), Contains("quantifier"));
  CHECK_THROWS_WITH(
      read_rule(Json::parse(R"({"kind": "values", "of": "error", "at_most": 1})"), {{"one"}}),
      Contains("states its quantifier"));
  const std::string order = R"("of": "error", "methods": ["rk4", "bdf2"])";
  CHECK(refusal(rule("order", "some", order)).empty());
  CHECK_THAT(refusal(rule("order", "mean", order)), Contains("'every' or 'some'"));
  CHECK_THAT(refusal(rule("status", "mean", R"("statuses": ["ok"])")), Contains("a mean is"));
}

TEST_CASE("a band or bound that is not the general one has a reason and a date") {
  const auto values = [](const std::string& condition) {
    return rule("values", "every", R"("of": "error", )" + condition);
  };
  CHECK(refusal(values(R"("near": 2)")).empty());
  for (const char* own :
       {R"("near": 2, "within": 0.1)", R"("near": 2, "factor": 3)",
        R"("at_most": 2, "bound": "ours")", R"("table": "you2026_table2", "within": 0.1)"}) {
    INFO(own);
    CHECK_THAT(refusal(values(own)), Contains("add 'deviation'"));
    CHECK(refusal(values(own), deviation).empty());
  }
  CHECK_THAT(refusal(values(R"("at_most": 2)")), Contains("names its source"));
  CHECK_THAT(refusal(values(R"("at_most": 2, "bound": "mine")")), Contains("bound"));
  for (const char* bound : {R"("at_most": 2, "bound": "paper")", R"("more_than": 1)",
                            R"("less_than": 0)", R"("at_least": 2, "bound": "mathematics")"})
    CHECK(refusal(values(bound)).empty());
  CHECK_THAT(refusal(values(R"("near": 2)"), R"("deviation": {"reason": "none"})"),
             Contains("date"));
}

TEST_CASE("an aim says who set it, when and before what, and its bounds need no source") {
  const auto aims = [](const std::string& fields) {
    return aims_from_json(
        Json::parse(R"({"schema": "stiffbench.aims/1", "name": "mine", "title": "t",
                        "experiments": [{"name": "one"}], "aims": [{"aim": "a", "set_by": "we",
                        "set_on": "2026-11-24", )" +
                    fields + R"("rule": {"kind": "values", "quantifier": "every", "of": "error",
                                 "at_most": 1e-6}}]})"),
        "a test's aims");
  };
  const ClaimSet set = aims(R"("before": "the first measurement", )");
  CHECK(set.claims.at(0).origin->set_on == "2026-11-24");
  CHECK(set.claims.at(0).rule->uses().at(0).choice.experiment == "one");
  CHECK_THROWS_WITH(aims(""), Contains("before"));
}

TEST_CASE("a rule says itself in words") {
  const auto words = [](const std::string& text) {
    return replication_with(text, deviation).claims.at(0).rule->words();
  };
  CHECK(words(rule("ratio", "every",
                   R"("of": "energy", "methods": ["sdirk2"], "h": [0.033], "less_than": 1,
                      "to": {"methods": ["sdirk3", "bdf2"]})")) ==
        "In every case: energy at the end over that at the start of sdirk2 in `one` (h = 0.033), "
        "divided by energy at the end over that at the start of sdirk3, bdf2 in `one` (h = 0.033), "
        "is "
        "less than 1.");
  CHECK(words(rule("values", "some", R"("of": "time_to 0.01", "near": 3)")) ==
        "In at least one case: time of the cheapest run that reaches a relative error (s) at level "
        "0.01 of every method in `one` is within a factor 2 of 3.");
}

}  // namespace refusals_tests
