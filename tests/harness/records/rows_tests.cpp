// Tests of rows: all that is derived from records, for tables, figures and other programs.

#include "base/error.hpp"
#include "base/paths.hpp"
#include "harness/io/lines/damaged_lines.hpp"
#include "harness/io/schema.hpp"
#include "harness/records/code/interpreted.hpp"
#include "harness/records/labels.hpp"
#include "harness/records/read_records.hpp"
#include "harness/records/rows.hpp"
#include "tests/harness/program.hpp"
#include "tests/harness/records/record_of.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <set>

namespace rows_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using test::record_of;
using test::Scratch;

namespace {

std::vector<std::string> labels_of(const std::vector<Row>& rows, std::string Row::*label) {
  std::vector<std::string> labels;
  for (const Row& row : rows)
    if (labels.empty() || labels.back() != row.*label) labels.push_back(row.*label);
  return labels;
}

void write_records(const std::filesystem::path& folder, const std::string& rest = "") {
  std::ofstream file(folder / "records.jsonl");
  for (const double omega : {30.0, 1.0})
    for (const double h : {0.1, 0.05})
      file << to_json(record_of("rk4", h, omega * h * h, 1, {{"omega", omega}})).dump() << "\n";
  file << rest;
}

}  // namespace

TEST_CASE("times of interpreted methods rank nothing, their errors do") {
  std::vector<Record> records{record_of("rk4", 0.1, 1e-4, 2), record_of("of_python", 0.1, 1e-5, 1)};
  records[1].result.reported = {{interpreted_mark, true}};
  const std::vector<Row> rows = make_rows(records);
  REQUIRE(rows[0].method == "of_python");
  CHECK_FALSE(rows[0].time());
  CHECK_FALSE(rows[0].pareto);
  CHECK(rows[0].most_precise);
  CHECK(rows[1].pareto);
  CHECK(figure_row(rows[0])["runtime"]["median"].is_null());
  CHECK(figure_row(rows[1])["runtime"]["median"] == 2);
  records[1].result.reported = {{interpreted_mark, false}};
  CHECK(make_rows(records)[0].time() == 1);
}

TEST_CASE("a record that is read and written again has lost nothing") {
  for (const auto* name : {"ok", "diverged", "adaptive"}) {
    INFO(name);
    Json sample = read_json(data_path(fmt::format("tests/results/samples/{}.json", name)));
    validate(sample, "record", "a sample");
    Json again = to_json(record_from_json(sample));
    validate(again, "record", "a record that was read");
    again["work"].erase("potential");  // counters that the samples do not have yet
    for (const char* counter : {"fast_force", "indefinite", "incomplete_factorizations",
                                "incomplete_solves", "element_gradients", "element_hessians"})
      again["work"].erase(counter);
    if (!sample.contains("threads")) {  // of an earlier version
      CHECK(again["threads"] == 1);
      again.erase("threads");
    }
    CHECK(nlohmann::json(again) == nlohmann::json(sample));
    sample["environment"] = 3.5;
    CHECK_THROWS_AS(record_from_json(sample), Json::type_error);
  }
}

TEST_CASE("variants of a method and of a problem are told apart by what differs") {
  std::vector<Record> records;
  for (const int k : {0, 1}) {
    records.push_back(record_of("pexprb43", 0.1, 1e-3, 1,
                                {{"kd", k ? 1e8 : 1e10}, {"ks", 100.0}, {"end_time", 1.0}}));
    records.back().integrator.parameters = {
        {"c2", k ? 0.5 : 1. / 3}, {"c3", k ? 1.0 : 0.75}, {"phi", "dense"}, {"rtol", 0.1 * k}};
  }
  const auto rows = make_rows(records);
  CHECK(labels_of(rows, &Row::problem) ==
        std::vector<std::string>{"oscillator (kd = 1e8)", "oscillator (kd = 1e10)"});
  CHECK(
      labels_of(rows, &Row::method) ==
      std::vector<std::string>{"pexprb43 (c2 = 0.5, c3 = 1)", "pexprb43 (c2 = 0.3333, c3 = 0.75)"});
  CHECK(rows[0].problem_rank == 0);
  CHECK(rows[1].problem_rank == 1);
}

TEST_CASE("runs of one method with different threads are two curves") {
  std::vector<Record> records;
  for (const long threads : {1L, 2L})
    for (const double h : {0.2, 0.1}) {
      records.push_back(record_of("rk4", h, 1e-2 * h, 1));
      records.back().threads = threads;
    }
  const auto rows = make_rows(records);
  CHECK(labels_of(rows, &Row::method) ==
        std::vector<std::string>{"rk4 (threads = 1)", "rk4 (threads = 2)"});
  CHECK_FALSE(same_method(rows[1], rows[2]));
  CHECK(record_from_json(to_json(records.back())).threads == 2);
}

