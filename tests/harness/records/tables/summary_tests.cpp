// Tests of what the runs of a method on one problem amount to.

#include "harness/records/tables/summary.hpp"
#include "tests/harness/records/record_of.hpp"

#include <catch2/catch.hpp>

namespace summary_tests {

using namespace stiffbench;
using test::record_of;

namespace {

Record failed(Record record, Status status, const std::string& reason) {
  record.result.status = status;
  record.result.reason = reason;
  record.result.error = std::nullopt;
  record.result.runtime = std::nullopt;
  return record;
}

Json summary_of(const std::vector<Record>& records) {
  const auto rows = make_rows(records);
  Json all = Json::array();
  for (const MethodSummary& summary : summarize(rows)) all.push_back(to_json(summary));
  return all;
}

}  // namespace

TEST_CASE("a summary counts what ended well and has the slope of the finest asymptotic run") {
  std::vector<Record> records;
  for (const double h : {0.1, 0.05, 0.025, 0.0125})
    records.push_back(record_of("rk4", h, h * h, 1 / h));
  records.push_back(failed(record_of("rk4", 0.2, 1, 1), Status::diverged, "too large"));
  const Json summary = summary_of(records);
  REQUIRE(summary.size() == 1);
  const Json& one = summary[0];
  CHECK(one["method"] == "rk4");
  CHECK(one["family"] == "explicit");
  CHECK(one["runs"] == 5);
  CHECK(one["ok"] == 4);
  CHECK(one["slope"].get<double>() == Approx(2));
  CHECK(one["largest_h"] == 0.1);
  CHECK(one["smallest_error"].get<double>() == Approx(0.0125 * 0.0125));
  CHECK(one["below_floor"] == false);
  CHECK(one["front"] == 4);
  CHECK(one["places"].empty());  // one method does not race
}

TEST_CASE("failures are told by status, with their steps and the reason of the coarsest") {
  const Json summary =
      summary_of({failed(record_of("bdf2", 0.4, 1, 1), Status::diverged, "at 0.4"),
                  failed(record_of("bdf2", 0.2, 1, 1), Status::newton_failed, "stuck"),
                  failed(record_of("bdf2", 0.1, 1, 1), Status::diverged, "at 0.1")});
  const Json& one = summary.at(0);
  CHECK(one["ok"] == 0);
  CHECK(one["largest_h"].is_null());
  CHECK(one["smallest_error"].is_null());
  CHECK(one["slope"].is_null());
  CHECK(one["failures"] == Json::parse(R"([
    {"status": "diverged", "sign": "×", "count": 2, "coarsest": 0.4, "finest": 0.1, "reason": "at 0.4"},
    {"status": "newton_failed", "sign": "N", "count": 1, "coarsest": 0.2, "finest": 0.2, "reason": "stuck"}
  ])"));
}

TEST_CASE("an error below that of the reference is said to be one") {
  const Json summary =
      summary_of({record_of("rk4", 0.1, 1e-3, 1), record_of("rk4", 0.01, 1e-9, 2)});
  CHECK(summary.at(0)["below_floor"] == true);
}

}  // namespace summary_tests
