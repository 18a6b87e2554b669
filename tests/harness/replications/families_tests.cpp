// Tests of the paragraphs that say where each family of methods leads.

#include "harness/replications/pages/races/families_section.hpp"
#include "tests/harness/records/record_of.hpp"

#include <catch2/catch.hpp>

namespace families_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;

namespace {

/// One method of a race, with the time of its coarser run (s) and the error of its finer one.
struct Entrant {
  std::string name;
  double time, error = 1e-4;
};

/// Each method has a run with an error of 1e-2 and a finer one that takes twice as long.
std::vector<Row> race(const std::vector<Entrant>& entrants) {
  std::vector<Record> records;
  for (const Entrant& one : entrants) {
    records.push_back(test::record_of(one.name, 0.1, 1e-2, one.time));
    records.push_back(test::record_of(one.name, 0.05, one.error, 2 * one.time));
  }
  return make_rows(records);
}

}  // namespace

TEST_CASE("families lead with their fastest integrators, and take longer elsewhere") {
  const auto one = race({{"rk4", 1}, {"velocity_verlet", 5}, {"bdf2", 4}}),
             other = race({{"rk4", 3}, {"bdf2", 1}}), draw = race({{"rk4", 1}, {"bdf2", 1.05}});
  const std::string text = families_section(
      {{one, contestants(one)}, {other, contestants(other)}, {draw, contestants(draw)}});
  CHECK_THAT(text,
             Contains("**Explicit methods** (rk4, velocity_verlet) lead 2 of 3 races to 10%"));
  CHECK_THAT(text, Contains("takes 3.0 times as long to an error of 10%"));
  CHECK_THAT(text, Contains("**Implicit methods** (bdf2) lead 2 of 3 races to 10%"));
  CHECK_THAT(text, Contains("takes 4.0 times as long to an error of 10%"));
}

TEST_CASE("a family is for the kinds of problems where it leads at least half of the races") {
  const auto one = race({{"rk4", 1}, {"bdf2", 4}, {"gauss4", 2}}),
             other = race({{"rk4", 3, 5e-3}, {"bdf2", 1}, {"gauss4", 4}}),
             last = race({{"rk4", 1, 5e-3}, {"bdf2", 2}, {"gauss4", 4}});
  std::vector<WidestRace> races{{one, contestants(one)}, {other, contestants(other)}};
  const auto paragraph = [&](const std::string& title) {
    const std::string text = families_section(races);
    const auto start = text.find("**" + title + " methods**");
    return text.substr(start, text.find('\n', start) - start);
  };
  CHECK_THAT(paragraph("Explicit"), EndsWith(" Take one for oscillators (10%, 0.1%)."));
  CHECK_THAT(paragraph("Implicit"), EndsWith(" Take one for oscillators (10%, 0.1%)."));
  races.push_back({last, contestants(last)});
  CHECK_THAT(paragraph("Explicit"), EndsWith(" Take one for oscillators (10%)."));
  CHECK_THAT(paragraph("Implicit"), EndsWith(" Take one for oscillators (0.1%)."));
  CHECK_THAT(paragraph("Collocation"), EndsWith(" No kind of problem calls for one of them here."));
}

TEST_CASE("a family that does not reach an error is counted, a race that none reaches is not") {
  const auto rows = race({{"rk4", 1}, {"bdf2", 1, 5e-3}});
  const std::string text = families_section({{rows, contestants(rows)}});
  CHECK_THAT(text, Contains("They do not reach 0.1% in 1 of 1 races (on "));
  CHECK_THAT(text,
             Contains("**Explicit methods** (rk4) lead 1 of 1 races to 10% and 1 of 1 to 0.1%, "
                      "with rk4 (2), on "));
  CHECK_THAT(text, Contains("They reach these errors in every race."));
  CHECK_THAT(text, !Contains("1e-5,"));
  CHECK(families_section({}).empty());
}

TEST_CASE("groups that users look for have paragraphs of their own, races or none") {
  const auto rows = race({{"rk4", 2}, {"xpbd", 1}, {"gauss4", 3}, {"yoshida4", 5}});
  const std::string text = families_section({{rows, contestants(rows)}});
  CHECK_THAT(text, Contains("**Position-based methods** (xpbd) lead 1 of 1 races to 10%"));
  CHECK_THAT(text, Contains("**Collocation methods** (gauss4) lead none of 1 race."));
  CHECK_THAT(text, Contains("**Composition methods** (yoshida4) lead none "));
  CHECK_THAT(text, Contains("**Explicit methods** (rk4) lead none "));
  CHECK_THAT(text,
             Contains("**Stabilised explicit methods** (rkc2, rkl2, rock2, rock4) run in none "));
  for (const char* name :
       {"IMEX", "Nonsmooth contact", "Exponential", "Rosenbrock", "Diagonally implicit",
        "Energy-controllable", "Trigonometric", "Splitting", "Implicit"})
    CHECK_THAT(text, Contains(std::string("**") + name + " methods** ("));
  // Methods of nonsmooth contact belong to two families, and have one paragraph.
  const auto first = text.find("**Nonsmooth contact methods** (");
  CHECK(text.find("**Nonsmooth contact methods** (", first + 1) == std::string::npos);
  CHECK_THAT(text, Contains("(cd_lagrange, kane_newmark, moreau_jean) run in none "));
  // Each method of the family of trigonometric and split methods is in one of its groups.
  CHECK_THAT(text, !Contains("rigonometric and split"));
}

}  // namespace families_tests
