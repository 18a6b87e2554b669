// Tests of the Markdown of a report, and of the program that writes one.

#include "base/files.hpp"
#include "harness/cli/commands/report/report_pages.hpp"
#include "harness/cli/commands/report/report_source.hpp"
#include "harness/io/schema.hpp"
#include "harness/pictures/fastest_rates.hpp"
#include "integrators/contract/coefficients/coefficients.hpp"
#include "integrators/contract/registry.hpp"
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

/// The report of these records in a folder without an experiment and claims.
Json report_of(const std::vector<Record>& records) {
  auto rows = make_rows(records);
  add_fastest_rates(rows);
  const Scratch scratch;
  return report_pages(rows, scratch.path());
}

std::string page_of(const std::vector<Record>& records, const std::string& name) {
  return report_of(records)["pages"][name];
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

TEST_CASE("the pages of a report follow their schema, one for each problem and integrator") {
  const Json report = report_of({oscillator("rk4", 0.1), oscillator("rk4", 0.05),
                                 oscillator("bdf2", 0.1), oscillator("rk4", 0.1, 7)});
  REQUIRE_NOTHROW(validate(report, "report", "the pages"));
  CHECK(report["pages"].size() == 10);
  CHECK_THAT(report["pages"]["methods"].get<std::string>(),
             Contains("| velocity_verlet |") && Contains("| gauss4 |"));
  const std::string methods = report["pages"]["methods"];
  const auto line_of = [&](const std::string& name) {
    const auto start = methods.find("| " + name + " |");
    return methods.substr(start, methods.find('\n', start) - start);
  };
  CHECK_THAT(line_of("rodas5p"), Contains("| fixed or chosen |"));
  CHECK_THAT(line_of("gauss4"), Contains("| fixed |"));
  CHECK_THAT(line_of("cvode_bdf"), Contains("| chosen |") && !Contains("coefficients#"));
  CHECK_THAT(line_of("rodas5p"), Contains("| [table](coefficients#rodas5p) |"));
  CHECK_THAT(line_of("rk4"), Contains("| h ω ≤ 2.828 | infinite |"));
  CHECK_THAT(line_of("velocity_verlet"), Contains("| h ω ≤ 2, measured | infinite |"));
  CHECK_THAT(line_of("newmark"), Contains("| undamped ones, at any h ω, measured | 1 |"));
  CHECK_THAT(line_of("rkc2"), Contains("| damped ones only, h d ≤ 0.65 × stages² |  |"));
  CHECK_THAT(line_of("cvode_bdf"), Contains("|  |  |  | chosen |"));
  CHECK_THAT(line_of("radau_iia5"), Contains("| [table](coefficients#radauiia5) |"));
  CHECK(report["links"]["oscillator (omega = 7)"] == "problem-2");
  CHECK(report["links"]["rk4"] == "method-rk4");
  CHECK(report["regions"]["bdf2"].is_null());
  CHECK(report["regions"]["rk4"]["growth"].size() > 1000);
  CHECK_THAT(report["citations"].dump(), Contains("@"));
}

TEST_CASE("the page of a problem has its equation, results, failures and runs") {
  Record failed = oscillator("rk4", 0.5);
  failed.result = {.status = Status::diverged, .reason = "too large at t = 0.25"};
  const std::string page =
      page_of({failed, oscillator("rk4", 0.1), oscillator("rk4", 0.01), oscillator("bdf2", 0.1)},
              "problem-1");
  CHECK_THAT(page, Contains("m x'' = -m omega^2 x") && Contains("nature: linear, undamped\n") &&
                       Contains("ω_max: 3 rad/s") && Contains("| omega | 3 |"));
  CHECK_THAT(page, Contains("The cache of this machine does not have the reference"));
  CHECK_THAT(page, Contains("| 10% | rk4 | 10 | 1 | 1.00e-02 | h = 0.1 s |"));
  CHECK_THAT(page, Contains("| 1e-4 | bdf2 |  |  |  |  | best 0.01 at h = 0.1; 1 ok |"));
  CHECK_THAT(page, !Contains("| 1e-5 |"));
  CHECK_THAT(page,
             Contains("| rk4 | explicit | 1 diverged (h = 0.5 s): too large at t = 0.25 s | 3 "
                      "| 2 | 2.00 | 1.0e-04 | 0.1 s | 1 |"));
  CHECK_THAT(page, Contains("```diagram\n{\"problem\":\"oscillator ") && Contains("```runs\n"));
}

TEST_CASE("the page of a method has its places, failures, properties and region") {
  const std::vector<Record> records{oscillator("rk4", 0.1), oscillator("rk4", 0.01),
                                    oscillator("bdf2", 0.2), oscillator("bdf2", 0.1)};
  const std::string page = page_of(records, "method-rk4");
  CHECK_THAT(page, Contains("| rk4 | 2. 2.0× | alone | alone | alone | 1 |") &&
                       Contains("| rk4 |  | 2 | 2 | 2.00 | 1.0e-04 | 0.1 s | 1 |"));
  CHECK_THAT(page, Contains("- stages: 4\n") && Contains("- A-stable: no\n") &&
                       Contains("![Region of stability of rk4](regions/rk4.svg)"));
  CHECK_THAT(page_of(records, "method-bdf2"),
             Contains("not described by a stability function") || Contains("- A-stable: yes\n"));
}

TEST_CASE("the page of a method has its coefficients as tables in Butcher's layout") {
  const Json pages = report_of({oscillator("rk4", 0.1), oscillator("bdf2", 0.1)})["pages"];
  const std::string page = pages["method-rk4"], begin = "```tableau\n";
  CHECK_THAT(page, Contains("\n## Coefficients\n\n```equation\nu_i = u_n + h sum_j a_ij ") &&
                       Contains("\n```\n\nc: times of the stages; a: ") && Contains("; b: "));
  const std::size_t start = page.find(begin) + begin.size();
  const Json table = Json::parse(page.substr(start, page.find("\n```", start) - start));
  CHECK(table == Json::parse(R"({"title": "", "heads": ["c_i", "a_i1", "a_i2", "a_i3", "a_i4"],
    "left": 1, "rows": [["0", "", "", "", ""], ["1/2", "1/2", "", "", ""],
    ["1/2", "0", "1/2", "", ""], ["1", "0", "0", "1", ""]],
    "feet": [["b", "1/6", "1/3", "1/3", "1/6"]]})"));
  CHECK_THAT(pages["method-bdf2"].get<std::string>(), Contains("It has no table of coefficients"));

  const std::string all = pages["coefficients"];
  for (const AnyIntegrator& method : IntegratorRegistry::instance().all()) {
    const std::string name = method->facts().name, title = "\n## " + name + "\n\n";
    INFO(name);
    if (coefficients_of(name))
      CHECK_THAT(all, Contains(title));
    else
      CHECK_THAT(all, !Contains(title));
  }
  CHECK_THAT(all, Contains("[\"c_i\",\"F\",\"R_2\"]") && Contains("32/9 φ₃(hJ)") &&
                      Contains("[\"i\",\"k_i\",\"d_i\"]"));
}

TEST_CASE("pages say nothing of problems and integrators that the program does not have") {
  Record record = record_of("somebody_elses", 0.1, 1e-3, 1);
  record.problem.name = "somebody_elses";
  const Json report = report_of({record});
  REQUIRE_NOTHROW(validate(report, "report", "the pages"));
  CHECK_THAT(report["pages"]["problem-1"].get<std::string>(),
             Contains("does not have the problem"));
  CHECK_THAT(report["pages"]["method-somebody_elses"].get<std::string>(),
             Contains("does not have the method"));
  CHECK(report["regions"].empty());
}

TEST_CASE("the overview has winners, ends of runs and problems without a race") {
  Record failed = oscillator("bdf2", 0.4);
  failed.result = {.status = Status::diverged, .reason = "too large"};
  const std::string page =
      page_of({oscillator("rk4", 0.1), oscillator("rk4", 0.01), oscillator("bdf2", 0.2),
               oscillator("bdf2", 0.1), failed, oscillator("rk4", 0.1, 7)},
              "overview");
  CHECK_THAT(page, Contains("2 methods on 2 problems; 1 run failed. 6 runs"));
  CHECK_THAT(page, Contains("| [oscillator (omega = 3)](problem-1.md) |"));
  CHECK_THAT(page,
             Contains("Methods do not race on [oscillator (omega = 7)](problem-2.md). A race"));
  CHECK_THAT(page, Contains("| bdf2 | 2/3 × **") && Contains("How others ended: × diverged."));
  CHECK_THAT(page, Contains("| code by | methods |") && Contains("## Terms"));
}

TEST_CASE("outputs that are numbers are in a table, coarsest and finest run beside the reference") {
  const auto run = [](double h, double speed) {
    Record record = record_of("rk4", h, h, 1);
    record.result.outputs = Settings{{"speed", speed}, {"modes", std::vector<double>{1, 2}}};
    record.result.error->outputs = {{"speed", {2, speed - 2, -3e-9}}};
    return record;
  };
  const auto tables = [](const std::vector<Record>& records) {
    const auto rows = make_rows(records);
    return output_tables(rows);
  };
  const std::string three = tables({run(0.1, 3), run(0.01, 2.5), run(0.001, 2.25)});
  CHECK_THAT(three,
             Contains("| rk4 | h = 0.1 s | 3 | 1 |\n| rk4 | h = 0.001 s | 2.25 | 0.25 |\n") &&
                 Contains("speed; reference: 2.0000000 ± 3e-09") && !Contains("modes"));
  CHECK_THAT(tables({run(0.1, 3)}), Contains("|--:|--:|\n| rk4 | h = 0.1 s | 3 | 1 |\n\n"));
  CHECK(tables({record_of("rk4", 0.1, 0.1, 1)}).empty());
}

TEST_CASE("pages of papers are those of replications, joined by their titles") {
  const Scratch scratch;
  for (const auto& [name, section] : {std::pair{"a", "One"}, {"b", "Two"}})
    write_atomically(scratch.path() / "claims" / (std::string(name) + ".md"),
                     std::string("# Somebody 2020\n\nTimes.\n\n## ") + section + "\n");
  const Json report = report_pages(make_rows({oscillator("rk4", 0.1)}), scratch.path());
  CHECK(report["pages"]["paper-1"] == "# Somebody 2020\n\nTimes.\n\n## One\n\n## Two\n");
  CHECK_FALSE(report["pages"].contains("paper-2"));
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
