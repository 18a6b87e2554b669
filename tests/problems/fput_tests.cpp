#include "problems/contract/registry.hpp"

#include <catch2/catch.hpp>

using namespace stiffbench;

TEST_CASE("fput starts with the energy that fixes the paper's reading of A") {
  const auto fput = ProblemRegistry::instance().make("fput");
  CHECK(fput->dof() == 6);
  CHECK(fput->energy(fput->start()) == Approx(2.500300005).epsilon(1e-14));
}
