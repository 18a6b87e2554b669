// Tests of what tables, figures and reports say of records that have no errors, or break their
// schema.

#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>

namespace table_tests {

using Catch::Matchers::Contains;
using stiffbench::test::read_text;
using stiffbench::test::run_program;
using stiffbench::test::Scratch;

namespace {

/// The folder of a sweep without reference: these integrators on two damped chains.
std::string sweep_without_reference(const Scratch& scratch, const std::string& integrators) {
  const std::string file = scratch.path() / "mine.json", folder = scratch.path() / "mine";
  std::ofstream(file) << R"({"schema": "stiffbench.experiment/1", "name": "mine", "title": "Mine",
    "problems": [{"name": "duffing_chain", "parameters": {"damping": 0.1}},
                 {"name": "duffing_chain", "parameters": {"damping": 0.2}}],
    "reference": {"skip": true}, "repeats": 0, "counts": [100, 200], "integrators": [)" +
                             integrators + "]}";
  REQUIRE(run_program("run '" + file + "' --out '" + folder + "'").status == 0);
  return folder;
}

}  // namespace

TEST_CASE(
    "a table says why methods are not applicable, each reason once, and explains no heading it "
    "lacks") {
  const Scratch scratch;
  const std::string folder = sweep_without_reference(
      scratch, R"({"name": "trigonometric_a"}, {"name": "trigonometric_c"}, {"name": "rk4"})");
  const auto end = run_program("table '" + folder + "'");
  REQUIRE(end.status == 0);
  const auto place = end.out.find("not applicable (trigonometric_a, trigonometric_c): ");
  REQUIRE(place != std::string::npos);
  CHECK(end.out.find("not applicable (", place + 1) == std::string::npos);
  CHECK_THAT(end.out, Contains("order: as declared."));
  CHECK_THAT(end.out, !Contains("error: relative") && !Contains("floor") && !Contains("slope:"));
}

TEST_CASE("a status that no run has is told with its file and line") {
  const Scratch scratch;
  const std::string folder = sweep_without_reference(scratch, R"({"name": "rk4"})"),
                    file = folder + "/records.jsonl";
  std::string text = read_text(file);
  const std::string ok = "\"status\":\"ok\"";
  text.replace(text.rfind(ok), ok.size(), "\"status\":\"fine\"");
  std::ofstream(file) << text;
  const auto end = run_program("table '" + folder + "'");
  CHECK(end.status == 0);
  CHECK_THAT(end.err, Contains("note: a status must be one") && Contains("got 'fine'") &&
                          Contains("records.jsonl:4 is left out"));
}

TEST_CASE("a format that no figure has is refused with the list") {
  const auto end = run_program("figure precision nowhere --formats svg,gif");
  CHECK(end.status == 2);
  CHECK_THAT(end.err, Contains("takes svg, pdf, png, html, csv") && Contains("got 'gif'") &&
                          !Contains("render.mjs"));
}

TEST_CASE("a report takes the file of the records for its folder") {
  const Scratch scratch;
  const std::string folder = sweep_without_reference(scratch, R"({"name": "rk4"})");
  const auto end = run_program("report '" + folder + "/records.jsonl'");
  CHECK(end.status == 0);
  CHECK(end.out == folder + "/report/index.html\n");
  const auto none = run_program("report '" + folder + "/nothing'");
  CHECK(none.status == 2);
  CHECK_THAT(none.err, Contains("a folder with records.jsonl; got '" + folder + "/nothing'"));
}

}  // namespace table_tests
