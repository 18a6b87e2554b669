// Tests of what figures need of rows: families, units, the experiment's order, the fastest methods,
// weights of work, and the selection of what is drawn.

#include "harness/cli/commands/table/units.hpp"
#include "harness/records/read_records.hpp"
#include "harness/records/rows.hpp"
#include "harness/records/select.hpp"
#include "integrators/contract/registry.hpp"
#include "problems/contract/registry.hpp"
#include "tests/harness/program.hpp"
#include "tests/harness/records/record_of.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace figure_rows_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using test::record_of;
using test::Scratch;

namespace {

std::vector<Row> three_methods() {
  std::vector<Record> records;
  for (const double h : {0.1, 0.01})
    for (const auto* name : {"rk4", "exprb2", "cvode_bdf"})
      records.push_back(record_of(name, h, h * h, name == std::string("rk4") ? 1 : 3));
  return make_rows(records);
}

std::string methods_of(const std::vector<Row>& rows) {
  std::string names;
  for (const Row& row : rows) names += row.record.integrator.name + " ";
  return names;
}

}  // namespace

TEST_CASE("a row has the family of its method and the units of its problem") {
  Record record = record_of("exprb2", 0.1, 1e-3, 1);
  record.problem.name = "brush";
  const Json row = figure_row(make_rows({record})[0]);
  CHECK(row["family"]["name"] == "exponential");
  CHECK(row["problem"]["units"] == Json{{"length", "mm"}, {"mass", "mg"}, {"time", "ms"}});
  record.problem.name = "somebody_elses";
  record.integrator.name = "somebody_elses";
  const Json other = figure_row(make_rows({record})[0]);
  CHECK(other["family"]["name"] == "others");
  CHECK(other["problem"]["units"].is_null());
}

TEST_CASE("methods of another library, and only these, are peers") {
  for (const AnyIntegrator& method : IntegratorRegistry::instance().all()) {
    const Facts facts = method->facts();
    INFO(facts.name);
    CHECK((facts.family == Family::peer) == !facts.library.empty());
  }
}

TEST_CASE("every problem states its units") {
  for (const ProblemEntry& entry : ProblemRegistry::instance().all()) {
    INFO(entry.facts.name);
    const Units& units = entry.facts.units;
    CHECK_FALSE((units.length.empty() || units.mass.empty() || units.time.empty()));
  }
}

TEST_CASE("a heading has the unit that the problems have in common") {
  CHECK(heading_with_unit("h", {"brush"}, time_unit) == "h (ms)");
  CHECK(heading_with_unit("drift", {"brush"}, energy_unit) == "drift (mg mm2/ms2)");
  CHECK(heading_with_unit("drift", {"fput", "oscillator"}, energy_unit) == "drift (J)");
  CHECK(heading_with_unit("h", {"fput", "brush"}, time_unit) == "h (own units)");
  CHECK(heading_with_unit("h", {"somebody_elses"}, time_unit) == "h");
}

TEST_CASE("problems go in the order of the experiment, the others behind them") {
  std::vector<Record> records;
  for (const auto* kind : {"medium", "soft", "stiff", "another"}) {
    records.push_back(record_of("rk4", 0.1, 1e-3, 1, {{"case", std::string(kind)}}));
    records.back().problem.hash = kind;
  }
  const auto order = [&](const Json& experiment) {
    std::string text;
    for (const Row& row : make_rows(records, experiment)) text += row.record.problem.hash + " ";
    return text;
  };
  const auto entry = [](const char* kind) {
    return Json{{"name", "oscillator"}, {"parameters", {{"case", kind}}}};
  };
  CHECK(order({{"problems", {entry("stiff"), entry("soft"), entry("medium")}}}) ==
        "stiff soft medium another ");
  CHECK(order(nullptr) == "another medium soft stiff ");
}

