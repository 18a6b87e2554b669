// Tests of tables for people: what they leave out, how they break, and that they fit a page.

#include "harness/cli/terminal/text.hpp"
#include "harness/cli/terminal/text_table.hpp"

#include <catch2/catch.hpp>

#include <sstream>

namespace text_table_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;

namespace {

std::size_t widest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t widest = 0;
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, width_of(line));
  return widest;
}

/// A table of one method with so many columns, of rank 1, 2 and so on.
TextTable table_of(int count, const std::string& label, bool wide) {
  std::vector<TextColumn> columns;
  std::vector<TextCell> line;
  for (int i = 1; i <= count; ++i) {
    columns.push_back({"c" + std::to_string(i), i});
    line.push_back({"12345678"});
  }
  TextTable table(columns, wide);
  table.begin_block("", "method");
  table.add({label, {line, line}});
  return table;
}

}  // namespace

TEST_CASE("text is broken at blanks, and characters are counted, not bytes") {
  CHECK(wrap("one two three", 7) == std::vector<std::string>{"one two", "three"});
  CHECK(wrap("ωωω ωωω ω", 7) == std::vector<std::string>{"ωωω ωωω", "ω"});
  CHECK(paragraph("-", 2, "word") == "- word\n");
  CHECK(paragraph("a_long_name", 4, "word") == "a_long_name\n    word\n");
  CHECK(paragraph("", 0, "word") == "word\n");
}

TEST_CASE("columns without text are left out, the others by rank until the table fits") {
  TextTable table({{"a"}, {"b", 2}, {"empty", 1}, {"c", 1}}, false);
  table.begin_block("title\n", "label");
  table.add({"x", {{{"1"}, {std::string(60, '2')}, {}, {"3"}}}});
  const std::string gap(62, ' '), twos(60, '2');
  CHECK(table.text(false) ==
        "\ntitle\nlabel  a" + gap + "b   c\n" + "x      1   " + twos + "   3\n");
  const TextTable narrow = table_of(9, "m", false), wide = table_of(9, "m", true);
  CHECK(widest_line(narrow.text(false)) <= page_width);
  CHECK(narrow.left_out() == std::vector<std::string>{"c7", "c8", "c9"});
  CHECK(wide.left_out().empty());
  CHECK_THAT(wide.text(false), Contains("c9"));
}

TEST_CASE("a label that is too long runs over the lines of its method") {
  const std::string text =
      table_of(5, "exprb42 (phi = lanczos, tolerance = 0.001)", false).text(false);
  CHECK(widest_line(text) <= page_width);
  CHECK_THAT(text, Contains("\nexprb42 (phi = lanczos,") && Contains("\ntolerance = 0.001)  "));
}

TEST_CASE("columns that may not be left out continue below") {
  std::vector<TextColumn> columns;
  for (const char* name : {"one", "two", "three"}) columns.push_back({name});
  TextTable table(columns, false);
  table.begin_block("", "h");
  table.add({"0.1", {{{std::string(30, '1')}, {std::string(30, '2')}, {std::string(30, '3')}}}});
  const std::string text = table.text(false);
  CHECK(widest_line(text) <= page_width);
  CHECK(std::ranges::count(text, 'h') == 3);  // of two tables and of "three"
}

TEST_CASE("marks are signs, and colours besides") {
  TextTable table({{"a"}, {"b"}, {"c"}}, false);
  table.begin_block("", "m");
  table.add({"x", {{{"1", Mark::best}, {"2", Mark::doubtful}, {"bad", Mark::failed}}}});
  CHECK(table.shows(Mark::best, "a"));
  CHECK_FALSE(table.shows(Mark::best, "b"));
  CHECK_THAT(table.text(false), Contains("1*") && Contains("(2)") && !Contains("\033"));
  CHECK_THAT(table.text(true), Contains("\033[1m") && Contains("\033[31m"));
}

}  // namespace text_table_tests
