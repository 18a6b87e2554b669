// Comparisons of records that are made up: what is joined, what is worse, and how it is printed.

#include "base/error.hpp"
#include "harness/io/schema.hpp"
#include "harness/records/compare/report.hpp"

#include <catch2/catch.hpp>

namespace compare_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;

namespace {

Record record_of(const std::string& integrator, double h, double error) {
  Record record;
  record.id = "1";
  record.problem = {.name = "oscillator", .parameters = {{"omega", 2.0}}, .hash = "f00d"};
  record.integrator = {.name = integrator, .parameters = {{"phi", std::string("lanczos")}}};
  record.h = h;
  ErrorMeasures measures, floor;
  measures.energy_norm_relative = error;
  floor.energy_norm_relative = 1e-8;
  record.result.error =
      RunError{.reference = "beef", .digits = 8, .floor = floor, .measures = measures};
  record.result.energy = EnergySummary{1, 1, error, error, 0, {}, {}};
  record.result.work = Work{.force = 100, .solve = 50};
  record.result.peak_bytes = 1 << 20;
  record.environment = {{"hash", "abba"}, {"compiler", "GNU"}, {"versions", "1"}};
  return record;
}

std::vector<Record> two_steps(double coarse, double fine) {
  return {record_of("rk4", 0.2, coarse), record_of("rk4", 0.1, fine)};
}

const Change& change(const Comparison& comparison, Quantity quantity) {
  return comparison.methods.at(0).changes[static_cast<std::size_t>(quantity)];
}

Verdict verdict(const Record& before, const Record& after, Quantity quantity,
                const Tolerances& tolerances = equality) {
  return change(compare_records({before}, {after}, tolerances), quantity).verdict;
}

ComparisonReport report_of(const std::vector<Record>& before, const std::vector<Record>& after) {
  return {"old",
          "new",
          compare_records(before, after, equality),
          {Quantity::error, Quantity::status},
          false};
}

}  // namespace

TEST_CASE("runs are joined by problem, integrator, parameters and step, and by nothing else") {
  const Record record = record_of("rk4", 0.1, 1e-4);
  const auto joins = [&](auto edit) {
    Record other = record;
    edit(other);
    try {
      return compare_records({record}, {other}, equality).runs.size() == 1;
    } catch (const Error& error) {
      CHECK_THAT(error.what(), Contains("none in common"));
      return false;
    }
  };
  CHECK(joins([](Record&) {}));
  CHECK(joins([](Record& r) { r.id = "2"; }));
  CHECK(joins([](Record& r) { r.problem.title = r.integrator.title = "a label"; }));
  CHECK(joins([](Record& r) { r.environment["code"] = "other"; }));
  CHECK_FALSE(joins([](Record& r) { r.problem.hash = "cafe"; }));
  CHECK_FALSE(joins([](Record& r) { r.problem.parameters["omega"] = 3.0; }));
  CHECK_FALSE(joins([](Record& r) { r.integrator.name = "rk3"; }));
  CHECK_FALSE(joins([](Record& r) { r.h = 0.2; }));
}

TEST_CASE("runs of one and of two threads have errors to compare, and no times") {
  Record one = record_of("rk4", 0.1, 1e-4), two = record_of("rk4", 0.1, 1e-3);
  for (Record* record : {&one, &two})
    record->result.runtime = Runtime{0, std::vector<double>(20, 1.0), 1, 0};
  two.threads = 2;
  CHECK(verdict(one, two, Quantity::error) == Verdict::worse);
  const Comparison comparison = compare_records({one}, {two}, equality);
  CHECK(change(comparison, Quantity::time).text == "times of 1 and of 2 threads");
  CHECK(verdict(one, two, Quantity::time) == Verdict::not_comparable);
  // In one folder they are two runs, and each has its partner.
  CHECK(compare_records({one, two}, {one, two}, equality).runs.size() == 2);
}

TEST_CASE("a run that failed before it chose its parameters is still the same run") {
  Record failed = record_of("rk4", 0.1, 1e-4);
  failed.integrator.parameters["phi"] = std::string("auto");
  failed.result.status = Status::crashed;
  failed.result.reason = "killed";
  CHECK(verdict(record_of("rk4", 0.1, 1e-4), failed, Quantity::status) == Verdict::worse);
}

TEST_CASE("the last record of a run counts, and runs without a partner are named") {
  auto after = two_steps(1e-3, 1e-4);
  after.push_back(record_of("rk4", 0.1, 2e-4));
  after.push_back(record_of("rk3", 0.1, 2e-4));
  const auto comparison = compare_records(two_steps(1e-3, 1e-4), after, equality);
  CHECK(comparison.runs.size() == 2);
  CHECK(change(comparison, Quantity::error).after == 2e-4);
  CHECK(comparison.only_after == std::vector<std::string>{"rk3 on oscillator, h = 0.1"});
  CHECK(comparison.only_before.empty());
}

TEST_CASE("errors are equal within a build, and may differ by round-off across builds") {
  const Record record = record_of("rk4", 0.1, 1e-4);
  const Record close = record_of("rk4", 0.1, 1e-4 * (1 + 1e-9));
  CHECK(verdict(record, close, Quantity::error) == Verdict::worse);
  CHECK(verdict(close, record, Quantity::error) == Verdict::better);
  CHECK(verdict(record, close, Quantity::error, other_build) == Verdict::same);
  const Record doubled = record_of("rk4", 0.1, 2e-4);
  CHECK(verdict(record, doubled, Quantity::error, other_build) == Verdict::worse);
}

