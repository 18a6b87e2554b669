// Tests of what a report says beside the rows, and of the program that writes one.

#include "harness/cli/commands/report/report_facts.hpp"
#include "harness/io/schema.hpp"
#include "harness/pictures/fastest_rates.hpp"
#include "problems/contract/problem_hash.hpp"
#include "problems/contract/registry.hpp"
#include "tests/harness/program.hpp"
#include "tests/harness/records/record_of.hpp"

#include <catch2/catch.hpp>

#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

namespace report_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using test::record_of;
using test::run_program;
using test::Scratch;

namespace {

/// A record of the oscillator with the hash that this program gives it.
Record oscillator(const std::string& integrator, double h, double omega = 3) {
  Settings parameters{{"mass", 1.0}, {"omega", omega}, {"x0", 1.0}, {"v0", 0.0}, {"end_time", 2.0}};
  Record record = record_of(integrator, h, h * h, 1 / h, parameters);
  record.problem.hash = problem_hash(*ProblemRegistry::instance().make("oscillator", parameters));
  return record;
}

}  // namespace

TEST_CASE("every problem states its equation") {
  for (const ProblemEntry& entry : ProblemRegistry::instance().all()) {
    INFO(entry.facts.name);
    CHECK_THAT(entry.facts.equation, Contains("'' = "));
  }
}

TEST_CASE("the fastest rate is that of the record's problem, and of no other data") {
  auto rows = make_rows({oscillator("rk4", 0.1), oscillator("rk4", 0.1, 7)});
  rows[1].record.problem.hash = "f00d";
  add_fastest_rates(rows);
  REQUIRE(rows[0].omega_max);
  CHECK(*rows[0].omega_max == Approx(3));
  CHECK_FALSE(rows[1].omega_max);
  CHECK(figure_row(rows[0])["problem"]["omega_max"].get<double>() == Approx(3));
  CHECK(figure_row(rows[1])["problem"]["omega_max"].is_null());
}

TEST_CASE("a problem that the program does not have has no rate") {
  Record record = record_of("rk4", 0.1, 1e-3, 1);
  record.problem.name = "somebody_elses";
  CHECK(problem_of(record) == nullptr);
}

TEST_CASE("a problem that should be there and cannot be made is named in a note") {
  const test::Scratch scratch;
  const std::string file = scratch.path() / "err";
  const auto note_of = [&](const Record& record) {
    std::fflush(stderr);
    const int terminal = ::dup(STDERR_FILENO),
              own = ::open(file.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600);
    ::dup2(own, STDERR_FILENO);
    const bool is_there = problem_of(record) != nullptr;
    std::fflush(stderr);
    ::dup2(terminal, STDERR_FILENO);
    ::close(own);
    ::close(terminal);
    CHECK_FALSE(is_there);
    return test::read_text(file);
  };
  Record record = oscillator("rk4", 0.1);
  record.problem.parameters["omega"] = -1.0;
  CHECK_THAT(note_of(record),
             Contains("note: oscillator of the records cannot be made here") && Contains("omega"));
  record.problem.parameters["friction"] = 1.0;  // of another version
  CHECK(note_of(record).empty());
}

TEST_CASE("the facts of a report follow their schema") {
  auto rows = make_rows({oscillator("rk4", 0.1), oscillator("rk4", 0.05), oscillator("bdf2", 0.1)});
  add_fastest_rates(rows);
  const Json facts = report_facts(rows, nullptr);
  REQUIRE_NOTHROW(validate(facts, "report", "the facts"));
  const Json& problem = facts["problems"].at(0);
  CHECK(problem["facts"]["equation"] == "m x'' = -m omega^2 x");
  CHECK(problem["nature"]["linear"] == true);
  CHECK(problem["nature"]["stepwise"] == false);
  CHECK(problem["nature"]["contacts"] == false);
  CHECK(problem["certificate"].is_null());  // the cache has no reference "beef"
  CHECK(problem["summary"].size() == 2);
  CHECK(problem["times"].at(0)["level"] == 0.1);
  CHECK(problem["times"].at(0)["methods"].size() == 2);
  CHECK(facts["integrators"].at(0)["name"] == "bdf2");
  CHECK(facts["integrators"].at(0)["region"].is_null());
  CHECK(facts["integrators"].at(1)["region"]["growth"].size() > 1000);
  CHECK_THAT(facts["citations"].dump(), Contains("@"));
}

TEST_CASE("facts say nothing of problems and integrators that the program does not have") {
  Record record = record_of("somebody_elses", 0.1, 1e-3, 1);
  record.problem.name = "somebody_elses";
  const Json facts = report_facts(make_rows({record}), nullptr);
  REQUIRE_NOTHROW(validate(facts, "report", "the facts"));
  CHECK(facts["problems"].at(0)["facts"].is_null());
  CHECK(facts["problems"].at(0)["nature"].is_null());
  CHECK(facts["integrators"].empty());
}

TEST_CASE("times of a report stop at the smallest error that a method reaches") {
  const Json facts =
      report_facts(make_rows({oscillator("rk4", 0.1), oscillator("rk4", 0.01)}), nullptr);
  const Json& times = facts["problems"].at(0)["times"];
  CHECK(times.size() == 4);  // 0.1 to 1e-4
  CHECK(times.at(3)["level"] == 1e-4);
}

TEST_CASE("report writes a folder of pages, or one file, with the certificate of the reference",
          "[node]") {
  const Scratch scratch;
  const std::string folder = scratch.path() / "runs";
  const std::string cache = "STIFFBENCH_CACHE='" + (scratch.path() / "cache").string() + "'";
  std::ofstream(scratch.path() / "tiny.json") << R"({
    "schema": "stiffbench.experiment/1", "name": "tiny", "title": "A tiny chain",
    "problems": [{"name": "fput", "parameters": {"end_time": 0.5}}],
    "integrators": [{"name": "rk4"}], "steps": [0.01, 0.005], "repeats": 1, "figures": ["precision"]})";
  const auto sweep = run_program(
      "run '" + (scratch.path() / "tiny.json").string() + "' --out '" + folder + "'", cache);
  REQUIRE(sweep.status == 0);
  const auto pages = run_program("report '" + folder + "'", cache);
  REQUIRE(pages.status == 0);
  CHECK(pages.out == folder + "/report/index.html\n");
  const std::string problem = test::read_text(folder + "/report/problem-1.html");
  CHECK_THAT(problem, Contains("grad U(x)") && Contains("Two unrelated methods"));
  CHECK(std::filesystem::exists(folder + "/report/figures/precision.svg"));
  const auto single =
      run_program("report '" + folder + "' --single-file --out '" + folder + "/all.html'", cache);
  REQUIRE(single.status == 0);
  CHECK_THAT(test::read_text(folder + "/all.html"),
             Contains("A tiny chain") && Contains("Two unrelated methods"));
}

}  // namespace report_tests
