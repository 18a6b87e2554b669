#include "base/error.hpp"
#include "harness/io/schema.hpp"
#include "harness/records/tables/time_to_error.hpp"
#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace time_to_error_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using test::Scratch;

namespace {

Json measures(double x, double v, double energy) {
  return {{"position", {{"max", x}, {"l2_relative", x}}},
          {"velocity", {{"max", v}, {"l2_relative", v}}},
          {"state_max", x},
          {"energy_norm_relative", energy}};
}

Json record(const std::string& integrator, double h, double error, double time,
            const std::string& status = "ok") {
  static int serial = 0;
  const bool ok = status == "ok";
  Json json{{"schema", "stiffbench.record/1"}, {"id", std::to_string(++serial)}};
  json["problem"] = {{"name", "bunny"},
                     {"parameters", {{"kd", 1e8}, {"size", "8k"}, {"end_time", 1.0}}},
                     {"dof", 23706},
                     {"hash", "f00d"}};
  json["integrator"] = {
      {"name", integrator}, {"parameters", Json::object()}, {"order", 2}, {"doi", nullptr}};
  json["step"] = {{"h", h}, {"tolerance", nullptr}, {"count", std::lround(1 / h)}};
  json["checkpoints"] = 1;
  json["status"] = status;
  json["error"] = nullptr;
  if (ok) {
    json["error"] = measures(error, 2 * error, 3 * error);
    json["error"].update(
        {{"reference", "beef"}, {"digits", 8}, {"floor", measures(1e-8, 1e-8, 1e-8)}});
  }
  for (auto* name : {"energy", "work", "memory", "runtime"}) json[name] = nullptr;
  if (ok)
    json["runtime"] = {
        {"unit", "s"}, {"setup", 0}, {"samples", {time}}, {"median", time}, {"mad", 0}};
  for (auto* part : {"id", "integrator", "problem", "harness", "build"})
    json["code"][part] = "c0de";
  json["code"]["back_end"] = nullptr;
  json["environment"] = {{"hash", "abba"}};
  if (!ok) json["reason"] = "a test's own";
  return json;
}

std::vector<Row> rows_of(const std::vector<Json>& jsons) {
  std::vector<Record> records;
  for (const Json& json : jsons) {
    validate(json, "record", "a test's record");
    records.push_back(record_from_json(json));
  }
  return make_rows(records);
}

/// The row of a method at a level.
Json row_of(const std::vector<Json>& records, const std::string& method, double level,
            const std::string& measure = "position") {
  const auto rows = rows_of(records);
  const Json table = to_json(times_to_errors(rows, {.levels = {level}, .measure = measure}));
  for (auto& row : table["problems"][0]["levels"][0]["methods"])
    if (row["method"] == method) return row;
  return nullptr;
}

std::vector<Json> two_methods() {
  return {record("rk4", 0.1, 0, 0, "diverged"), record("rk4", 0.01, 1e-2, 4),
          record("rk4", 0.001, 1e-4, 40),       record("exprb42", 0.2, 0.3, 1),
          record("exprb42", 0.1, 0.02, 2),      record("exprb42", 0.05, 0.001, 3),
          record("exprb42", 0.025, 1e-4, 6)};
}

}  // namespace

TEST_CASE("the cheapest run that reaches a level, and its time over the best") {
  const auto records = two_methods();
  const Json best = row_of(records, "exprb42", 0.1), other = row_of(records, "rk4", 0.1);
  CHECK(best["h"] == 0.1);
  CHECK(best["time"] == 2);
  CHECK(best["ratio"] == 1);
  CHECK(best["coarsest"] == false);
  CHECK(other["h"] == 0.01);
  CHECK(other["ratio"] == 2);
  CHECK(row_of(records, "exprb42", 0.01)["h"] == 0.05);
  CHECK(row_of(records, "exprb42", 0.5)["coarsest"] == true);
}

TEST_CASE("errors are read in the measure asked for") {
  const auto records = two_methods();
  CHECK(row_of(records, "exprb42", 0.03, "position")["h"] == 0.1);
  CHECK(row_of(records, "exprb42", 0.03, "velocity")["h"] == 0.05);
  CHECK(row_of(records, "exprb42", 0.03, "position_and_velocity")["h"] == 0.05);
  CHECK(row_of(records, "exprb42", 0.05, "velocity")["error"] == 0.04);
  CHECK(row_of(records, "exprb42", 0.05, "energy_norm")["h"] == 0.05);
}

