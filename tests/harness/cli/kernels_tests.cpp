#include "base/system/instruction_set.hpp"
#include "harness/io/json.hpp"
#include "harness/io/schema.hpp"
#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>

#include <set>

namespace kernels_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using test::run_program;

TEST_CASE("check kernels prints every kernel once, with ratios that follow the schema") {
  const auto end = run_program("check kernels --size 300 --rounds 1 --json");
  REQUIRE(end.status == 0);
  const Json json = Json::parse(end.out);
  validate(json, "kernels", "the output");
  std::set<std::string> names;
  for (const Json& line : json["kernels"]) {
    const std::string problem = line["problem"];
    CHECK(names.insert(line["kernel"].get<std::string>() + " on " + problem).second);
    CHECK(line["products"].is_number() == problem.starts_with("bunny"));
  }
  CHECK(names.contains("Chebyshev step, 2 vectors on bunny 300"));
  CHECK(names.contains("force on brush 30x50"));
  CHECK(json["environment"]["cpu"]["instruction_set_chosen"] == instruction_set());
}

TEST_CASE("check kernels names the CPU and the instruction set, and fits a page") {
  const auto end = run_program("check kernels --size 30 --rounds 1");
  REQUIRE(end.status == 0);
  CHECK_THAT(end.out, Catch::StartsWith("CPU: ") &&
                          Contains("instruction sets: " + instruction_set() + " chosen"));
  std::stringstream lines(end.out);
  for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 80);
}

TEST_CASE("check kernels refuses to measure nothing") {
  const auto end = run_program("check kernels --rounds 0");
  CHECK(end.status == 2);
  CHECK_THAT(end.err, Contains("--rounds is at least 1; got 0"));
}

}  // namespace kernels_tests
