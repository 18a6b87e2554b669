// Tests of statistics over starts: by hand, in the table, and what they refuse.

#include "base/error.hpp"
#include "harness/records/tables/output_table.hpp"
#include "harness/records/tables/start_statistics.hpp"
#include "tests/harness/program.hpp"
#include "tests/harness/records/record_of.hpp"

#include <catch2/catch.hpp>

namespace start_statistics_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using test::record_of;
using test::Scratch;

namespace {

/// A run from a start, with a number, a list and an energy.
Record run_from(long index, double turns, std::vector<double> apexes, double h = 0.1) {
  Record record = record_of("bdf2", h, 1, 1);
  record.result.error.reset();
  record.start = {index, 1e-6};
  record.result.outputs = Settings{{"turns", turns},
                                   {"contacts", 3L},
                                   {"apexes", apexes},
                                   {"series_t", std::vector<double>{0, 1}}};
  EnergySummary& energy = record.result.energy.emplace();
  energy.final = 1 + turns;
  energy.max_drift = 0.5;
  return record;
}

std::vector<Record> four_runs() {
  return {run_from(2, 2, {0.9, 0.5}), run_from(1, 1, {0.7}), run_from(4, 4, {0.9}),
          run_from(3, 3, {0.7, 0.3})};
}

Json statistics_of(const std::vector<Record>& records, const std::string& output = "") {
  const auto rows = make_rows(records);
  return to_json(start_statistics(rows, output));
}

/// The only entry about a quantity.
Json entry_of(const Json& table, const std::string& name, const Json& entry = nullptr) {
  for (const Json& quantity : table["problems"][0]["quantities"])
    if (quantity["quantity"] == name && quantity["entry"] == entry) {
      REQUIRE(quantity["methods"].size() == 1);
      return quantity["methods"][0];
    }
  return nullptr;
}

/// A folder with these records.
std::string folder_with(const Scratch& scratch, const std::vector<Record>& records) {
  std::ofstream file(scratch.path() / "records.jsonl");
  for (const Record& record : records) file << to_json(record).dump() << '\n';
  return "'" + scratch.path().string() + "'";
}

}  // namespace

TEST_CASE("mean, standard deviation and standard error are those of a sample") {
  const Spread four({1, 2, 3, 4});
  CHECK(four.count == 4);
  CHECK(four.mean == Approx(2.5).epsilon(1e-12));
  CHECK(*four.deviation == Approx(std::sqrt(5. / 3)).epsilon(1e-12));
  CHECK(*four.error == Approx(std::sqrt(5. / 12)).epsilon(1e-12));
  CHECK(four.least == 1);
  CHECK(four.largest == 4);
  CHECK(*Spread({7, 7, 7}).deviation == 0);
  const Spread one({5});
  CHECK(one.mean == 5);
  CHECK_FALSE(one.deviation);
  CHECK_FALSE(one.error);
}

TEST_CASE("statistics are over the starts of one method with one step") {
  auto records = four_runs();
  records.push_back(run_from(1, 100, {}, 0.05));
  records.push_back(run_from(2, 102, {}, 0.05));
  const Json table = statistics_of(records);
  REQUIRE(table["problems"].size() == 1);
  for (const Json& quantity : table["problems"][0]["quantities"]) {
    REQUIRE(quantity["methods"].size() == 2);
    CHECK(quantity["methods"][0]["starts"] == 4);
    CHECK(quantity["methods"][1]["starts"] == 2);
    CHECK(quantity["quantity"] != "series_t");
  }
  const Json turns = statistics_of(records, "turns");
  REQUIRE(turns["problems"][0]["quantities"].size() == 1);
  CHECK(turns["problems"][0]["quantities"][0]["methods"][0]["mean"] == 2.5);
  CHECK(turns["problems"][0]["quantities"][0]["methods"][1]["mean"] == 101);
}

