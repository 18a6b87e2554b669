#include "tests/integrators/contact/floor.hpp"

#include <catch2/catch.hpp>

namespace stiffbench::test {

int check_complementary(const Vec& impulse, const Vec& apart) {
  constexpr int n = Floor::n;
  int active = 0;
  for (int i = 0; i < n; ++i) {
    CAPTURE(i, impulse[i], apart[i]);
    if (i >= n / 2) {
      CHECK(std::abs(impulse[i]) < 1e-11);
      continue;
    }
    CHECK(impulse[i] > -1e-11);
    CHECK(apart[i] > -1e-11);
    CHECK(std::abs(impulse[i] * apart[i]) < 1e-11);
    active += impulse[i] > 1e-6;
  }
  return active;
}

}  // namespace stiffbench::test
