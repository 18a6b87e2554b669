#include "base/files.hpp"
#include "harness/io/lines/common_members.hpp"
#include "harness/io/lines/lines_file.hpp"
#include "harness/records/merge.hpp"
#include "harness/records/read_records.hpp"
#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>

namespace merge_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using test::Scratch;

namespace {

/// A timed record of rk4 on an oscillator; records with equal h are of one run.
Json record_of(double h, double time = 1) {
  Record record;
  record.id = Json(h).dump();
  record.problem = {.name = "oscillator", .hash = "f00d"};
  record.integrator = {.name = "rk4"};
  record.h = h;
  ErrorMeasures measures;
  measures.energy_norm_relative = h * h;
  record.result.error = RunError{.reference = "beef", .measures = measures};
  record.result.work = Work{};
  record.result.peak_bytes = static_cast<long>(1e6 * time);
  record.result.runtime = Runtime{0, {time}, time, 0};
  record.environment = Json::parse(
      R"({"hash": "abba", "git": {"commit": "c0de", "dirty": false},
      "cpu": {"model": "One"}, "compiler": "GNU 12", "flags": "-O3"})");
  return to_json(record);
}

std::filesystem::path folder(const Scratch& scratch, const char* name,
                             const std::vector<Json>& records) {
  const auto path = scratch.path() / name;
  std::filesystem::create_directories(path);
  std::ofstream file(path / "records.jsonl");
  for (const Json& record : records) file << record.dump() << "\n";
  return path;
}

/// Merges "a" and "b" into "out" and checks that a refusal has changed nothing.
MergeReport merge_two(const Scratch& scratch, const std::vector<Json>& a,
                      const std::vector<Json>& b, const MergeOptions& options = {}) {
  const auto report = merge_records({folder(scratch, "a", a), folder(scratch, "b", b)},
                                    scratch.path() / "out", options);
  CHECK(std::filesystem::exists(scratch.path() / "out") == !report.refused());
  return report;
}

std::string merged(const Scratch& scratch) {
  return test::read_text(scratch.path() / "out/records.jsonl");
}

}  // namespace

TEST_CASE("merging writes each run once, as it stood in its file") {
  const Scratch scratch;
  const auto report =
      merge_two(scratch, {record_of(0.4), record_of(0.2)}, {record_of(0.2, 3), record_of(0.1)});
  CHECK_FALSE(report.refused());
  CHECK(report.written == 3);
  CHECK(report.sources[0].records == 2);
  CHECK(report.sources[0].doubles == 0);
  CHECK(report.sources[1].doubles == 1);
  CHECK(merged(scratch) ==
        record_of(0.4).dump() + "\n" + record_of(0.2).dump() + "\n" + record_of(0.1).dump() + "\n");
}

TEST_CASE("parts of one experiment keep its description, those of two leave what is there") {
  const Scratch scratch;
  const auto write = [&](const char* name, const char* text) {
    std::ofstream(scratch.path() / name / "experiment.json") << text;
  };
  const auto merge = [&] {
    return merge_records({scratch.path() / "a", scratch.path() / "b"}, scratch.path() / "out", {});
  };
  folder(scratch, "a", {record_of(0.4)});
  folder(scratch, "b", {record_of(0.2)});
  merge();
  CHECK_FALSE(std::filesystem::exists(scratch.path() / "out/experiment.json"));
  write("a", "{\"name\": \"one\"}");
  CHECK(merge().experiments.size() == 1);
  CHECK(test::read_text(scratch.path() / "out/experiment.json") == "{\"name\": \"one\"}");
  write("b", "{\"name\": \"two\"}");
  CHECK(merge().experiments.size() == 2);
  CHECK(test::read_text(scratch.path() / "out/experiment.json") == "{\"name\": \"one\"}");
}

TEST_CASE("the description of another experiment is left in a folder without records") {
  const Scratch scratch;
  const auto a = folder(scratch, "a", {record_of(0.4)}), out = scratch.path() / "out";
  std::ofstream(a / "experiment.json") << "{\"name\": \"one\"}";
  std::filesystem::create_directories(out);
  std::ofstream(out / "experiment.json") << "{\"name\": \"mine\"}";
  CHECK(merge_records({a}, out, {}).experiments.size() == 2);
  CHECK(test::read_text(out / "experiment.json") == "{\"name\": \"mine\"}");
}