TEST_CASE("a coarse run that hits the level by chance does not count") {
  auto records = two_methods();
  records.push_back(record("exprb42", 0.4, 0.01, 0.5));  // the run at 0.2 misses
  CHECK(row_of(records, "exprb42", 0.1)["h"] == 0.1);
  records = {record("bdf2", 0.2, 0.01, 1), record("bdf2", 0.1, 0, 0, "diverged"),
             record("bdf2", 0.05, 0.001, 4)};
  CHECK(row_of(records, "bdf2", 0.1)["h"] == 0.05);
}

TEST_CASE("a run that was stopped says nothing against a coarser one") {
  for (const char* status : {"timeout", "out_of_memory", "crashed"}) {
    const std::vector<Json> records{record("bdf2", 0.1, 0.01, 1),
                                    record("bdf2", 0.05, 0, 0, status)};
    CHECK(row_of(records, "bdf2", 0.1)["h"] == 0.1);
  }
}

TEST_CASE("what is not reached says why") {
  const auto records = two_methods();
  const Json row = row_of(records, "rk4", 1e-5);
  CHECK(row["status"] == "not_reached");
  CHECK(row["ratio"].is_null());
  CHECK(row["note"] == "best 0.0001 at h = 0.001; 1 diverged, 2 ok");
  CHECK(row_of({record("rk4", 0.1, 0, 0, "timeout")}, "rk4", 0.1)["status"] == "unfinished");
  CHECK(row_of(records, "rk4", 1e-9)["status"] == "unknown");
  Json untimed = record("rk4", 0.1, 0.01, 1);
  untimed["runtime"] = nullptr;
  CHECK(row_of({untimed}, "rk4", 0.1)["status"] == "not_timed");
  CHECK(row_of({untimed}, "rk4", 0.001)["status"] == "not_reached");
  Json unjudged = record("rk4", 0.1, 0, 1);
  unjudged["error"] = nullptr;
  CHECK(row_of({unjudged}, "rk4", 0.1)["status"] == "not_judged");
}

TEST_CASE("variants of a method are told apart by what differs, tolerances are steps") {
  std::vector<Json> records{record("exprb42", 0.1, 0.01, 1), record("exprb42", 0.1, 0.01, 2)};
  records[0]["integrator"]["parameters"] = {{"phi", "dense"}, {"tolerance", 1e-6}};
  records[1]["integrator"]["parameters"] = {{"phi", "chebyshev"}, {"tolerance", 1e-6}};
  CHECK(row_of(records, "exprb42 (phi = dense)", 0.1)["time"] == 1);
  CHECK(row_of(records, "exprb42 (phi = chebyshev)", 0.1)["ratio"] == 2);
  records = {record("cvode_bdf", 0.1, 0.5, 1), record("cvode_bdf", 0.1, 0.01, 2)};
  for (int i : {0, 1}) {
    const double tolerance = i == 0 ? 1e-3 : 1e-6;
    records[i]["step"] = {{"h", nullptr}, {"tolerance", tolerance}, {"count", 50 * (i + 1)}};
    records[i]["integrator"]["parameters"] = {{"rtol", tolerance}};
  }
  const Json row = row_of(records, "cvode_bdf", 0.1);
  CHECK(row["tolerance"] == 1e-6);
  CHECK(row["h"] == 0.01);
}

TEST_CASE("an output is a measure of error: its distance from the reference's, relative to that") {
  auto records = two_methods();
  for (auto& one : records)
    if (one["error"].is_object())
      one["error"]["outputs"] = {
          {"area", {{"reference", -2.0}, {"difference", 0.02}, {"floor", 1e-7}}},
          {"rest", {{"reference", 0.0}, {"difference", 0.02}, {"floor", nullptr}}}};
  const Json row = row_of(records, "rk4", 0.011, "area");
  CHECK(row["status"] == "reached");
  CHECK(row["error"].get<double>() == Approx(0.01));
  CHECK(row["h"] == 0.01);
  CHECK(row_of(records, "rk4", 0.009, "area")["status"] == "not_reached");
  CHECK(row_of(records, "rk4", 4e-8, "area")["status"] == "unknown");
  CHECK(row_of(records, "rk4", 0.1, "rest")["status"] == "not_judged");
  CHECK_THROWS_WITH(row_of(records, "rk4", 0.1, "aera"),
                    Contains("'aera'") && Contains("position_and_velocity, area, rest"));
  CHECK_THROWS_WITH(row_of(two_methods(), "rk4", 0.1, "area"), Contains("position_and_velocity"));
}