TEST_CASE("the three fastest methods to each error, as far as the reference allows") {
  std::vector<Record> records;
  for (const auto& [name, time] : {std::pair("a", 4.0), {"b", 1.0}, {"c", 2.0}, {"d", 3.0}})
    for (const double h : {0.1, 0.01})
      records.push_back(record_of(name, h, name == std::string("d") ? 1e-9 : h, time / h));
  std::map<double, std::string> ranks;
  for (const Row& row : make_rows(records))
    for (const Rank& one : row.ranks)
      ranks[one.level] += fmt::format("{}{} {:.3g}, ", row.method, one.rank, one.ratio);
  CHECK(ranks[0.1] == "b1 1, c2 2, d3 3, ");
  CHECK(ranks[0.01] == "b2 3.33, c3 6.67, d1 1, ");
  CHECK(ranks[1e-7] == "d1 1, ");
  CHECK(ranks.count(1e-8) == 0);  // the floor
}

TEST_CASE("weights of work are those that made the times, in evaluations of the force") {
  std::vector<Record> records;
  for (int k = 1; k <= 6; ++k) {
    Work work;
    work.force = 100 * k;
    work.solve = 7 * k * k;
    const double time = 1e-3 * (double(work.force) + 5 * double(work.solve));
    records.push_back(record_of("bdf2", 0.1 / k, 1e-3, time));
    records.back().result.work = work;
  }
  for (const Row& row : make_rows(records)) {
    CHECK(row.weights.size() == 2);
    CHECK(row.weights.at("force") == 1);
    CHECK(row.weights.at("solve") == Approx(5));
    CHECK(*row.weighted_work == Approx(1e3 * *row.time()));
  }
  records.resize(1);
  CHECK_FALSE(make_rows(records)[0].weighted_work);
}

TEST_CASE("a selection names methods, families and problems, as names or patterns") {
  const auto rows = three_methods();
  CHECK(methods_of(select(rows, {})) == "cvode_bdf cvode_bdf exprb2 exprb2 rk4 rk4 ");
  CHECK(methods_of(select(rows, {.only = {"rk4"}})) == "rk4 rk4 ");
  CHECK(methods_of(select(rows, {.only = {"peers", "rk*"}})) == "cvode_bdf cvode_bdf rk4 rk4 ");
  CHECK(methods_of(select(rows, {.exceptions = {"expon*"}})) == "cvode_bdf cvode_bdf rk4 rk4 ");
  CHECK(methods_of(select(rows, {.only = {"*b*"}, .exceptions = {"?vode_*"}})) == "exprb2 exprb2 ");
  auto records = std::vector{rows[4].record, rows[2].record};
  records[0].problem = {.name = "fput", .title = "chain [1]", .hash = "beef"};
  const auto two = make_rows(records);
  CHECK(methods_of(select(two, {.only = {"chain [1]"}})) == "rk4 ");  // a label with brackets
  CHECK(methods_of(select(two, {.only = {"oscill*"}})) == "exprb2 ");
  CHECK_THROWS_WITH(select(two, {.only = {"chain*", "exprb2"}}), Contains("at least one"));
}

TEST_CASE("a selection that fits nothing is told what it may have meant, or what there is") {
  CHECK_THROWS_WITH(select(three_methods(), {.only = {"exprb3"}}), Contains("did you mean exprb2"));
  CHECK_THROWS_WITH(select(three_methods(), {.exceptions = {"peer"}}),
                    Contains("did you mean peers"));
  CHECK_THROWS_WITH(select(three_methods(), {.exceptions = {"cvoed*"}}),
                    Contains("'cvoed*'") && Contains("did you mean cvode_bdf"));
  CHECK_THROWS_WITH(select(three_methods(), {.only = {"nobody"}}),
                    Contains("there are: cvode_bdf, explicit, exponential, exprb2"));
  CHECK_THROWS_WITH(select(three_methods(), {.exceptions = {"oscillator"}}),
                    Contains("at least one"));
}