TEST_CASE("errors below the floor of the reference are the same") {
  CHECK(verdict(record_of("rk4", 0.1, 1e-12), record_of("rk4", 0.1, 9e-9), Quantity::error) ==
        Verdict::same);
  CHECK(verdict(record_of("rk4", 0.1, 1e-12), record_of("rk4", 0.1, 2e-8), Quantity::error) ==
        Verdict::worse);
}

TEST_CASE("work is worse if one counter is") {
  const Record before = record_of("rk4", 0.1, 1e-4);
  Record after = before;
  after.result.work->force = 200;
  after.result.work->solve = 0;
  const auto comparison = compare_records({before}, {after}, equality);
  CHECK(change(comparison, Quantity::work).verdict == Verdict::worse);
  CHECK(change(comparison, Quantity::work).text == "force 100 -> 200 (x 2)");
  after.result.work->force = 100;
  CHECK(verdict(before, after, Quantity::work) == Verdict::better);
}

TEST_CASE("an order is worse only where the finer error is") {
  const auto order = [](const std::vector<Record>& before, const std::vector<Record>& after) {
    return change(compare_records(before, after, equality), Quantity::order).verdict;
  };
  CHECK(order(two_steps(1.6e-3, 1e-4), two_steps(1.6e-3, 4e-4)) == Verdict::worse);
  CHECK(order(two_steps(1.6e-3, 4e-4), two_steps(1.6e-3, 1e-4)) == Verdict::better);
  CHECK(order(two_steps(1.6e-3, 1e-4), two_steps(0.2e-3, 0.9e-4)) == Verdict::same);
  CHECK(order(two_steps(1.6e-3, 1e-4), two_steps(3.2e-3, 2e-4)) == Verdict::same);
  CHECK(order(two_steps(1e-7, 1e-9), two_steps(1e-7, 1e-8)) == Verdict::not_comparable);
}

TEST_CASE("statuses get worse and better, and other numbers of failed runs say nothing") {
  const Record good = record_of("rk4", 0.1, 1e-4);
  Record bad = good;
  bad.result.status = Status::diverged;
  bad.result.reason = "at t = 1";
  CHECK(verdict(good, bad, Quantity::status) == Verdict::worse);
  CHECK(verdict(bad, good, Quantity::status) == Verdict::better);
  CHECK(verdict(good, bad, Quantity::error) == Verdict::not_comparable);
  CHECK(verdict(good, bad, Quantity::work) == Verdict::not_comparable);
}

TEST_CASE("one build is one compiler, its flags, one CPU and one BLAS") {
  const Record record = record_of("rk4", 0.1, 1e-4);
  Record other = record;
  CHECK(one_build({record}, {other}));
  other.environment["compiler"] = "Clang";
  CHECK_FALSE(one_build({record}, {other}));
  other.environment = {{"hash", "abba"}};
  CHECK_FALSE(one_build({other}, {other}));  // nothing is known of it
}

TEST_CASE("the text has a summary, then what got worse, then what got better, in 80 columns") {
  auto before = two_steps(1e-3, 1e-4), after = two_steps(1e-3, 2e-4);
  before[0].integrator.title = std::string(200, 'm');
  before.push_back(record_of("rk3", 0.1, 2e-4));
  after.push_back(record_of("rk3", 0.1, 1e-4));
  const std::string text = comparison_text(report_of(before, after));
  INFO(text);
  const auto place = [&](const char* part) { return text.find(part); };
  CHECK(place("methods    worse  better    same") < place("\nWorse\n"));
  CHECK(place("\nWorse\n") < place("error  h = 0.1: 0.0001 -> 0.0002 (x 2)"));
  CHECK(place("error  h = 0.1: 0.0001 -> 0.0002 (x 2)") < place("\nBetter\n"));
  CHECK(place("\nBetter\n") < place("error  h = 0.1: 0.0002 -> 0.0001 (x 0.5)"));
  CHECK_THAT(text, Contains("(not gated)") && Contains("FAILED"));
  auto across = report_of(before, after);
  across.comparison.tolerances = other_build;
  std::istringstream lines(text + comparison_text(across));
  for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 80);
}

TEST_CASE("the other forms say the same") {
  const auto before = two_steps(1e-3, 1e-4), after = two_steps(1e-3, 2e-4);
  const auto report = report_of(before, after);
  const Json json = comparison_json(report);
  validate(json, "comparison", "the comparison");
  CHECK(json["failed"] == true);
  CHECK(json["summary"]["error"]["worse"] == 1);
  CHECK(json["methods"][0]["changes"]["error"]["after"] == 2e-4);
  CHECK(json["runs"][1]["changes"]["error"]["verdict"] == "worse");
  CHECK_THAT(comparison_markdown(report),
             Contains("## Something got worse") &&
                 Contains("| oscillator (omega = 2) | rk4 | error | 1 of 2 runs, h = 0.1: "
                          "0.0001 -> 0.0002"));
}

TEST_CASE("runs that the new side lacks fail a gate on them") {
  auto report = report_of(two_steps(1e-3, 1e-4), {record_of("rk4", 0.1, 1e-4)});
  CHECK_FALSE(report.failed());
  report.gates_missing = true;
  CHECK(report.failed());
}

}  // namespace compare_tests