TEST_CASE("merging goes on behind the records that are there, and twice is once") {
  const Scratch scratch;
  const auto out = folder(scratch, "out", {record_of(0.8)}),
             a = folder(scratch, "a", {record_of(0.4)});
  for (const long doubles : {0, 1}) {
    const auto report = merge_records({a, out}, out, {});
    CHECK(report.written == 2);
    CHECK(report.sources.size() == 2);
    CHECK(report.sources[1].doubles == doubles);
    CHECK(merged(scratch) == record_of(0.8).dump() + "\n" + record_of(0.4).dump() + "\n");
  }
}

TEST_CASE("records of one run with other results are a conflict") {
  Json error = record_of(0.2), work = record_of(0.2), status = record_of(0.2);
  error["error"]["energy_norm_relative"] = 0.041;
  work["work"]["force"] = 7;
  status["status"] = "diverged";
  status["reason"] = "the energy is large";
  const auto conflict_with = [](const Json& other) {
    const Scratch scratch;
    const auto report = merge_two(scratch, {record_of(0.4), record_of(0.2)}, {other});
    REQUIRE(report.conflicts.size() == 1);
    CHECK_THAT(report.conflicts[0], Contains("rk4 on oscillator, h = 0.2") &&
                                        Contains("a/records.jsonl:2") &&
                                        Contains("b/records.jsonl:1"));
    return report.conflicts[0];
  };
  CHECK_THAT(conflict_with(error), Contains("error 0.040000000000000008 and 0.041"));
  CHECK_THAT(conflict_with(work), Contains("different work"));
  CHECK_THAT(conflict_with(status), Contains("status ok and diverged"));
}

TEST_CASE("timings of two CPUs are mixed on one problem only where that is allowed") {
  Json other = record_of(0.2);
  other["environment"]["cpu"]["model"] = "Two";
  const Scratch scratch;
  const auto report = merge_two(scratch, {record_of(0.4)}, {other});
  REQUIRE(report.cpus.size() == 1);
  CHECK_THAT(report.cpus[0], Contains("One, first at") && Contains("Two, first at"));
  CHECK(merge_two(scratch, {record_of(0.4)}, {other}, {.mix_cpus = true}).written == 2);

  Json wide = record_of(0.4), narrow = record_of(0.2);  // of one name, as virtual machines give
  wide["environment"]["cpu"]["instruction_set_chosen"] = "avx512";
  narrow["environment"]["cpu"]["instruction_set_chosen"] = "avx2";
  CHECK(merge_two(Scratch(), {wide}, {narrow}).refused());

  other["runtime"] = nullptr;  // an error does not depend on the CPU
  CHECK(merge_two(Scratch(), {record_of(0.4)}, {other}).written == 2);
  Json another_curve = record_of(0.2);
  another_curve["environment"]["cpu"]["model"] = "Two";
  another_curve["integrator"]["parameters"]["tableau"] = "b";
  CHECK(merge_two(Scratch(), {record_of(0.4)}, {another_curve}).refused());
  Json another_problem = another_curve;
  another_problem["problem"]["hash"] = "feed";
  CHECK(merge_two(Scratch(), {record_of(0.4)}, {another_problem}).written == 2);
}

TEST_CASE("of one folder the last record of a run is merged, as all readers take it") {
  const Scratch scratch;
  const auto report = merge_two(scratch, {record_of(0.4), record_of(0.4, 3)}, {record_of(0.4, 5)});
  CHECK(report.written == 1);
  CHECK(report.sources[0].doubles == 1);
  CHECK(report.sources[1].doubles == 1);
  CHECK(merged(scratch) == record_of(0.4, 3).dump() + "\n");
}

TEST_CASE("records of a file whose first line has their common members are merged whole") {
  const Scratch scratch;
  const auto small = folder(scratch, "small", {});
  write_atomically(small / "records.jsonl",
                   lines_with_common_members({record_of(0.4), record_of(0.2)}));
  const auto plain = folder(scratch, "plain", {record_of(0.1)});
  CHECK(merge_records({small, plain}, scratch.path() / "out", {}).written == 3);
  const auto records = read_records(scratch.path() / "out");
  REQUIRE(records.size() == 3);
  CHECK(records[0].h == 0.4);
  CHECK(records[1].result.runtime->median == 1);
  CHECK(records[2].h == 0.1);
}