TEST_CASE("a default that depends on the problem makes no variant") {
  auto records =
      std::vector{record_of("exprb42", 0.1, 1e-3, 1), record_of("exprb42", 0.1, 1e-3, 1)};
  records[0].integrator.parameters = {{"phi", "dense"}};
  records[1].integrator.parameters = {{"phi", "chebyshev"}};
  records[1].problem = {.name = "bunny", .hash = "beef"};
  CHECK(method_labels(records) == std::vector<std::string>{"exprb42", "exprb42"});
}

TEST_CASE("numbers in labels have four digits, and short exponents") {
  const auto label = [](double value) { return label_value(value); };
  CHECK(label(30) == "30");
  CHECK(label(2. / 3) == "0.6667");
  CHECK(label(23706.0) == "23710");
  CHECK(label(1e8) == "1e8");
  CHECK(label(-1.5e-9) == "-1.5e-9");
  CHECK(label(0.001) == "0.001");
  CHECK(label_value(23706L) == "23706");
  CHECK(label_value(std::vector<double>{1, 1. / 3}) == "[1, 0.3333]");
}

TEST_CASE("lists go by the values of the numbers in labels") {
  CHECK(naturally_before("omega = 2", "omega = 10"));
  CHECK(naturally_before("kd = 1e8 N/m", "kd = 1e10 N/m"));
  CHECK(naturally_before("h = 0.25", "h = 0.5"));
  CHECK(naturally_before("bdf2", "rk4"));
  CHECK(naturally_before("rk4", "rk4 (phi = dense)"));
  CHECK_FALSE(naturally_before("rk4", "rk4"));
}

TEST_CASE("slopes stand between neighbouring steps of one method on one problem") {
  const Settings slow{{"omega", 1.0}}, fast{{"omega", 30.0}};
  const auto rows = make_rows(
      {record_of("rk4", 0.1, 1e-2, 1, slow), record_of("rk4", 0.05, 2.5e-3, 1, slow),
       record_of("rk4", 0.025, 1, 1, fast), record_of("rk4", 0.0125, 1. / 16, 1, fast),
       record_of("sdirk3", 0.01, 1e-2, 1, fast), record_of("sdirk3", 0.005, 1e-9, 1, fast)});
  std::string slopes;
  for (const Row& row : rows)
    slopes +=
        (row.slope ? fmt::format("{:.3f}", *row.slope) : "-") + (row.below_floor() ? "f " : " ");
  CHECK(slopes == "- 2.000 - 4.000 - -f ");
}

TEST_CASE("a slope is asymptotic near its neighbour and the declared order, away from the floor") {
  // Errors at h = 1, 1/2, 1/4, ... of methods of order 2.
  const auto asymptotic = [](const std::vector<double>& errors) {
    std::vector<Record> records;
    double h = 1;
    for (const double error : errors) records.push_back(record_of("rk2", h *= 0.5, error, 1));
    std::string text;
    for (const Row& row : make_rows(records)) text += !row.slope ? '-' : row.asymptotic ? 'y' : 'n';
    return text;
  };
  CHECK(asymptotic({4e-2, 1e-2, 2.5e-3, 6e-4}) == "-yyy");
  CHECK(asymptotic({0.4, 0.1, 0.0252, 6.2e-3}) == "-nny");           // errors of 10% and more
  CHECK(asymptotic({4e-2, 3e-2, 1e-2, 2.5e-3, 6.2e-4}) == "-nnyy");  // bends at first
  CHECK(asymptotic({4e-2, 2e-2, 1e-2, 5e-3}) == "-nnn");  // order 1 is not the declared one
  CHECK(asymptotic({4e-2, 1e-2}) == "-y");
  CHECK(asymptotic({4e-2, 1e-2, 1e-3, 9e-4}) == "-nnn");        // no two agree
  CHECK(asymptotic({2.4e-6, 6e-7, 1.5e-7, 3.8e-8}) == "-yyn");  // the floor is 1e-8
}

TEST_CASE("the most precise method of each step, where methods compete") {
  std::string marks;
  for (const Row& row : make_rows({record_of("a", 0.1, 1e-2, 1), record_of("a", 0.05, 1e-9, 1),
                                   record_of("a", 0.01, 1e-3, 1), record_of("b", 0.1, 1e-3, 1),
                                   record_of("b", 0.05, 1e-10, 1), record_of("c", 0.1, 2e-3, 1)}))
    if (row.most_precise) marks += fmt::format("{} {}, ", row.method, *row.h);
  CHECK(marks == "a 0.05, b 0.1, b 0.05, ");  // below the floor nobody is more precise
}

