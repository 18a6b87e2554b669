// list integrators --properties: those of stability functions, measured ones, and reasons.

#include "harness/io/json.hpp"
#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>

namespace properties_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using test::run_program;

TEST_CASE("properties of integrators are printed, and only theirs") {
  const auto end = run_program("list integrators --properties --json");
  REQUIRE(end.status == 0);
  std::size_t with = 0, measured = 0;
  for (const Json& entry : Json::parse(end.out)) {
    const Json &R = entry["stability"], &limits = entry["oscillations"];
    INFO(entry["name"] << ": " << limits);
    CHECK(R.is_null() != limits.is_null());
    with += !R.is_null();
    measured += !limits.is_null() && limits["reason"].is_null();
    if (entry["name"] == "bdf2") CHECK((R.is_null() && limits["y_stable"].is_null()));
    if (entry["name"] == "velocity_verlet") {
      CHECK(limits["y_stable"].get<double>() == Approx(2).epsilon(1e-4));
      CHECK(limits["at_infinity"].is_null());
    }
    if (entry["name"] == "odeint_dopri5") {  // with fixed steps, as R(z) of dopri5
      CHECK(limits["y_stable"].get<double>() == Approx(.997186).epsilon(1e-5));
      CHECK(limits["at_infinity"].is_null());
    }
    if (entry["name"] == "cvode_bdf") CHECK(limits["reason"] == "it chooses its own steps");
    if (entry["name"] == "rock4")
      CHECK((!limits["reason"].is_null() && limits["real_interval"].is_number()));
    if (entry["name"] == "rk4") CHECK((R["at_infinity"].is_null() && R["numerator"].size() == 5));
    if (entry["name"] != "sdirk2") continue;
    CHECK((R["l_stable"] == true && R["y_stable"].is_null()));
    CHECK(R["dissipation"]["order"] == 3);
    CHECK(R["dissipation"]["constant"].get<double>() == Approx(-.0036796564).epsilon(1e-7));
  }
  CHECK(with >= 18);
  CHECK(measured >= 60);
  const std::string text = run_program("list integrators --properties").out;
  // One line for each, and a line of headings.
  CHECK(test::count_lines(text.substr(0, text.find("\n\n"))) == with + measured);
  const std::string chosen = text.substr(text.find("Not measured, it chooses its own steps: "));
  CHECK_THAT(chosen, Contains("cvode_bdf") && !Contains("arkode_erk"));
  const auto refused = run_program("list problems --properties");
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err, Contains("only integrators"));
}

TEST_CASE("properties of named integrators are theirs alone") {
  const std::string text = run_program("list integrators velocity_verlet --properties").out;
  CHECK_THAT(text, Contains("velocity_verlet") && !Contains("newmark") && !Contains("rock4"));
}

}  // namespace properties_tests
