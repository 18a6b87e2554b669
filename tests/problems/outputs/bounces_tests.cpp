#include "problems/outputs/bounces.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace bounces_tests {

using namespace stiffbench;

TEST_CASE("apexes are the tops of flights between contacts", "[solids]") {
  // Falls from 1, returns with 0.8 of its speed at every bounce, sampled every 7 ms.
  const double g = 10, reach = 1e-3;
  Bounces bounces([](const State& u) { return Bounces::Heights{u.x[0], u.x[0]}; }, reach, 3, 100);
  double lift = std::sqrt(2 * g), begin = -lift / g;  // of the present flight
  for (double t = 0; t < 2.2; t += 0.007) {
    while (t - begin > 2 * lift / g) {
      begin += 2 * lift / g;
      lift *= 0.8;
      bounces.see({begin, Vec::Constant(1, reach / 2), Vec::Zero(1)});
    }
    const double time = t - begin;
    bounces.see({t, Vec::Constant(1, reach + time * (lift - g / 2 * time)), Vec::Zero(1)});
  }
  const Settings result = bounces.result();
  const auto& apexes = std::get<std::vector<double>>(result.at("apexes"));
  REQUIRE(apexes.size() == 3);  // the start's is none
  for (int i = 0; i < 3; ++i)
    CHECK(apexes[std::size_t(i)] == Approx(reach + std::pow(0.64, i + 1)).epsilon(1e-9));
  CHECK(std::get<double>(result.at("least_gap")) == Approx(reach / 2));
  CHECK(std::get<double>(result.at("impact_time")) == Approx(std::sqrt(0.2)).epsilon(0.02));
}

}  // namespace bounces_tests
