#include "problems/contract/registry.hpp"

#include <catch2/catch.hpp>

namespace fput_tests {

using namespace stiffbench;

TEST_CASE("fput starts with the energy that fixes the paper's reading of A") {
  const auto fput = ProblemRegistry::instance().make("fput");
  CHECK(fput->dof() == 6);
  CHECK(fput->energy(fput->start()) == Approx(2.500300005).epsilon(1e-14));
}

TEST_CASE("fput has as many springs as an int can number twice") {
  const auto make = [](long m) { ProblemRegistry::instance().make("fput", {{"m", m}}); };
  CHECK_NOTHROW(make(1));
  CHECK_THROWS_WITH(make(2'147'483'647), Catch::Matchers::Contains("from 1 to 1e+09"));
}

}  // namespace fput_tests
