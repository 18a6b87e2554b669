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

}  // namespace

TEST_CASE("a summary counts what ended well and has the slope of the finest asymptotic run") {
  std::vector<Record> records;
  for (const double h : {0.1, 0.05, 0.025, 0.0125})
    records.push_back(record_of("rk4", h, h * h, 1 / h));
  records.push_back(failed(record_of("rk4", 0.2, 1, 1), Status::diverged, "too large"));
  const auto rows = make_rows(records);
  const auto all = summarize(rows);
  REQUIRE(all.size() == 1);
  const MethodSummary& one = all[0];
  CHECK(one.rows.size() == 5);
  CHECK(one.ok == 4);
  CHECK(one.slope.value() == Approx(2));
  CHECK(one.largest_h == 0.1);
  CHECK(one.smallest_error.value() == Approx(0.0125 * 0.0125));
  CHECK_FALSE(one.below_floor);
  CHECK(one.front == 4);
  CHECK(one.ranks.empty());  // one method does not race
}

TEST_CASE("failures are told by status, with their steps and the reason of the coarsest") {
  const auto rows =
      make_rows({failed(record_of("bdf2", 0.4, 1, 1), Status::diverged, "at 0.4"),
                 failed(record_of("bdf2", 0.2, 1, 1), Status::newton_not_converged, "stuck"),
                 failed(record_of("bdf2", 0.1, 1, 1), Status::diverged, "at 0.1")});
  const MethodSummary one = summarize(rows).at(0);
  CHECK(one.ok == 0);
  CHECK_FALSE(one.largest_h);
  CHECK_FALSE(one.smallest_error);
  CHECK_FALSE(one.slope);
  REQUIRE(one.failures.size() == 2);
  const auto& [status, count, coarsest, finest, reason] = one.failures[0];
  CHECK(status == Status::diverged);
  CHECK(count == 2);
  CHECK(coarsest == 0.4);
  CHECK(finest == 0.1);
  CHECK(reason == "at 0.4");
  CHECK(one.failures[1].status == Status::newton_not_converged);
}

TEST_CASE("an error below that of the reference is said to be one") {
  const auto rows = make_rows({record_of("rk4", 0.1, 1e-3, 1), record_of("rk4", 0.01, 1e-9, 2)});
  CHECK(summarize(rows).at(0).below_floor);
}

}  // namespace summary_tests
