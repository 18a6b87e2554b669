// Handles of the C interface after their end, and callers of other versions.
#include "tests/c/interface.hpp"

namespace stiffbench::c_tests {
namespace {

TEST_CASE("a handle that was freed or never was one is refused in C") {
  start();
  stiffbench_problem problem = 0, next = 0;
  std::int64_t dof = 7;
  REQUIRE(stiffbench_make_problem("oscillator", nullptr, &problem) == STIFFBENCH_OK);
  REQUIRE(stiffbench_free_problem(problem) == STIFFBENCH_OK);
  const auto is_over = [&](int code) {
    require_refusal(code, STIFFBENCH_BAD_HANDLE, "stiffbench_make_problem", "was freed");
  };
  is_over(stiffbench_dof(problem, &dof));
  is_over(stiffbench_free_problem(problem));
  is_over(stiffbench_facts(problem));
  is_over(stiffbench_run(problem, "rk4", 0.1, nullptr, nullptr));

  // The next problem has the same slot of the table, and another handle.
  REQUIRE(stiffbench_make_problem("oscillator", nullptr, &next) == STIFFBENCH_OK);
  CHECK(next != problem);
  is_over(stiffbench_dof(problem, &dof));
  REQUIRE(stiffbench_dof(next, &dof) == STIFFBENCH_OK);
  CHECK(dof == 1);
  REQUIRE(stiffbench_free_problem(next) == STIFFBENCH_OK);

  for (const stiffbench_problem never : {INT64_C(0), INT64_C(-1), INT64_C(1) << 40, INT64_MAX})
    require_refusal(stiffbench_dof(never, &dof), STIFFBENCH_BAD_HANDLE, "stiffbench_make_problem",
                    "never was one");
}

TEST_CASE("a caller of another version is refused in C") {
  start();
  CHECK(stiffbench_abi() == STIFFBENCH_ABI);
  CHECK_THAT(stiffbench_version(), Catch::Matches("[0-9]+\\.[0-9]+\\.[0-9]+"));
  require_refusal(stiffbench_start(STIFFBENCH_ABI + 1), STIFFBENCH_BAD_ABI, "version 1",
                  "version 2");
}

}  // namespace
}  // namespace stiffbench::c_tests
