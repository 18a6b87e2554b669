// Balls that are thrown at an elastic body, which hangs by its back (Löschner et al., section 5.5
// and Figure 1). The paper's values: an armadillo of 500 kg/m^3 with Young's modulus 4e4 Pa,
// Poisson's ratio 0.48 and a stiffness damping of 4e-4 s; beach balls thrown in sequence. It prints
// no other number of the scene.
//
// Ours: the bunny or the dragon, 0.5 m high, since the armadillo is not publicly available, of
// stable neo-Hookean material. It starts as it is without weight, so that it sags first. The
// damping does not resist turning (ViscousElements). The k-th ball starts at the distance speed * k
// * interval from the body's middle and is thrown upwards so fast that it is back at that height
// when it arrives; the direction turns by 100 degrees from ball to ball. Balls are of the same kind
// of material, and light. The ground below catches them. Contact is a barrier, where the paper
// corrects velocities (contact_ball has that).

#include "problems/contact/contact_problem.hpp"
#include "problems/contact/outputs/contact_outputs.hpp"
#include "problems/contact/outputs/own_energy.hpp"
#include "problems/contract/registry.hpp"
#include "problems/meshes/ball.hpp"
#include "problems/meshes/models/model_bodies.hpp"
#include "problems/outputs/combined.hpp"

#include <fmt/format.h>

#include <numbers>

namespace stiffbench {
namespace {

using Eigen::Vector3d;

class ThrownBalls final : public ContactProblem {
 public:
  struct Parameters : ContactParameters {
    std::string body = "bunny", size = "automatic";
    int balls = 3, frequency = 2;
    double height = 0.5, youngs = 4e4, poisson = 0.48, density = 500, viscous_time = 4e-4,
           ball = 0.12, speed = 2, interval = 0.4, ball_youngs = 5e4, ball_poisson = 0.3,
           ball_density = 50, depth = 0.4;

    static void parameters(auto& self, auto&& parameter) {
      parameter("body", self.body, one_of(model_names), "what hangs");
      parameter("size", self.size, one_of(model_sizes), model_sizes_doc);
      parameter("height", self.height, positive(), "of the body (m)");
      parameter("youngs", self.youngs, positive(), "Young's modulus of the body (Pa)");
      parameter("poisson", self.poisson, between(-1, 0.5), "Poisson's ratio of the body");
      parameter("density", self.density, positive(), "of the body (kg/m^3)");
      parameter("viscous_time", self.viscous_time, not_negative(),
                "stiffness damping of the body that does not resist turning (s)");
      parameter("balls", self.balls, at_least(1), "number of them");
      parameter("frequency", self.frequency, at_least(1), "of the geodesic sphere of each");
      parameter("ball", self.ball, positive(), "radius of each (m)");
      parameter("speed", self.speed, positive(), "of each, horizontally (m/s)");
      parameter("interval", self.interval, positive(), "of time between hits (s)");
      parameter("ball_youngs", self.ball_youngs, positive(), "Young's modulus of each (Pa)");
      parameter("ball_poisson", self.ball_poisson, between(-1, 0.5), "Poisson's ratio of each");
      parameter("ball_density", self.ball_density, positive(), "of each (kg/m^3)");
      parameter("depth", self.depth, positive(), "of the ground below the body (m)");
      ContactParameters::parameters(self, parameter);
    }
    void resolve(const std::string&) {
      if (size == "automatic") size = body == "dragon" ? "1800" : "300";
    }
  };

  explicit ThrownBalls(const Parameters& p) : ContactProblem(all_bodies(p), p), p_(p) {}

  double default_end_time() const override { return 4; }
  double typical_displacement() const override { return 0.002 * p_.height; }
  /// Its own energy is that of the body that hangs.
  std::unique_ptr<Outputs> outputs(long points) const override {
    return std::make_unique<Combined>(std::make_unique<ContactOutputs>(*this, p_.audit, points),
                                      std::make_unique<OwnEnergy>(*this, std::vector{0}, points));
  }
  View view() const override { return {{0.5, 0.35, 1}, {0, 1, 0}}; }
  std::vector<Body> bodies(const State& u) const override {
    std::vector<Body> all = ContactProblem::bodies(u);
    all.push_back(ground(0, 0, 3 * p_.height));
    return all;
  }

 private:
  static ContactBodies all_bodies(const Parameters& p) {
    constexpr Material material = Material::stable_neo_hookean;
    ContactBodies bodies;
    bodies.add_plane({0, 1, 0});
    HungModel model = hung_model(p.body, p.size, p.height);
    const Vector3d middle =
        (model.mesh.vertices.rowwise().minCoeff() + model.mesh.vertices.rowwise().maxCoeff()) / 2;
    const Vector3d target(0, middle[1] + p.depth, 0);
    model.mesh.vertices.colwise() += target - middle;
    MeshedSolid hung = meshed_solid(model.mesh, material, lame(p.youngs, p.poisson), p.density);
    model.free.flip();
    hung.is_fixed = model.free;
    hung.damping.viscosity = lame(p.viscous_time * p.youngs, p.poisson);
    bodies.add(p.body, hung);
    for (int k = 1; k <= p.balls; ++k) {
      const double time = k * p.interval, angle = 100 * (k - 1) * std::numbers::pi / 180;
      const Vector3d away(std::cos(angle), 0, std::sin(angle));
      TetMesh mesh = ball_mesh(p.frequency, p.ball);
      mesh.vertices.colwise() += target + p.speed * time * away;
      bodies.add(fmt::format("ball {}", k),
                 meshed_solid(mesh, material, lame(p.ball_youngs, p.ball_poisson), p.ball_density),
                 {.velocity = Vector3d(0, p.gravity * time / 2, 0) - p.speed * away});
    }
    return bodies;
  }
  Parameters p_;
};

const bool enrolled = enrol_problem<ThrownBalls>({
    .name = "thrown_balls",
    .title = "Balls thrown at an elastic body that hangs by its back",
    .equation = contact_equation,
    .doi = "10.1111/cgf.14110",
    .units = {"m", "kg", "s"},
});

}  // namespace
}  // namespace stiffbench