TEST_CASE(
    "rows that are selected keep their labels and weights, and are compared with each other") {
  std::vector<Record> records;
  for (const double inner : {1e-3, 1e-6})
    for (const double h : {0.1, 0.05, 0.02}) {
      records.push_back(record_of("exprb2", h, h, 1 / h));
      records.back().integrator.parameters["inner"] = inner;
      records.push_back(record_of("rk4", h, h, 0.5 / h));
      for (Record* record : {&records.back(), &records.end()[-2]})
        record->result.work = Work{.force = record == &records.back() ? 1 : 2};
    }
  const auto all = make_rows(records), left = select(all, {.only = {"exprb2 (inner = 0.001)"}});
  REQUIRE(left.size() == 3);
  for (const Row& row : left) {
    CHECK(row.method == "exprb2 (inner = 0.001)");
    CHECK(row.weights == all.front().weights);
    CHECK(row.pareto);
  }
  CHECK_FALSE(std::ranges::any_of(
      all, [](const Row& row) { return row.pareto && row.record.integrator.name == "exprb2"; }));
}

TEST_CASE("a problem without a title is named with the parameters that are not at their defaults") {
  const auto label = [](const Settings& parameters, const std::string& title = "") {
    Record record = record_of("rk4", 0.1, 1e-3, 1, parameters);
    record.problem.title = title;
    return make_rows({record})[0].problem;
  };
  const ProblemEntry& entry = ProblemRegistry::instance().find("oscillator");
  Settings settings;
  for (const auto& parameter : entry.parameters) settings[parameter.name] = parameter.value;
  CHECK(label(settings) == "oscillator");
  settings["omega"] = 30.0;
  CHECK(label(settings) == "oscillator (omega = 30)");
  settings["v0"] = 0.25;
  CHECK(label(settings) == "oscillator (omega = 30, v0 = 0.25)");
  settings["end_time"] = 0.25;  // its default depends on the problem
  CHECK(label(settings) == "oscillator (omega = 30, v0 = 0.25)");
  CHECK(label(settings, "A fast spring") == "A fast spring");
  CHECK(label({{"no_parameter", 3.0}}) == "oscillator");
}

TEST_CASE("a sweep leaves its experiment, whose figures are drawn with its title", "[node]") {
  const Scratch scratch;
  const auto file = scratch.path() / "two.json", out = scratch.path() / "out";
  std::ofstream(file)
      << R"({"schema": "stiffbench.experiment/1", "name": "two", "title": "Two springs",
    "problems": [{"name": "oscillator", "parameters": {"omega": 3}}, {"name": "oscillator"}],
    "integrators": [{"name": "rk4"}], "steps": [0.01, 0.005], "repeats": 1,
    "figures": ["precision", "work_precision"]})";
  const std::string folder = "'" + out.string() + "'";
  REQUIRE(test::run_program("run '" + file.string() + "' --out " + folder).status == 0);
  CHECK(read_experiment(out)["title"] == "Two springs");
  CHECK(test::read_text(out / "experiment.json") == test::read_text(file));
  const auto drawn = test::run_program("figure " + folder + " --formats svg --only rk4");
  REQUIRE(drawn.status == 0);
  CHECK(test::count_lines(drawn.out) == 2);
  const std::string svg = test::read_text(out / "precision.svg");
  CHECK_THAT(svg, Contains(">Two springs<"));
  CHECK(svg.find("omega = 3") < svg.find("omega = 1"));
  const std::string options = " --formats svg --x time --width 85 --title 'My title'";
  REQUIRE(test::run_program("figure precision " + folder + options).status == 0);
  const std::string again = test::read_text(out / "precision.svg");
  CHECK_THAT(again, Contains("width=\"85mm\"") && Contains(">My title<") && Contains("run time"));
  std::filesystem::remove(out / "experiment.json");
  CHECK_THAT(test::run_program("figure " + folder).err, Contains("no experiment.json"));
  CHECK_THAT(test::run_program("figure nowhere").err, Contains("'nowhere', which is no folder"));
  CHECK_THAT(test::run_program("figure precision " + folder + " --x tim").err,
             Contains("did you mean time"));
}

}  // namespace figure_rows_tests