TEST_CASE("the Pareto front: no run is both faster and more precise") {
  auto records = std::vector{record_of("a", 0.1, 1e-1, 1),  record_of("a", 0.05, 1e-2, 2),
                             record_of("b", 0.1, 1e-1, 2),  record_of("b", 0.05, 1e-9, 4),
                             record_of("c", 0.1, 1e-10, 5), record_of("c", 0.2, 1e-3, 0.1)};
  records[5].result.status = Status::diverged;
  std::string front;
  for (const Row& row : make_rows(records))
    if (row.pareto) front += fmt::format("{} {}, ", row.method, *row.h);
  CHECK(front == "a 0.1, a 0.05, b 0.05, ");  // errors below the floor count as the floor
}

TEST_CASE("a method pays for its preparation") {
  std::vector records{record_of("steps", 0.1, 1e-4, 3), record_of("prepares", 0.1, 1e-4, 1)};
  records[1].result.runtime->setup = 2.5;
  const std::vector<Row> rows = make_rows(records);
  REQUIRE(rows[0].method == "prepares");
  CHECK(rows[0].time() == 3.5);
  CHECK_FALSE(rows[0].pareto);
  CHECK(rows[1].pareto);
  CHECK(figure_row(rows[0])["runtime"]["total"] == 3.5);
  CHECK(records[1].result.runtime->totals() == std::vector{3.5});
}

TEST_CASE("of a repeated run the last record counts, and an unfinished line is left out") {
  const Scratch scratch;
  Record record = record_of("rk4", 0.1, 1, 1);
  std::string lines = to_json(record).dump() + "\n";
  record.checkpoints = 7;
  lines += to_json(record).dump() + "\n";
  std::ofstream(scratch.path() / "records.jsonl") << lines << R"({"schema": "stiffbench.rec)";
  const auto records = read_records(scratch.path());
  REQUIRE(records.size() == 1);
  CHECK(records[0].checkpoints == 7);
  const auto printed = test::run_program("table '" + scratch.path().string() + "'");
  CHECK(printed.status == 0);
  CHECK_THAT(printed.err, Contains("records.jsonl:3 is incomplete and is left out"));
}

TEST_CASE("what is no record is refused, with its line and the part that is wrong") {
  const Scratch scratch;
  const auto load = [&](const std::string& lines, LeftOut left_out = LeftOut::none) {
    std::ofstream(scratch.path() / "records.jsonl") << lines;
    return read_records(scratch.path(), left_out);
  };
  CHECK_THROWS_WITH(read_records(scratch.path()), Contains("stiffbench run EXPERIMENT --out DIR"));
  CHECK_THROWS_WITH(load(""), Contains("at least one record"));
  const std::string good = to_json(record_of("rk4", 0.1, 1, 1)).dump() + "\n";
  CHECK_THROWS_WITH(load(good + "{\"broken\n" + good), Contains("malformed line at") &&
                                                           Contains(":2; ") &&
                                                           Contains(DamagedLines::remedy));
  CHECK_THROWS_WITH(load("{\"schema\": \"other/1\"}\n"), Contains("other/1"));
  CHECK_THROWS_WITH(load("{\"schema\": \"stiffbench.record/1\", \"id\": \"1\"}\n"),
                    Contains("record.schema.json") && Contains("has 'problem'") && Contains(":1"));
  Json wrong = to_json(record_of("rk4", 0.1, 1, 1));
  wrong["status"] = "fine";
  CHECK_THROWS_WITH(load(wrong.dump() + "\n"), Contains("'fine'"));
  wrong = to_json(record_of("rk4", 0.1, 1, 1));
  wrong["problem"]["dof"] = 6;
  wrong["step"]["h"] = "small";
  CHECK_THROWS_WITH(load(wrong.dump() + "\n"), Contains("step.h") && Contains("\"small\""));
  CHECK(load(good + "{\"broken\n" + wrong.dump() + "\n" + good, LeftOut::damaged).size() == 1);
}

TEST_CASE("a status is one of those that a run can end with") {
  CHECK(status_from("newton_not_converged") == Status::newton_not_converged);
  for (const char* word : {"", "fine", "3"})
    CHECK_THROWS_WITH(status_from(word), Contains("'" + std::string(word) + "'"));
}

