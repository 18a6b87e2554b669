// Records of integrators by callbacks have their counted work, settings and facts.
#include "tests/c/interface.hpp"

namespace stiffbench::c_tests {
namespace {

int count_all(void*, stiffbench_problem view, double t, double h, double* x, double* v,
              std::int64_t n) {
  std::vector<double> f(static_cast<std::size_t>(n));
  std::int64_t entries = 0;
  double number = 0, factor = 0;
  const int codes[] = {stiffbench_force(view, t, x, n, v, n, f.data(), n),
                       stiffbench_jacobian_times(view, t, x, n, v, n, x, n, v, n, f.data(), n),
                       stiffbench_time_derivative(view, t, x, n, v, n, f.data(), n),
                       stiffbench_stiffness(view, t, x, n, v, n, &entries),
                       stiffbench_damping(view, t, x, n, v, n, &entries),
                       stiffbench_potential(view, t, x, n, v, n, &number),
                       stiffbench_count_work(view, "factorize", 2),
                       stiffbench_count_work(view, "solve", 3),
                       stiffbench_count_steps(view, 4),
                       stiffbench_setting(view, "factor", &factor)};
  for (const int code : codes)
    if (code != STIFFBENCH_OK) return code;
  if (h > 0) x[0] *= factor;
  if (stiffbench_count_work(view, "naps", 1) != STIFFBENCH_INVALID) return 90;
  if (stiffbench_count_work(view, "solve", -1) != STIFFBENCH_INVALID) return 91;
  if (stiffbench_count_steps(view, -1) != STIFFBENCH_INVALID) return 92;
  if (stiffbench_setting(view, "rate", &factor) != STIFFBENCH_INVALID) return 93;
  return STIFFBENCH_OK;
}

TEST_CASE("work of callbacks is counted, and their settings and facts are in records") {
  start();
  REQUIRE(stiffbench_add_integrator(
              "counts_in_c",
              R"({"title": "counts", "order": 0, "adaptive": true, "interpreted": true,
                  "parameters": {"factor": 1.0}})",
              nullptr, count_all, nullptr, nullptr) == STIFFBENCH_OK);
  const TestProblem p("damped_oscillator", R"({"end_time": 1})");
  const int code = stiffbench_run_to_tolerance(p.handle, "counts_in_c", 1e-3, R"({"factor": 0.5})",
                                               R"({"final": true, "reference": false})");
  INFO(stiffbench_error_message());
  REQUIRE(code == STIFFBENCH_OK);
  const Json record = left_json();
  REQUIRE(record["status"] == "ok");
  const Json work = record["work"];
  for (const char* name :
       {"force", "jacobian_products", "time_derivative", "stiffness", "damping", "potential"})
    CHECK(work[name] == 1);
  CHECK(work["factorize"] == 2);
  CHECK(work["solve"] == 3);
  CHECK(record["final"]["x"][0] == 0.5 * p.x[0]);
  CHECK(record["integrator"]["parameters"]["factor"] == 0.5);
  CHECK(record["integrator"]["reported"]["interpreted"] == true);
  CHECK(record["step"]["count"] == 4);
}

}  // namespace
}  // namespace stiffbench::c_tests
