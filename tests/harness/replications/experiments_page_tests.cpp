// Tests of the page that lists every experiment of the suite.

#include "base/files.hpp"
#include "base/paths.hpp"
#include "harness/records/read_records.hpp"
#include "harness/replications/pages/experiments_page.hpp"
#include "harness/replications/small_records.hpp"
#include "tests/harness/program.hpp"
#include "tests/harness/records/record_of.hpp"

#include <catch2/catch.hpp>

namespace experiments_page_tests {

using namespace stiffbench;
using namespace stiffbench::test;
using Catch::Matchers::Contains;

namespace fs = std::filesystem;

namespace {

/// Writes one run as the record of the experiment `demo`, small, and returns the page.
std::string page_with(const Json& environment, const Json& experiment) {
  const Scratch scratch;
  const fs::path sweep = scratch.path() / "demo", archive = scratch.path() / "archive";
  Record record = record_of("rk4", 0.1, 0.05, 1);
  for (const auto& [name, value] : environment.items()) record.environment[name] = value;
  write_atomically(sweep / "records.jsonl", to_json(record).dump() + "\n");
  write_atomically(sweep / "experiment.json", experiment.dump());
  write_small_records(sweep, archive);
  return experiments_page(archive, "a command");
}

Json demo() { return read_json(data_path("results/experiments/demo.json")); }

}  // namespace

TEST_CASE(
    "the list of experiments states day, code, processor and whether the experiment is today's") {
  const Json environment{{"date", "2026-01-02"},
                         {"git", {{"commit", std::string(40, 'a')}, {"dirty", false}}},
                         {"cpu", {{"model", "Some | CPU"}}},
                         {"native", true}};
  CHECK_THAT(page_with(environment, demo()),
             Contains("| `demo` | 2026-01-02 | `aaaaaaaa` | Some \\| CPU | yes | 1 | 0 | "));
  Json other = demo();
  other["repeats"] = 77;
  CHECK_THAT(page_with(environment, other), Contains("| Some \\| CPU | no | 1 | 0 | "));
  other = demo();
  other["title"] = "Other words";
  CHECK_THAT(page_with(environment, other), Contains("| Some \\| CPU | yes | 1 | 0 | "));
  Json portable = environment;
  portable["native"] = false;
  CHECK_THAT(page_with(portable, demo()), Contains("| `aaaaaaaa`, for any CPU |"));
}

TEST_CASE("the list of experiments has a time for those without records") {
  const std::string page = page_with({}, demo());
  const auto planned = page.find("## Without kept records");
  REQUIRE(planned != std::string::npos);
  CHECK(page.find("| `demo` |") < planned);
  CHECK(page.find("| `demo` |", planned) == std::string::npos);
  CHECK(page.find("| `fput_order` |", planned) != std::string::npos);
  CHECK(page.find("no estimate") == std::string::npos);
}

}  // namespace experiments_page_tests
