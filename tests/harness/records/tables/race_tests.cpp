// Tests of what a race between methods is, and of who leads in it.

#include "harness/records/labels.hpp"
#include "harness/records/tables/race.hpp"
#include "harness/records/tables/ranking.hpp"
#include "harness/run/observe.hpp"
#include "harness/run/run_record.hpp"
#include "tests/harness/records/record_of.hpp"

#include <catch2/catch.hpp>

namespace race_tests {

using namespace stiffbench;
using test::record_of;

namespace {

/// Runs of a method with two steps. The finer one takes `time` (s) and has the error 1e-3, the
/// coarser one the given error.
std::vector<Record> two_steps(const std::string& integrator, double time, double coarse_error = 1) {
  return {record_of(integrator, 0.1, coarse_error, time / 2),
          record_of(integrator, 0.05, 1e-3, time)};
}

std::vector<Record> joined(const std::vector<std::vector<Record>>& lists) {
  std::vector<Record> all;
  for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

bool race(const std::vector<Record>& records) { return is_race(contestants(make_rows(records))); }

/// The ranking of these records at 1%.
Ranking ranking_of(const std::vector<Row>& rows) {
  return rank_at_decades(rows, "energy_norm").at(1);
}

std::vector<Record> two_back_ends() {
  auto records = joined({two_steps("exprb42", 1), two_steps("exprb42", 1.05)});
  for (std::size_t i = 0; i < records.size(); ++i)
    records[i].integrator.parameters["phi"] = std::string(i < 2 ? "chebyshev" : "kiops");
  return records;
}

}  // namespace

TEST_CASE("methods race if there are two, and most of them ran with two steps") {
  CHECK_FALSE(race(two_steps("rk4", 1)));
  CHECK(race(joined({two_steps("rk4", 1), two_steps("bdf2", 1)})));
  CHECK_FALSE(race(two_back_ends()));
  std::vector<Record> records = joined({two_steps("rk4", 1), two_steps("bdf2", 1)});
  records.push_back(record_of("sdirk2", 0.1, 1e-3, 1));
  CHECK(race(records));
  records.push_back(record_of("gauss4", 0.1, 1e-3, 1));
  CHECK_FALSE(race(records));
}

TEST_CASE("a lead is clear, a draw, or that of the only method, and settings are no methods") {
  const auto lead = [](const std::vector<Record>& records) {
    return ranking_of(make_rows(records)).lead;
  };
  CHECK(lead(joined({two_steps("rk4", 1), two_steps("bdf2", 1.11)})) == Lead::clear);
  CHECK(lead(joined({two_steps("rk4", 1), two_steps("bdf2", 1.09)})) == Lead::draw);
  CHECK(lead(joined(
            {two_back_ends(), {record_of("bdf2", 0.1, 1, 1), record_of("bdf2", 0.2, 1, 1)}})) ==
        Lead::alone);
  CHECK_FALSE(lead(joined({two_steps("rk4", 1)})));
  CHECK_FALSE(lead(two_back_ends()));
  const auto rows = make_rows(joined({two_back_ends(), two_steps("rk4", 2)}));
  const Ranking ranking = ranking_of(rows);
  CHECK(ranking.lead == Lead::clear);
  CHECK(ranking.reached().size() == 3);
  CHECK(ranking.integrators().size() == 2);
  CHECK(ranking.integrators()[0].row->method == "exprb42 (phi = chebyshev)");
}

TEST_CASE("a method whose coarsest run reaches the error is marked, from each of its starts") {
  auto records = joined({two_steps("rk4", 1), two_steps("bdf2", 4, 1e-3)});
  for (const double time : {1.9, 2.1}) {
    records.push_back(record_of("bdf2", 0.1, 1e-3, time));
    records.back().start = PerturbedStart{time < 2 ? 2 : 1, 1e-6};
  }
  const auto rows = make_rows(records);
  const auto entries = ranking_of(rows).integrators();
  REQUIRE(entries.size() == 2);
  CHECK_FALSE(entries[0].coarsest);
  CHECK(entries[1].coarsest);
  for (Record& record : records)
    if (record.integrator.name == "bdf2" && record.h == 0.1) record.count = 1;
  CHECK_FALSE(ranking_of(make_rows(records)).integrators()[1].coarsest);
}

TEST_CASE("rows have ranks where methods race, and all that draw lead") {
  const auto ranks = [](const std::vector<Record>& records) {
    std::string text;
    for (const Row& row : make_rows(records))
      for (const Rank& rank : row.ranks)
        if (rank.level == 0.01) text += row.method + to_json(rank)["lead"].dump() + " ";
    return text;
  };
  CHECK(ranks(two_back_ends()).empty());
  CHECK(ranks(joined({two_steps("a", 1), two_steps("b", 2), two_steps("c", 3),
                      two_steps("d", 4)})) == "a\"clear\" bnull cnull ");
  CHECK(ranks(joined({two_steps("a", 1), two_steps("b", 1.02), two_steps("c", 1.03),
                      two_steps("d", 1.04)})) == "a\"draw\" b\"draw\" c\"draw\" d\"draw\" ");
  CHECK(ranks(joined({two_steps("a", 1),
                      {record_of("b", 0.1, 1, 1), record_of("b", 0.2, 1, 1)}})) == "a\"alone\" ");
}

TEST_CASE("a run that was stopped and one that ended are of one method") {
  const auto plan = [](long count) {
    return make_plan(ProblemRegistry::instance().make("fput", {{"end_time", 0.5}}),
                     {.integrator = "trigonometric_a", .count = count, .repeats = 0});
  };
  const RunPlan coarse = plan(5), fine = plan(10);
  const Record ended = make_record(coarse, "beef", "none", observe(coarse)),
               stopped = make_record(fine, "beef", "none",
                                     {.status = Status::timeout, .reason = "too long"});
  REQUIRE(ended.integrator.parameters.at("phi") != stopped.integrator.parameters.at("phi"));
  const auto rows = make_rows({ended, stopped});
  CHECK(same_method(rows[0], rows[1]));
  CHECK(rows[0].method == "trigonometric_a");
  CHECK(contestants(rows).at(0).steps.size() == 2);
  CHECK(requested_parameters(ended) == requested_parameters(stopped));
  CHECK(requested_parameters(record_from_json(to_json(ended))) == requested_parameters(ended));

  Record chosen = ended;  // the same value, asked for: another method
  chosen.integrator.automatic.clear();
  CHECK(method_labels({ended, chosen}) ==
        std::vector<std::string>{"trigonometric_a (phi = auto)", "trigonometric_a (phi = dense)"});
}

}  // namespace race_tests
