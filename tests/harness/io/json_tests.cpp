// Tests of what is said of JSON files that break their schema, or are none.

#include "base/error.hpp"
#include "harness/io/data_file.hpp"
#include "harness/io/lines/parse_line.hpp"
#include "harness/io/schema.hpp"
#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>

namespace json_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using test::run_program;

namespace {

/// What the program says of this experiment.
std::string refusal_of(const std::string& experiment) {
  const test::Scratch scratch;
  const std::string file = scratch.path() / "mine.json";
  std::ofstream(file) << experiment;
  const auto end = run_program("run '" + file + "' --out '" + file + ".d' --dry-run");
  CHECK(end.status == 2);
  CHECK(test::count_lines(end.err) == 1);
  CHECK_FALSE(std::filesystem::exists(file + ".d"));
  return end.err;
}

/// An experiment with this text among its keys.
std::string with(const std::string& more) {
  return R"({"schema": "stiffbench.experiment/1", "name": "mine", "title": "Mine",
    "problems": [{"name": "oscillator"}], "integrators": [{"name": "rk4"}],
    )" + more +
         "}";
}

}  // namespace

TEST_CASE("a value that breaks its schema is shown with what is wanted there") {
  CHECK_THAT(
      refusal_of(with(R"("counts": [10], "timeout": -3)")),
      Contains("mine.json must follow results/schema/experiment.schema.json, where timeout is "
               "a number above 0 (Longest time of one run (s)); got -3; mend it there"));
  CHECK_THAT(refusal_of(with(R"("counts": [10, "many"])")),
             Contains("where counts[1] is a whole number of at least 1 (Numbers of steps (count)); "
                      "got \"many\"; mend it there"));
  CHECK_THAT(refusal_of(with(R"("counts": [])")),
             Contains("where counts is a list of at least 1 entry (") && Contains("; got []; "));
  CHECK_THAT(refusal_of(R"({"schema": "stiffbench.experiment/2", "name": "mine", "title": "Mine",
               "problems": [{"name": "oscillator"}], "integrators": [{"name": "rk4"}]})"),
             Contains("where schema is \"stiffbench.experiment/1\"") &&
                 Contains("got \"stiffbench.experiment/2\""));
  CHECK_THAT(refusal_of(with(R"("counts": [1], "reference": {"skip": "yes"})")),
             Contains("where reference.skip is true or false") && Contains("got \"yes\""));
}

TEST_CASE("a long value is shown in part") {
  const std::string text = refusal_of(with("\"counts\": \"" + std::string(500, 'x') + "\""));
  CHECK_THAT(text, Contains("where counts is a list") && Contains("xxx...; mend it there"));
  CHECK(text.size() < 400);
}

TEST_CASE(
    "a key that a schema does not know is told with near matches, a missing one by its name") {
  CHECK_THAT(refusal_of(with(R"("counts": [10], "repeatz": 2)")),
             Contains("has only keys that the schema names; got 'repeatz'; did you mean repeats"));
  CHECK_THAT(refusal_of(R"({"schema": "stiffbench.experiment/1", "name": "mine",
               "problems": [{"name": "oscillator"}], "integrators": [{"name": "rk4"}]})"),
             Contains("at its top has 'title' (What it shows, in one line); got none; add it"));
  CHECK_THAT(refusal_of(R"({"schema": "stiffbench.experiment/1", "name": "mine", "title": "Mine",
               "problems": [{"nam": "oscillator"}], "integrators": [{"name": "rk4"}]})"),
             Contains("where problems[0]") && Contains("got 'nam'; did you mean name"));
}

TEST_CASE("a number beyond what a computer holds is told with its line") {
  const std::string text = refusal_of(with(R"("counts": [1e400])"));
  CHECK_THAT(text, Contains("1e400 in line 3 of ") && Contains("mine.json") &&
                       Contains("write a smaller one"));
}

TEST_CASE("an empty file is called so") {
  for (const char* text : {"", " \n"})
    CHECK_THAT(refusal_of(text), Contains("got an empty file; write it, or remove it"));
}

TEST_CASE("alternatives of a schema are all named") {
  const Json record = read_json(STIFFBENCH_BUILD_DIR "/../../results/baseline/experiment.json");
  REQUIRE_NOTHROW(validate(record, "experiment", "the baseline"));
  Json broken = record;
  broken["problems"][0]["parameters"] = {{"mass", Json::object()}};
  CHECK_THROWS_WITH(validate(broken, "experiment", "it"),
                    Contains("where problems[0].parameters.mass is ") && Contains("got {}") &&
                        Contains("a number") && Contains("a list"));
}

TEST_CASE("levels of lists and objects end before the stack does") {
  const auto nested = [](std::size_t levels) {
    return std::string(levels, '[') + std::string(levels, ']');
  };
  for (const std::size_t levels : {101, 200'000}) {
    const test::Scratch scratch;
    const auto file = scratch.path() / "deep.json";
    std::ofstream(file) << "{\"\\\"[\": 1,\n"
                        << "\"a\": " << nested(levels) << "}";
    CHECK_THROWS_WITH(read_json(file), Contains("at most 100 levels") && Contains("line 2 of "));
    CHECK(parse_line(nested(levels)).is_discarded());
  }
  CHECK(parse_line(nested(100)).is_array());
  CHECK(parse_line("\"" + std::string(200, '[') + "\"").is_string());
}

TEST_CASE("a whole number that no count can be is told with its line") {
  CHECK_THAT(refusal_of(with(R"("counts": [18446744073709551615])")),
             Contains("at most 9223372036854775807; got 18446744073709551615 in line 3 of "));
  CHECK_THAT(refusal_of(with(R"("counts": [9223372036854775807])")), Contains("at most 1e15"));
}

TEST_CASE("texts of any length are refused where a name is wanted") {
  const std::string text(100'000, 'n');  // no file has it as its name, no stack a level for each
  CHECK_THAT(refusal_of(with("\"counts\": [10], \"figures\": [\"" + text + "\"]")),
             Contains("nnn"));
  Json replication =
      read_json(find_data_file("you2026_table2", "results/replications", ".json", "a replication"));
  CHECK_NOTHROW(validate(replication, "replication", "it"));
  replication["name"] = text;
  CHECK_THROWS_WITH(validate(replication, "replication", "it"), Contains("name"));
}

}  // namespace json_tests
