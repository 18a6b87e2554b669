// Tests of the small records from which pages of results are written.

#include "base/files.hpp"
#include "base/paths.hpp"
#include "base/text/read_number.hpp"
#include "harness/io/lines/common_members.hpp"
#include "harness/records/read_records.hpp"
#include "harness/records/rows.hpp"
#include "harness/replications/small_records.hpp"
#include "tests/harness/program.hpp"
#include "tests/harness/replications/made_up.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

namespace small_records_tests {

using namespace stiffbench;
using namespace stiffbench::test;
using Catch::Matchers::Contains;

namespace {

/// Writes the folder of a sweep.
void write_sweep(const std::filesystem::path& folder, const std::vector<Record>& records) {
  std::string lines;
  for (const Record& record : records) lines += to_json(record).dump() + "\n";
  write_atomically(folder / "records.jsonl", lines);
  write_atomically(folder / "experiment.json", Json{{"schema", "stiffbench.experiment/1"},
                                                    {"name", "mine"},
                                                    {"title", "My own"},
                                                    {"problems", {{{"name", "oscillator"}}}},
                                                    {"integrators", {{{"name", "rk4"}}}}}
                                                   .dump());
}

}  // namespace

TEST_CASE(
    "small records keep four digits of times, five of errors, and three of floors, rounded up") {
  const Scratch scratch;
  const std::vector<double> samples{1.23456789, 2, 3, 4, 5};
  Record record = with_samples(record_of("rk4", 0.1, 0.05, 1), samples);
  record.result.error->measures.energy_norm_relative = 0.0512345678;
  record.result.error->floor->energy_norm_relative = 1.23456e-8;
  record.environment["git"] = {{"commit", std::string(40, 'a')}, {"dirty", false}};
  write_sweep(scratch.path() / "mine", {record});
  write_small_records(scratch.path() / "mine", scratch.path() / "small");
  const auto small = read_records(scratch.path() / "small/mine");
  REQUIRE(small.size() == 1);
  CHECK(small[0].result.runtime->samples == std::vector{1.235, 2., 3., 4., 5.});
  CHECK(small[0].result.error->measures.energy_norm_relative == 0.051235);
  CHECK(small[0].result.error->floor->energy_norm_relative == 1.24e-8);
  CHECK(small[0].environment["git"]["commit"] == std::string(12, 'a'));
  CHECK_FALSE(small[0].result.energy);
}

TEST_CASE("small records of several problems and methods are those of the sweep, in groups") {
  std::vector<Record> records;
  for (const char* problem : {"fput", "oscillator"})
    for (const char* method : {"rk4", "velocity_verlet"})
      for (const double h : {0.2, 0.1, 0.05}) {
        Record record = with_samples(record_of(method, h, h, 1 / h), {1 / h, 2 / h, 3 / h});
        record.problem.name = problem;
        record.problem.hash = problem == std::string("fput") ? "f" : "0";
        if (h == 0.2) record.result = {.status = Status::diverged, .reason = "too large"};
        records.push_back(record);
      }
  const Scratch scratch;
  write_sweep(scratch.path() / "mine", records);
  const auto file = write_small_records(scratch.path() / "mine", scratch.path() / "small");
  const std::string text = test::read_text(file);
  CHECK_THAT(text, Contains(R"("groups":2})") && Contains(R"("groups":1,"lines":6})") &&
                       Contains(R"("lines":3})"));
  const auto small = read_records(file);
  REQUIRE(small.size() == records.size());
  for (const Record& one : small) {
    const Record& own = *std::ranges::find(records, one.id, &Record::id);
    CHECK(one.problem.name == own.problem.name);
    CHECK(one.integrator.name == own.integrator.name);
    CHECK(one.h == own.h);
    CHECK(one.result.reason == own.result.reason);
    CHECK(one.result.runtime.has_value() == own.result.runtime.has_value());
    if (own.result.error)
      CHECK(one.result.error->measures.energy_norm_relative ==
            own.result.error->measures.energy_norm_relative);
  }
}

TEST_CASE("small records of small records are the same, with their CPU, day and duration") {
  const Scratch scratch;
  Record record = with_samples(record_of("rk4", 0.1, 0.05, 1), {1.23456789, 2, 3, 4, 5});
  record.environment = {{"git", {{"commit", std::string(40, 'a')}, {"dirty", false}}},
                        {"cpu", {{"model", "One"}, {"instruction_set_chosen", "avx2"}}},
                        {"compiler", "GNU 12"},
                        {"native", true},
                        {"date", "2026-11-28"},
                        {"hash", "abba"}};
  Record other = record;
  other.id = "b0b";
  other.h = 0.05;
  write_sweep(scratch.path() / "mine", {record, other});
  const auto file = write_small_records(scratch.path() / "mine", scratch.path() / "small", 61.7);
  const std::string text = test::read_text(file);
  REQUIRE_THAT(text, Contains("One, avx2") && Contains("61.7") && Contains("2026-11-28"));
  const auto again = write_small_records(file.parent_path(), scratch.path() / "again", 99);
  CHECK(test::read_text(again) == text);
}

TEST_CASE("groups of lines halve the records of many methods") {
  const auto archived = data_path("results/archive/bunny/bunny_as_published_1k");
  const Scratch scratch;
  // The first copy has today's digits.
  const auto first = write_small_records(archived, scratch.path() / "first");
  const auto file = write_small_records(first.parent_path(), scratch.path() / "again");
  const auto before = read_records(first), after = read_records(file);
  REQUIRE(before.size() == read_records(archived).size());
  REQUIRE(after.size() == before.size());
  std::vector<Json> objects;
  for (const Record& record : before) {
    const Record& renewed = *std::ranges::find(after, record.id, &Record::id);
    nlohmann::json own = to_json(record), other = to_json(renewed);
    own.erase("environment");
    other.erase("environment");
    CHECK(own == other);
    objects.push_back(to_json(record));
  }
  CHECK(test::read_text(file).size() <
        0.6 * static_cast<double>(lines_with_common_members(objects).size()));
}

TEST_CASE("small records of small records have the same floors") {
  for (int i = 100; i < 1000; i += 7) {
    const Scratch scratch;
    Record record = with_samples(record_of("rk4", 0.1, 0.05, 1), {1, 2, 3, 4, 5});
    const double floor = rounded(i * 1e-11, 3);
    record.result.error->floor->energy_norm_relative = floor;
    write_sweep(scratch.path() / "mine", {record});
    write_small_records(scratch.path() / "mine", scratch.path() / "small");
    const Record small = read_records(scratch.path() / "small/mine").at(0);
    CHECK(small.result.error->floor->energy_norm_relative == floor);
  }
}

TEST_CASE("small records of methods in an interpreted language keep this mark") {
  const Scratch scratch;
  Record record = with_samples(record_of("rk4", 0.1, 0.05, 1), {1, 2, 3, 4, 5});
  record.result.reported = {{"interpreted", true}, {"order", 4.}};
  write_sweep(scratch.path() / "mine", {record});
  write_small_records(scratch.path() / "mine", scratch.path() / "small");
  const Record small = read_records(scratch.path() / "small/mine").at(0);
  CHECK(small.result.reported == Settings{{"interpreted", true}});
  CHECK_FALSE(make_rows({small}).at(0).time());
}

TEST_CASE("small records keep the reports that a rule reads, and no others") {
  const auto folder = data_path("results/archive/scenes/trampoline_energy");
  const Scratch scratch;
  auto records = read_records(folder);
  for (Record& record : records) record.result.reported["unread"] = 1.;
  write_sweep(scratch.path() / "trampoline_energy", records);
  std::filesystem::copy_file(folder / "experiment.json",
                             scratch.path() / "trampoline_energy/experiment.json",
                             std::filesystem::copy_options::overwrite_existing);
  write_small_records(scratch.path() / "trampoline_energy", scratch.path() / "small");
  for (const Record& record : read_records(scratch.path() / "small/trampoline_energy")) {
    CHECK(record.result.reported.contains("alpha") == (record.integrator.name == "a_search"));
    CHECK_FALSE(record.result.reported.contains("unread"));
  }
}

TEST_CASE("small records that no table shows keep errors and energies of every run") {
  const Scratch scratch;
  Record ended = record_of("rk4", 0.1, 0.05, 1), failed = record_of("rk4", 0.05, 0.05, 1);
  ended.result.runtime.reset();
  ended.result.energy = EnergySummary{.initial = 2, .series_t = {0, 1}, .series_drift = {0, 1}};
  failed.result = {.status = Status::diverged, .reason = "a test's own"};
  write_sweep(scratch.path() / "mine", {ended, failed});
  write_small_records(scratch.path() / "mine", scratch.path() / "small");
  const auto small = read_records(scratch.path() / "small/mine");
  REQUIRE(small.size() == 2);
  REQUIRE(small[0].result.error);
  CHECK(small[0].result.error->measures.energy_norm_relative == 0.05);
  REQUIRE(small[0].result.energy);
  CHECK(small[0].result.energy->initial == 2);
  CHECK(small[0].result.energy->series_t.empty());
  CHECK(small[1].result.status == Status::diverged);
}

TEST_CASE("small records are of several commits where harness and build are the same code") {
  const Scratch scratch;
  Record first = with_samples(record_of("rk4", 0.1, 0.05, 1), {1, 2, 3, 4, 5}),
         later = with_samples(record_of("rk4", 0.05, 0.01, 1), {1, 2, 3, 4, 5});
  first.code = later.code = Code{.integrator = "a", .harness = "b", .build = "c"};
  first.environment["git"] = {{"commit", std::string(40, 'a')}, {"dirty", false}};
  later.environment["git"] = {{"commit", std::string(40, 'b')}, {"dirty", false}};
  const auto write = [&] {
    write_sweep(scratch.path() / "mine", {first, later});
    write_small_records(scratch.path() / "mine", scratch.path() / "small");
  };
  write();
  CHECK(read_records(scratch.path() / "small/mine").size() == 2);
  later.code->harness = "another";
  CHECK_THROWS_WITH(write(), Contains("one harness on one machine; got 2 of them"));
  later.code->harness = "b";
  later.code->build = "another";
  CHECK_THROWS_WITH(write(), Contains("one build"));
  later.code->build = "c";
  first.environment["cpu"] = {{"model", "One"}, {"instruction_set_chosen", "avx512"}};
  later.environment["cpu"] = {{"model", "One"}, {"instruction_set_chosen", "avx2"}};
  CHECK_THROWS_WITH(write(), Contains("one machine"));
}

}  // namespace small_records_tests