TEST_CASE("a paper's row stands at its own level, and at all where it has none") {
  Json paper{{"doi", "10.1000/1"},
             {"table", "a table"},
             {"level", 0.1},
             {"methods", {{"R", {{"title", "r"}, {"integrators", {"rk4"}}}}}},
             {"remarks", Json::array()}};
  paper["rows"] = Json::array({{{"row", "1"},
                                {"title", "one"},
                                {"level", 0.05},
                                {"problem", {{"name", "bunny"}, {"parameters", Json::object()}}},
                                {"runs", {{"R", {{"time", 2}, {"h", nullptr}}}}},
                                {"remarks", Json::array()}}});
  const auto levels_beside = [&] {
    const auto rows = rows_of(two_methods());
    TimesToErrors table = times_to_errors(rows, {.levels = {0.1, 0.05}, .measure = "position"});
    add_paper(table, paper);
    const Json json = to_json(table);
    std::string text;
    for (auto& level : json["problems"][0]["levels"])
      for (auto& row : level["methods"])
        if (row.contains("paper")) text += level["level"].dump() + " ";
    return text;
  };
  CHECK(levels_beside() == "0.05 ");
  paper["rows"][0].erase("level");
  CHECK(levels_beside() == "0.1 ");
  paper["level"] = nullptr;
  CHECK(levels_beside() == "0.1 0.05 ");
}

TEST_CASE("a row knows the levels at which it is its method's cheapest") {
  std::vector<std::string> cheapest;
  for (const Row& row : rows_of(two_methods()))
    for (const double level : row.cheapest_at)
      cheapest.push_back(fmt::format("{} {} {}", row.method, *row.h, level));
  CHECK(cheapest == std::vector<std::string>{"exprb42 0.1 0.1", "exprb42 0.05 0.01",
                                             "exprb42 0.025 0.001", "rk4 0.01 0.1",
                                             "rk4 0.001 0.01", "rk4 0.001 0.001"});
}

TEST_CASE("levels that are none are refused") {
  CHECK_THROWS_WITH(times_to_errors(rows_of(two_methods()), {.levels = {0.0}}),
                    Contains("0.1,0.01,0.001"));
}

TEST_CASE("table prints times to an error, with a paper's ratios beside them") {
  const Scratch scratch;
  {
    std::ofstream file(scratch.path() / "records.jsonl");
    for (auto& one : two_methods()) file << one.dump() << "\n";
    file << record("epirk4s3", 0.05, 0.01, 4).dump() << "\n"
         << record("implicit_euler", 0.001, 0.2, 4).dump() << "\n";
  }
  const std::string table = "table '" + scratch.path().string() + "' --time-to-error ";
  const auto text = test::run_program(table + "--error position --paper michels2017_table1");
  REQUIRE(text.status == 0);
  CHECK_THAT(text.out, Contains("error <= 10%") && Contains("row 0a (Bunny"));
  CHECK_THAT(text.out, Contains("implicit_euler  not reached: best 0.2 at"));
  const auto json =
      test::run_program(table + "--levels 0.1 --error position --paper michels2017_table1 --json");
  REQUIRE(json.status == 0);
  const Json problem = Json::parse(json.out)["problems"][0];
  CHECK(problem["paper"]["row"] == "0a");
  bool is_present = false;
  for (auto& row : problem["levels"][0]["methods"])
    if (row["method"] == "implicit_euler") {
      is_present = true;
      CHECK(row["paper"]["method"] == "NR");
      CHECK(row["paper"]["ratio"].get<double>() == Approx(3600.0 / 126));
    }
  CHECK(is_present);
  CHECK(test::run_program("table x --json").status == 2);
  CHECK_THAT(test::run_program(table + "--paper michels2017_tabel1").err,
             Contains("did you mean michels2017_table1"));
}

}  // namespace time_to_error_tests
