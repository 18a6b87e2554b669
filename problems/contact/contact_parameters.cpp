#include "problems/contact/contact_parameters.hpp"

#include "problems/forces/contact/barrier.hpp"

#include <boost/math/tools/roots.hpp>

#include <utility>

namespace stiffbench {

double ContactParameters::resting_gap(double force) const {
  if (!(force > 0)) return reach;
  const Barrier<double> barrier{contact * reach * reach, reach};
  const auto excess = [&](double gap) { return barrier.first_derivative(gap) + force; };
  double low = reach;  // the force of a barrier grows without bound as the gap vanishes
  do {
    low /= 2;
  } while (excess(low) > 0);
  const auto [below, above] =
      boost::math::tools::bisect(excess, low, reach, boost::math::tools::eps_tolerance<double>(52));
  return (below + above) / 2;
}

}  // namespace stiffbench
