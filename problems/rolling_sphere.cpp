// A ball that slides on a plane until friction makes it roll: at 5/7 of its speed, from
// t = 2 v / (7 mu g) on, if it does not spin at the start. The ball is an affine body with the
// surface of a geodesic sphere, which begins at the gap at which its lowest vertices carry its
// weight. Its facets are bumps of height R / (10 frequency^2); with `reach` well above them it
// rolls smoothly, on several vertices at a time.

#include "problems/contact/contact_problem.hpp"
#include "problems/contract/registry.hpp"
#include "problems/meshes/ball.hpp"

#include <boost/math/tools/roots.hpp>

namespace stiffbench {
namespace {

class RollingSphere final : public ContactProblem {
 public:
  struct Parameters : ContactParameters {
    double radius = 0.05, density = 1000, modulus = 1e7, speed = 0.5, spin = 0;
    int frequency = 16;
    Parameters() {
      friction = 0.3;
      reach = 5e-4;
    }

    static void parameters(auto& self, auto&& parameter) {
      parameter("radius", self.radius, positive(), "of the ball (m)");
      parameter("frequency", self.frequency, at_least(2), "of the geodesic sphere");
      parameter("density", self.density, positive(), "kg/m^3");
      parameter("modulus", self.modulus, positive(), "kappa of the affine body (Pa)");
      parameter("speed", self.speed, any_value(), "along x at the start (m/s)");
      parameter("spin", self.spin, any_value(), "about -z at the start, as if rolling (rad/s)");
      ContactParameters::parameters(self, parameter);
    }
  };

  explicit RollingSphere(const Parameters& p) : ContactProblem(ball_on_plane(p), p) {}

  double default_end_time() const override { return 0.5; }
  View view() const override { return {{0.2, 0.3, 1}, {0, 1, 0}}; }

 private:
  static ContactBodies ball_on_plane(const Parameters& p) {
    SurfaceMesh surface = geodesic_sphere(p.frequency);
    surface.vertices *= p.radius;
    const double weight = moments_of(surface, p.density).mass * p.gravity;
    surface.vertices.row(1).array() += height(surface, weight, p);
    ContactBodies bodies;
    bodies.add("ball", AffineSolid{surface, p.density, p.modulus},
               {{p.speed, 0, 0}, {0, 0, -p.spin}});
    bodies.add_plane({0, 1, 0});
    return bodies;
  }
  /// Height of the centre at which the barriers of all vertices carry the weight.
  static double height(const SurfaceMesh& surface, double weight, const Parameters& p) {
    const double lowest = surface.vertices.row(1).minCoeff();
    if (!(weight > 0)) return p.reach - lowest;
    const Barrier<double> barrier{p.contact * p.reach * p.reach, p.reach};
    const auto excess = [&](double gap) {
      double force = 0;
      for (const double y : surface.vertices.row(1))
        force -= barrier.first_derivative(y - lowest + gap);
      return weight - force;
    };
    const auto [low, high] = boost::math::tools::bisect(
        excess, 1e-9 * p.reach, p.reach, boost::math::tools::eps_tolerance<double>(50));
    return (low + high) / 2 - lowest;
  }
};

const bool enrolled = enrol_problem<RollingSphere>({
    .name = "rolling_sphere",
    .title = "Ball that slides on a plane until it rolls",
    .equation = contact_equation,
    .doi = "10.1145/3528223.3530064",
    .units = {"m", "kg", "s"},
    // Here no vertex comes into the barrier's reach or leaves it, and friction is smooth.
    .order_checks = {{{"frequency", 2L},
                      {"reach", 0.012},
                      {"contact", 200.0},
                      {"slip_speed", 5.0},
                      {"modulus", 1000.0},
                      {"speed", 0.2},
                      {"end_time", 0.02}}},
});

}  // namespace
}  // namespace stiffbench
