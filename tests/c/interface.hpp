#pragma once

#include "c/stiffbench.h"
#include "harness/io/json.hpp"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

namespace stiffbench::c_tests {

inline void start() { REQUIRE(stiffbench_start(STIFFBENCH_ABI) == STIFFBENCH_OK); }

/// A problem that is freed at the end of its scope, with its initial state.
class TestProblem {
 public:
  explicit TestProblem(const char* name, const char* parameters = nullptr) {
    start();
    REQUIRE(stiffbench_make_problem(name, parameters, &handle) == STIFFBENCH_OK);
    REQUIRE(stiffbench_dof(handle, &dof) == STIFFBENCH_OK);
    x.resize(static_cast<std::size_t>(dof));
    v = x;
    REQUIRE(stiffbench_initial_state(handle, &t, x.data(), dof, v.data(), dof) == STIFFBENCH_OK);
  }
  ~TestProblem() { stiffbench_free_problem(handle); }
  TestProblem(const TestProblem&) = delete;
  TestProblem& operator=(const TestProblem&) = delete;

  stiffbench_problem handle = 0;
  int64_t dof = 0;
  double t = 0;
  std::vector<double> x, v;
};

/// The text that the last call left, as JSON.
inline Json left_json() { return Json::parse(stiffbench_text()); }

/// Runs an integrator and returns its record.
inline Json record_of(const TestProblem& p, const char* integrator, double h,
                      const char* settings = nullptr,
                      const char* options = R"({"reference": false, "final": true})") {
  const int code = stiffbench_run(p.handle, integrator, h, settings, options);
  INFO(stiffbench_error_message());
  REQUIRE(code == STIFFBENCH_OK);
  return left_json();
}

/// Requires a code, and texts within the parts of the error.
inline void require_refusal(int got, int code, const std::string& rule, const std::string& value) {
  CAPTURE(stiffbench_error_message());
  REQUIRE(got == code);
  REQUIRE_THAT(stiffbench_error_rule(), Catch::Contains(rule));
  REQUIRE_THAT(stiffbench_error_got(), Catch::Contains(value));
  REQUIRE(std::string(stiffbench_error_remedy()) != "");
  REQUIRE(std::string(stiffbench_error_message()) == std::string(stiffbench_error_rule()) +
                                                         "; got " + stiffbench_error_got() + "; " +
                                                         stiffbench_error_remedy());
}

}  // namespace stiffbench::c_tests
