// Tests of the page that lists every experiment of the suite.

#include "base/files.hpp"
#include "base/paths.hpp"
#include "harness/estimates/costs.hpp"
#include "harness/records/read_records.hpp"
#include "harness/replications/pages/experiments_page.hpp"
#include "harness/replications/small_records.hpp"
#include "harness/sweep/experiment.hpp"
#include "tests/harness/program.hpp"
#include "tests/harness/records/record_of.hpp"

#include <catch2/catch.hpp>

namespace experiments_page_tests {

using namespace stiffbench;
using namespace stiffbench::test;
using Catch::Matchers::Contains;

namespace fs = std::filesystem;

namespace {

Json demo() { return read_json(data_path("results/experiments/demo.json")); }

/// An experiment without records.
Json other() {
  Json experiment = demo();
  experiment["name"] = "other";
  experiment["title"] = "A | B";
  return experiment;
}

/// Writes one run as the record of the experiment `demo`, small, and returns the page.
std::string page_with(const Json& environment, const Json& experiment) {
  const Scratch scratch;
  const fs::path sweep = scratch.path() / "demo", archive = scratch.path() / "archive";
  Record record = record_of("rk4", 0.1, 0.05, 1);
  for (const auto& [name, value] : environment.items()) record.environment[name] = value;
  write_atomically(sweep / "records.jsonl", to_json(record).dump() + "\n");
  write_atomically(sweep / "experiment.json", experiment.dump());
  write_small_records(sweep, archive, 61.7);
  return experiments_page({{demo(), "about 8 s"}, {other(), "about 3 min"}}, archive, "a command");
}

}  // namespace

TEST_CASE(
    "the list of experiments states day, code, processor and whether the experiment is today's") {
  const Json environment{{"date", "2026-01-02"},
                         {"git", {{"commit", std::string(40, 'a')}, {"dirty", false}}},
                         {"cpu", {{"model", "Some | CPU"}, {"instruction_set_chosen", "avx2"}}},
                         {"native", true}};
  CHECK_THAT(page_with(environment, demo()),
             Contains("| `demo` | 2026-01-02 | `aaaaaaaa` | Some \\| CPU, avx2 | yes | 1 | 0 | "));
  Json changed = demo();
  changed["repeats"] = 77;
  CHECK_THAT(page_with(environment, changed), Contains("| Some \\| CPU, avx2 | no | 1 | 0 | "));
  changed = demo();
  changed["title"] = "Other words";
  CHECK_THAT(page_with(environment, changed), Contains("| Some \\| CPU, avx2 | yes | 1 | 0 | "));
  Json portable = environment;
  portable["native"] = false;
  CHECK_THAT(page_with(portable, demo()), Contains("| `aaaaaaaa`, for any CPU |"));
  Json changed_files = environment;
  changed_files["git"]["dirty"] = true;
  CHECK_THAT(page_with(changed_files, demo()), Contains("| `aaaaaaaa` with changes |"));
}

TEST_CASE("the list of experiments has every commit of a sweep that went on, once") {
  const Scratch scratch;
  const fs::path sweep = scratch.path() / "demo", archive = scratch.path() / "archive";
  std::string lines;
  for (const auto& [commit, h] :
       {std::pair{'a', 0.1}, std::pair{'b', 0.05}, std::pair{'a', 0.02}}) {
    Record record = record_of("rk4", h, h / 2, 1);
    record.code = Code{.integrator = "c", .harness = "d", .build = "e"};
    record.environment["git"] = {{"commit", std::string(40, commit)}, {"dirty", false}};
    record.environment["native"] = true;
    lines += to_json(record).dump() + "\n";
  }
  write_atomically(sweep / "records.jsonl", lines);
  write_atomically(sweep / "experiment.json", demo().dump());
  write_small_records(sweep, archive);
  CHECK_THAT(experiments_page({{demo(), "about 8 s"}}, archive, "a command"),
             Contains("| `aaaaaaaa`, `bbbbbbbb` |"));
}

TEST_CASE("the list of experiments has the duration of sweeps, and the time that others take") {
  const std::string page = page_with(Json::object(), demo());
  const auto planned = page.find("## Without records");
  REQUIRE(planned != std::string::npos);
  CHECK(page.substr(0, planned).find("| yes | 1 | 0 | 62 s |") != std::string::npos);
  CHECK(page.substr(planned).find("| `other` | A \\| B | about 3 min |") != std::string::npos);
  CHECK(page.find("`demo`", planned) == std::string::npos);
  CHECK(page.find("`other`") > planned);
}

TEST_CASE("an archived sweep has the duration that this machine recorded, or none") {
  const Scratch scratch;
  const Environment cache("STIFFBENCH_CACHE", (scratch.path() / "cache").c_str());
  const fs::path sweep = scratch.path() / "demo", archive = scratch.path() / "archive";
  write_atomically(sweep / "records.jsonl", to_json(record_of("rk4", 0.1, 0.05, 1)).dump() + "\n");
  write_atomically(sweep / "experiment.json", demo().dump());
  const auto has_duration = [&] {
    const std::string command =
        "archive '" + sweep.string() + "' --into '" + archive.string() + "'";
    REQUIRE(run_program(command).status == 0);
    return read_text(archive / "demo" / "records.jsonl").find("seconds") != std::string::npos;
  };
  REQUIRE(shipped_cost(demo()));
  CHECK_FALSE(has_duration());
  record_cost(demo(), CostSum{7, 0, 0, false});
  CHECK(has_duration());
}

TEST_CASE("experiments of more than six hours are listed with what was run instead") {
  const Scratch scratch;
  Json long_one = other();
  long_one["instead"] = "`demo` has one chain";
  const std::string page = experiments_page(
      {{demo(), "about 6 h", 6 * 3600}, {long_one, "about 7 h", 7 * 3600}}, scratch.path(), "c");
  const std::string longest = page.substr(page.find("## More than six hours"));
  CHECK_THAT(longest, Contains("| `other` | A \\| B | about 7 h | `demo` has one chain |"));
  CHECK_THAT(longest, !Contains("about 6 h"));
}

TEST_CASE(
    "an experiment of six hours says what was run instead, and no shorter one with records does") {
  const auto archived = folders_of_records(data_path("results/archive"));
  for (const std::string& file : experiment_files()) {
    INFO(file);
    const Json document = read_json(file);
    const auto whole = shipped_cost(document);
    REQUIRE(whole);
    const bool is_long = whole->wall(1) > longest_experiment;
    const bool is_kept = archived.contains(document["name"].get<std::string>());
    CHECK((document.contains("instead") || !is_long));
    CHECK((!document.contains("instead") || is_long || !is_kept));
  }
}

}  // namespace experiments_page_tests