TEST_CASE("lists count entry by entry, and runs without an entry do not") {
  const Json table = statistics_of(four_runs());
  const Json first = entry_of(table, "apexes", 0), second = entry_of(table, "apexes", 1);
  CHECK(first["count"] == 4);
  CHECK(first["mean"].get<double>() == Approx(0.8).epsilon(1e-12));
  CHECK(second["count"] == 2);
  CHECK(second["mean"].get<double>() == Approx(0.4).epsilon(1e-12));
  CHECK(second["deviation"].get<double>() == Approx(std::sqrt(0.02)).epsilon(1e-12));
  CHECK(entry_of(table, "apexes", 2).is_null());
  CHECK(entry_of(table, "contacts")["mean"] == 3);
  CHECK(entry_of(table, "contacts")["deviation"] == 0);
  CHECK(entry_of(table, "energy.final")["mean"] == 3.5);
  CHECK(entry_of(table, "energy.max_drift")["mean"] == 0.5);
}

TEST_CASE("runs that failed have no part in a mean, and are named") {
  auto records = four_runs();
  records[0].result.status = Status::diverged;
  records[0].result.reason = "a test's own";
  const Json turns = entry_of(statistics_of(records), "turns");
  CHECK(turns["starts"] == 4);
  CHECK(turns["count"] == 3);
  CHECK(turns["mean"].get<double>() == Approx(8. / 3).epsilon(1e-12));
  CHECK(turns["statuses"] == Json{{"ok", 3}, {"diverged", 1}});
  const Scratch scratch;
  const auto printed = test::run_program("table --statistics " + folder_with(scratch, records));
  INFO(printed.err);
  REQUIRE(printed.status == 0);
  CHECK_THAT(printed.out,
             Contains("3 of 4") && Contains("- oscillator: 1 of 4 starts of bdf2 diverged"));
}

TEST_CASE("two runs from one start would count twice") {
  auto records = four_runs();
  records.push_back(run_from(3, 9, {}));
  CHECK_THROWS_WITH(statistics_of(records), Contains("several of start 3 of bdf2"));
}

TEST_CASE("starts with another perturbation are another method") {
  auto records = four_runs();
  for (Record record : four_runs()) {
    record.start->perturbation = 1e-3;
    records.push_back(record);
  }
  const Json table = statistics_of(records, "turns");
  const Json& methods = table["problems"][0]["quantities"][0]["methods"];
  REQUIRE(methods.size() == 2);
  CHECK(methods[0]["method"] == "bdf2 (perturbation = 0.001)");
  CHECK(methods[1]["perturbation"] == 1e-6);
}

TEST_CASE("the table of statistics fits a page, and says what it leaves out") {
  const Scratch scratch;
  const std::string folder = folder_with(scratch, four_runs());
  const auto printed = test::run_program("table --statistics " + folder);
  INFO(printed.err);
  REQUIRE(printed.status == 0);
  std::istringstream lines(printed.out);
  for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 80);
  CHECK_THAT(printed.out, Contains("apexes [1]") && Contains("2 of 4") && Contains("spread") &&
                              Contains("at most 1e-06"));
  const auto json = test::run_program("table --statistics --output turns --json " + folder);
  REQUIRE(json.status == 0);
  CHECK(Json::parse(json.out)["problems"][0]["quantities"][0]["methods"][0]["mean"] == 2.5);
  const auto series = test::run_program("table --statistics --output series_t " + folder);
  CHECK_THAT(series.out, Contains("series_t [1]"));
  const auto wrong = test::run_program("table --statistics --output turn " + folder);
  CHECK(wrong.status != 0);
  CHECK_THAT(wrong.err, Contains("'turn'"));
  const auto rows = test::run_program("table --csv " + folder);
  CHECK_THAT(rows.out, Contains("steps,start,") && Contains("bdf2,0.1,,10,4,ok"));
}

TEST_CASE("one run a cell is no table of several starts, and one start has no statistics") {
  CHECK_THROWS_WITH(output_table(make_rows(four_runs()), "turns"), Contains("add --statistics"));
  CHECK_THROWS_WITH(output_table(make_rows(four_runs()), "a_list"), Contains("add --statistics"));
  CHECK_THROWS_WITH(statistics_of({record_of("bdf2", 0.1, 1, 1)}),
                    Contains("records of one start each"));
}

}  // namespace start_statistics_tests
