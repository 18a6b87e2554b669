#include "harness/records/tables/flat_curves.hpp"
#include "tests/harness/records/record_of.hpp"

#include <catch2/catch.hpp>

namespace flat_curves_tests {

using namespace stiffbench;

TEST_CASE("a curve whose error hardly changes at its largest steps is flat") {
  const auto flat_methods = [](std::vector<Record> records) {
    const auto rows = make_rows(records);
    std::vector<std::string> methods;
    for (const Row* row : flat_at_largest_step(rows)) methods.push_back(row->method);
    return methods;
  };
  const auto run = [](const char* method, double h, double error) {
    return test::record_of(method, h, error, 1);
  };
  CHECK(flat_methods({run("bdf2", 0.2, 0.08), run("bdf2", 0.1, 0.06), run("bdf2", 0.05, 0.01),
                      run("rk4", 0.2, 0.08), run("rk4", 0.1, 0.005)}) ==
        std::vector<std::string>{"bdf2"});
  // A single run says nothing, and a step that fails is too large.
  Record failed = run("sdirk2", 0.2, 0.08);
  failed.result.status = Status::newton_not_converged;
  CHECK(flat_methods(
            {run("bdf2", 0.2, 0.08), failed, run("sdirk2", 0.1, 0.06), run("sdirk2", 0.05, 0.05)})
            .empty());
}

}  // namespace flat_curves_tests
