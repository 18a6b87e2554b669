// The code that runs of this program's integrators and problems reach, and which records readers
// take.

#include "base/code/reachable_code.hpp"
#include "base/error.hpp"
#include "harness/records/code/choose_code.hpp"
#include "harness/records/rows.hpp"
#include "integrators/contract/registry.hpp"
#include "problems/contract/registry.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

namespace code_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;

namespace {

Record record_of(double h, const Code& code, double error = 1e-3) {
  static int serial = 0;
  Record record;
  record.id = std::to_string(++serial);
  record.problem = {.name = "oscillator", .hash = "f00d"};
  record.integrator = {.name = "rk4"};
  record.h = h;
  record.code = code;
  ErrorMeasures measures;
  measures.energy_norm_relative = error;
  record.result.error = RunError{.reference = "beef", .measures = measures};
  return record;
}

Code other_code(const std::string& id) { return {id, id + "1", "", id + "2", id + "3", id + "4"}; }

std::vector<std::string> ids(const std::vector<Record>& records) {
  std::vector<std::string> all;
  for (const Record& record : records) all.push_back(id_of_code(record));
  return all;
}

bool is_method(const std::string& file) {
  return file.starts_with("integrators/") && std::ranges::count(file, '/') == 1;
}

}  // namespace

TEST_CASE("every integrator and problem has its code, and no run reaches the place or the commit") {
  for (const AnyIntegrator& integrator : IntegratorRegistry::instance().all()) {
    const std::string name = integrator->facts().name;
    if (name.starts_with("test_")) continue;  // of this program, beside other tests
    INFO(name);
    const auto files = reachable_files("integrator", name);
    CHECK(std::ranges::count_if(files, is_method) <= 1);
    CHECK_FALSE(files.contains("harness/run/environment.cpp"));
    CHECK(code_of("oscillator", name, {}).id.size() == 16);
  }
  for (const ProblemEntry& entry : ProblemRegistry::instance().all()) {
    INFO(entry.facts.name);
    for (const std::string& file : reachable_files("problem", entry.facts.name))
      CHECK((file.starts_with("problems/") || file.starts_with("base/")));
  }
}

TEST_CASE("rows of one family share the loop and differ by their coefficients") {
  CHECK(reachable_files("integrator", "sdirk2") == reachable_files("integrator", "sdirk3"));
  CHECK(hash_of_code("integrator", "sdirk2") != hash_of_code("integrator", "sdirk3"));
  CHECK(reachable_files("integrator", "rk4")
            .contains("integrators/kernels/explicit_runge_kutta.hpp"));
}

TEST_CASE("an exponential method's code has the back end that it was given") {
  const auto with = [](const char* name) {
    return code_of("fput", "exprb42", {{"phi", std::string(name)}});
  };
  CHECK(with("dense").integrator == with("kiops").integrator);
  CHECK(with("dense").back_end != with("kiops").back_end);
  CHECK(with("dense").id != with("kiops").id);
  CHECK(with("dense").back_end != with("auto").back_end);
  CHECK(code_of("fput", "rk4", {}).back_end.empty());
}

TEST_CASE("readers take this program's code, else the newest, and never two in one curve") {
  const Code own = code_of("oscillator", "rk4", {}), a = other_code("aa"), b = other_code("bb");
  CHECK(ids(choose_code({record_of(0.1, own), record_of(0.1, a)}, "current")) ==
        std::vector{own.id});
  CHECK(ids(choose_code({record_of(0.2, b), record_of(0.1, b), record_of(0.2, a)}, "current")) ==
        std::vector<std::string>{"aa"});
  Record unknown = record_of(0.1, a);
  unknown.code.reset();
  CHECK(ids(choose_code({unknown, record_of(0.2, a)}, "current")) ==
        std::vector<std::string>{"aa"});
  CHECK(ids(choose_code({unknown}, "current")) == std::vector<std::string>{""});
}

TEST_CASE("readers take the code that they are told, and tell several apart") {
  const std::vector<Record> records{record_of(0.2, other_code("aa"), 4e-3),
                                    record_of(0.2, other_code("bb"), 2e-3),
                                    record_of(0.1, other_code("bb"), 1e-3)};
  CHECK(ids(choose_code(records, "aa3")) == std::vector<std::string>{"aa"});
  CHECK_THROWS_WITH(choose_code(records, "cc"),
                    Contains("'cc'") && Contains("rk4 on oscillator (code aa)"));
  CHECK_THROWS_WITH(choose_code(records, ""), Contains("--code"));
  const auto rows = make_rows(choose_code(records, "all"));
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].method == "rk4 (code = aa)");
  CHECK(rows[1].method == "rk4 (code = bb)");
  CHECK_FALSE(rows[1].slope);
  CHECK(rows[2].slope);
}

TEST_CASE("a problem whose data an edit has changed is another problem, by its label, too") {
  std::vector<Record> records{record_of(0.2, other_code("aa")), record_of(0.2, other_code("bb"))};
  records[1].problem.hash = "beef";
  const auto rows = make_rows(records);
  CHECK(rows[0].problem == "oscillator (data = beef)");
  CHECK(rows[1].problem == "oscillator (data = f00d)");
}

TEST_CASE("one curve joins tolerances and what an automatic parameter became") {
  Record a = record_of(0.1, other_code("aa")), b = a;
  a.integrator.parameters = {{"phi", std::string("dense")}, {"rtol", 1e-3}};
  a.integrator.automatic = {{"phi", std::string("auto")}};
  b.integrator.parameters = {{"phi", std::string("auto")}, {"rtol", 1e-6}};
  CHECK(curve_of(a) == curve_of(b));
  b.integrator.parameters["phi"] = std::string("dense");
  CHECK(curve_of(a) != curve_of(b));
}

}  // namespace code_tests
