#include "integrators/contract/registry.hpp"
#include "integrators/kernels/newton/mean_force.hpp"
#include "integrators/kernels/order_settings.hpp"

#include <boost/math/special_functions/legendre.hpp>

namespace stiffbench {
namespace {

/// Gauss' quadrature of this many points on [0, 1].
std::vector<StepNode> gauss_nodes(int points) {
  std::vector<StepNode> nodes;
  for (const double z : boost::math::legendre_p_zeros<double>(points)) {  // those that are >= 0
    const double slope = boost::math::legendre_p_prime(points, z);
    const double weight = 1 / ((1 - z * z) * slope * slope);
    nodes.push_back({0.5 * (1 + z), weight});
    if (z > 0) nodes.push_back({0.5 * (1 - z), weight});
  }
  return nodes;
}

/// The averaged vector field method: x' = v and M v' = f with the mean of f along the straight line
/// from x to x+, by Gauss' quadrature. The energy of a conservative problem is constant up to
/// Newton's tolerance where forces are polynomials of degree 2 points - 1 at most, otherwise up to
/// the error of the quadrature, O(h^(2 points)). Damping acts with the mean velocity.
class Avf {
 public:
  Facts facts() const {
    return {.name = "avf",
            .title = "averaged vector field method (Quispel, McLaren)",
            .doi = "10.1088/1751-8113/41/4/045206",
            .family = Family::energy_controllable,
            .stages = points_};
  }
  int order(const Problem&) const { return 2; }

  static void parameters(auto& self, auto&& parameter) {
    parameter("points", self.points_, from_to(1, 16), "of Gauss' quadrature along the step");
    MeanForceStep::parameters(self.loop_, parameter);
  }
  Settings order_settings() const { return newton_order_settings(); }

  void init(const CountedProblem& problem, double h) {
    loop_.init(problem, h, gauss_nodes(points_), false);
  }
  Outcome step(State& u) { return loop_.step(u); }

 private:
  int points_ = 3;
  MeanForceStep loop_;
};

const bool enrolled = enrol(Avf{});

}  // namespace
}  // namespace stiffbench