TEST_CASE("records of a file whose groups have common members are merged whole") {
  const Scratch scratch;
  const auto small = folder(scratch, "small", {});
  std::vector<Json> records;
  for (const double h : {0.4, 0.3, 0.2, 0.1}) records.push_back(record_of(h));
  const GroupKey by_pairs = [](const Json& record) { return Json(record["step"]["h"] > 0.25); };
  const std::string lines = lines_with_common_members(records, {by_pairs});
  REQUIRE_THAT(lines, Contains(R"("groups":1)") && Contains(R"("lines":2)"));
  write_atomically(small / "records.jsonl", lines);
  CHECK(merge_records({small}, scratch.path() / "out", {}).written == 4);
  const auto merged = read_records(scratch.path() / "out"), own = read_records(small);
  REQUIRE(merged.size() == 4);
  REQUIRE(own.size() == 4);
  for (std::size_t i = 0; i < records.size(); ++i)
    for (const Record& back : {merged[i], own[i]})
      CHECK(nlohmann::json(to_json(back)) == nlohmann::json(to_json(record_from_json(records[i]))));
}

TEST_CASE("runs of two codes are mixed in one curve only where that is allowed") {
  Json other = record_of(0.2), again = record_of(0.4, 3);
  other["environment"]["git"]["commit"] = "beef";
  again["environment"]["git"]["commit"] = "beef";
  again["error"]["energy_norm_relative"] = 7;
  const Scratch scratch;
  const auto report = merge_two(scratch, {record_of(0.4)}, {other});
  REQUIRE(report.codes.size() == 1);
  CHECK_THAT(report.codes[0], Contains("1 run: commit c0de") && Contains("1 run: commit beef"));
  CHECK(merge_two(scratch, {record_of(0.4)}, {other}, {.mix_code = true}).written == 2);
  // One code has all runs of the curve; the other's are its history and no conflict.
  CHECK(merge_two(Scratch(), {record_of(0.4)}, {other, again}).written == 3);
}

TEST_CASE("what cannot be merged is refused in one line, and changes nothing") {
  const Scratch scratch;
  const auto out = scratch.path() / "out";
  const auto a = folder(scratch, "a", {record_of(0.4)}), none = folder(scratch, "none", {});
  const auto refusal = [&](const std::filesystem::path& other, const char* words) {
    CHECK_THROWS_WITH(merge_records({a, other}, out, {}), Contains(words));
    CHECK_FALSE(std::filesystem::exists(out));
  };
  refusal(scratch.path() / "nowhere", "a folder of records holds records.jsonl");
  Json newer = record_of(0.2);
  newer["schema"] = "stiffbench.record/2";
  refusal(folder(scratch, "newer", {newer}), "\"stiffbench.record/2\"");
  refusal(folder(scratch, "text", {"no record"}), "text/records.jsonl:1");
  CHECK_THROWS_WITH(merge_records({none}, out, {}), Contains("needs at least one record"));

  folder(scratch, "out", {record_of(0.8)});
  const LinesFile held(out / "records.jsonl");
  CHECK_THROWS_WITH(merge_records({a}, out, {}), Contains("wait for the other stiffbench"));
  CHECK(test::count_lines(merged(scratch)) == 1);
}

TEST_CASE("a line that a killed sweep left incomplete is not merged") {
  const Scratch scratch;
  const auto a = folder(scratch, "a", {record_of(0.4)});
  std::ofstream(a / "records.jsonl", std::ios::app) << R"({"schema": "stif)";
  CHECK(merge_records({a}, scratch.path() / "out", {}).written == 1);
  CHECK(merged(scratch) == record_of(0.4).dump() + "\n");
}

TEST_CASE("merge says in one line what it refuses, after the places") {
  const Scratch scratch;
  Json other = record_of(0.2);
  other["error"]["energy_norm_relative"] = 7;
  const auto a = folder(scratch, "a", {record_of(0.2)}), b = folder(scratch, "b", {other});
  const std::string words = "merge '" + a.string() + "' '" + b.string() + "'";
  const auto end = test::run_program(words + " --out '" + (scratch.path() / "out").string() + "'");
  CHECK(end.status == 2);
  CHECK_THAT(end.out, Contains("conflict: rk4 on oscillator, h = 0.2"));
  CHECK_THAT(end.err, Contains("got 1 in conflict, nothing was written; take one line"));
  CHECK(test::count_lines(end.err) == 1);
  CHECK_THAT(test::run_program(words).err, Contains("'stiffbench merge' needs --out"));
}

}  // namespace merge_tests