TEST_CASE("table and run leave the same damaged lines out, with one remedy, which works") {
  const Scratch scratch;
  const std::string folder = scratch.path(), file = folder + "/records.jsonl",
                    run =
                        "run fput_stiffness --only epirk4s3 --no-reference --out '" + folder + "'";
  const auto lines = [&] { return test::count_lines(test::read_text(file)); };
  REQUIRE(test::run_program(run).status == 0);
  const std::string whole = test::read_text(file);
  const std::size_t runs = lines(), first = whole.find('\n') + 1;
  const std::string damaged =
      whole.substr(0, first) + "{\"id\": \n" + whole.substr(whole.find('\n', first) + 1);
  std::ofstream(file) << damaged;
  const std::string note =
      fmt::format("note: a malformed line at {}:2 is left out; {}\n", file, DamagedLines::remedy);
  const auto table = test::run_program("table '" + folder + "'");
  CHECK(table.status == 0);
  CHECK(table.err == note);
  const auto again = test::run_program(run);
  CHECK(again.status == 0);
  CHECK_THAT(again.err, Contains(note));
  CHECK_THAT(again.out, Contains(fmt::format("{} reused, 1 new", runs - 1)));
  CHECK(lines() == runs + 1);
  // Without that line all is as before.
  std::string mended = test::read_text(file);
  mended.erase(first, mended.find('\n', first) + 1 - first);
  std::ofstream(file) << mended;
  CHECK(test::run_program("table '" + folder + "'").err.empty());
  CHECK_THAT(test::run_program(run).out, Contains(fmt::format("{} reused", runs)));
}

TEST_CASE("tables and figures call problems and methods the same") {
  const Scratch scratch;
  write_records(scratch.path());
  const std::string folder = "'" + scratch.path().string() + "'";
  const auto table = test::run_program("table " + folder),
             json = test::run_program("table --json " + folder);
  REQUIRE(json.status == 0);
  const Json rows = Json::parse(json.out);
  REQUIRE(rows.size() == 4);
  CHECK(test::run_program("figure precision " + folder + " --formats svg").status == 0);
  const std::string svg = test::read_text(scratch.path() / "precision.svg");
  for (const std::string label : {"oscillator (omega = 1)", "oscillator (omega = 30)"}) {
    CHECK_THAT(table.out, Contains("\n" + label + "\nfloor: 1e-08\n"));
    CHECK_THAT(svg, Contains(">" + label + "<"));
    CHECK(std::any_of(rows.begin(), rows.end(),
                      [&](const Json& row) { return row["problem"] == label; }));
  }
  for (const Json& row : rows) {
    CHECK_THAT(svg, Contains(">" + row["integrator"].get<std::string>() + "<"));
    CHECK((row["h"] == 0.1 ? row["slope"].is_null() : row["slope"].get<double>() == Approx(2)));
  }
  CHECK_FALSE(std::filesystem::exists(scratch.path() / "rows.jsonl"));
}

TEST_CASE("a table can be read as comma-separated values") {
  const Scratch scratch;
  Record record = record_of("rk4", 0.1, 1e-3, 2);
  record.problem.title = "one, \"two\"";
  std::ofstream(scratch.path() / "records.jsonl") << to_json(record).dump() << "\n";
  const auto csv = test::run_program("table --csv '" + scratch.path().string() + "'");
  REQUIRE(csv.status == 0);
  CHECK(csv.out ==
        fmt::format("problem,integrator,h,tolerance,steps,start,status,error,floor,below_floor,"
                    "slope,asymptotic,order,drift,time,tuned_by,peak_bytes,pareto,most_precise,"
                    "cheapest_at,id\n"
                    "\"one, \"\"two\"\"\",rk4,0.1,,10,,ok,0.001,1e-08,false,,,2,,2.0,,,true,false,"
                    "0.1 0.01 0.001,{}\n",
                    record.id));
}

TEST_CASE("rows follow their schema, and those of the figures' own tests do") {
  Record failed = record_of("rk4", 0.1, 1, 1);
  failed.result = {.status = Status::out_of_memory, .reason = "none left"};
  CHECK(figure_row(make_rows({failed})[0])["failure"] ==
        Json{{"sign", "M"}, {"label", "M  out of memory"}});
  for (const Row& row : make_rows({record_of("rk4", 0.1, 1, 1), failed}))
    validate(figure_row(row), "row", "a row");
  const Scratch scratch;
  const auto script = scratch.path() / "print.mjs", out = scratch.path() / "rows";
  std::ofstream(script)
      << "import * as all from '" << data_path("tests/results/fixture.mjs").string()
      << "';\nfor (const name of ['bunnyRecords', 'phiRecords', 'collisionRecords'])\n"
         "  for (const row of all[name]()) console.log(JSON.stringify(row));\n";
  REQUIRE(::system(fmt::format("node '{}' > '{}'", script.string(), out.string()).c_str()) == 0);
  std::ifstream lines(out);
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count)
    CHECK_NOTHROW(validate(Json::parse(line), "row", "a made-up row"));
  CHECK(count > 200);
}

}  // namespace rows_tests
