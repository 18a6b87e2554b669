// The table of 'check tolerances': marks, and columns that hold any number.

#include "harness/cli/commands/check/tolerance_lines.hpp"
#include "tests/harness/checks/row_at_edges.hpp"

#include <catch2/catch.hpp>

#include <iterator>
#include <sstream>

namespace tolerance_lines_tests {

using namespace stiffbench;
using namespace stiffbench::tolerances;
using test::row_at_edges;

namespace {

/// The words of the row of a check.
std::vector<std::string> words_of(ToleranceCheck row) {
  judge(row);
  std::stringstream line(row_line(row));
  return {std::istream_iterator<std::string>(line), {}};
}

}  // namespace

TEST_CASE("the mark of a miss follows the number that misses") {
  enum Column { sign, name, ratio, per_step, slope, steps, rejected, first, cost };
  const auto only_marked = [](const ToleranceCheck& row, Column column) {
    const auto words = words_of(row);
    REQUIRE(words.size() == 9);
    CHECK(words[sign] == "MISS");
    for (std::size_t i = ratio; i <= cost; ++i) CHECK(words[i].ends_with('!') == (i == column));
    return words[column];
  };
  for (const std::string& word : words_of(row_at_edges())) CHECK_FALSE(word.ends_with('!'));
  auto row = row_at_edges();
  row.runs[1].end.error *= 1.1;
  only_marked(row, per_step);
  row = row_at_edges();
  for (auto& [rtol, end] : row.runs) end.error = 0.9 * bounds.least_error * rtol;
  CHECK(only_marked(row, ratio) == "0.0009!");
  row = row_at_edges();
  row.runs[0].end.status = Status::diverged;
  row.runs.push_back({1e-8, {.error = 1e-6, .steps = 200}});
  CHECK(only_marked(row, steps) == "200!");
  row = row_at_edges();
  for (auto& [rtol, end] : row.runs) end.error = 0.9e-4 * std::pow(rtol / 1e-7, 0.3);
  CHECK(only_marked(row, slope) == "0.30!");
  row = row_at_edges();
  row.other_firsts[0].end.work.force += 30;
  only_marked(row, first);
  row = row_at_edges();
  row.other_firsts[0].end.error *= 2;
  CHECK(only_marked(row, first) == "x5.9!");
  row.other_firsts[0].end.status = Status::diverged;
  CHECK(only_marked(row, first) == "fail!");
  row = row_at_edges();
  row.efforts[1].ratio *= 1.1;
  only_marked(row, cost);
}

TEST_CASE("rows of extreme numbers and long names fit a page of 80 columns") {
  for (const double number : {1e-300, 1e-5, 12345.678, 1e6, 9.9e99, 1e300}) {
    ToleranceCheck row{.integrator = std::string(60, 'n'), .problem = "none"};
    row.runs.push_back({1e-5, {.steps = 99'999'999, .rejected = 99'999'999}});
    row.usual_first = MeasuredRun{.error = 1, .steps = 1};
    row.other_firsts.push_back({1, {.error = 1}});
    row.largest_ratio = row.largest_per_step = row.slope = row.median_effort = number;
    row.missed = {Requirement::error, Requirement::slope, Requirement::first_step,
                  Requirement::effort};
    for (const bool grows : {false, true}) {
      row.largest_error_after_first = grows ? number : 1;
      row.largest_trials_after_first = number;
      std::stringstream lines(row_line(row));
      for (std::string line; std::getline(lines, line);) {
        INFO(line);
        CHECK(line.size() <= 80);
      }
    }
  }
}

}  // namespace tolerance_lines_tests
