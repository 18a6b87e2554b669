#include "problems/hair/planar_elastica.hpp"

#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/ellint_2.hpp>
#include <boost/math/tools/roots.hpp>

#include <cmath>
#include <cstdint>
#include <numbers>

namespace stiffbench {
namespace {

/// The modulus sqrt(m) and the amplitude phi of a slope at the free end.
struct Arguments {
  double modulus, amplitude;
  explicit Arguments(double slope)
      : modulus(std::sqrt((1 + std::sin(slope)) / 2)),
        amplitude(std::asin(1 / (modulus * std::numbers::sqrt2))) {}
};

double root_of_load(double slope) {
  const Arguments at(slope);
  return boost::math::ellint_1(at.modulus) - boost::math::ellint_1(at.modulus, at.amplitude);
}

}  // namespace

PlanarElastica planar_elastica(double load) {
  // Loads up to 200 leave the free end further than this from the direction of the force.
  const auto excess = [&](double slope) { return root_of_load(slope) - std::sqrt(load); };
  const double low = 1e-12, high = std::numbers::pi / 2 - 1e-6;
  std::uintmax_t trials = 200;
  const auto bracket = boost::math::tools::toms748_solve(
      excess, low, high, boost::math::tools::eps_tolerance<double>(52), trials);
  const double slope = (bracket.first + bracket.second) / 2;
  const Arguments at(slope);
  const double integral =
      boost::math::ellint_2(at.modulus) - boost::math::ellint_2(at.modulus, at.amplitude);
  return {slope, std::sqrt(2 * std::sin(slope) / load), 1 - 2 * integral / std::sqrt(load)};
}

}  // namespace stiffbench
