// A soft elastic bunny that falls on stairs and bounces down (You, Zheng, Li, section 5.3). The
// paper's values: a bunny 0.25 m long, neo-Hookean with Young's modulus 2e5 Pa, Poisson's ratio
// 0.3, 1000 kg/m^3, g = 9.8 m/s^2, barriers with kappa 1e5 N/m and dhat 0.5 mm, no friction, 2.5 s,
// 7.5k nodes, 19k tetrahedra and 12k faces with the stairs. Ours: the bunny of the npm package
// (meshes/models/bunny_mesh), of size 2500 with 2545 vertices and 9695 tetrahedra; size 4k has
// 19 661. The stairs are boxes that never move, on the ground y = 0: `steps` of them, each `rise`
// high and `run` long, down along x, 0.6 m wide. The bunny starts at rest, its lowest vertex
// `height` above the top step and the middle of its box above that step's edge.

#include "problems/contact/bodies/surfaces.hpp"
#include "problems/contact/contact_problem.hpp"
#include "problems/contract/registry.hpp"
#include "problems/meshes/models/bunny_mesh.hpp"
#include "problems/meshes/models/upright.hpp"

#include <fmt/format.h>

namespace stiffbench {
namespace {

using Eigen::Vector3d;

class BunnyStairs final : public ContactProblem {
 public:
  struct Parameters : ContactParameters {
    std::string size = "2500";
    int steps = 4;
    double length = 0.25, height = 0.3, rise = 0.1, run = 0.15, youngs = 2e5, poisson = 0.3,
           density = 1000;
    Parameters() {
      reach = 5e-4;
      gravity = 9.8;
    }

    static void parameters(auto& self, auto&& parameter) {
      parameter("size", self.size, one_of({"30", "300", "1k", "2500", "4k", "8k"}),
                "vertices of the bunny, roughly");
      parameter("length", self.length, positive(), "of the bunny (m)");
      parameter("height", self.height, positive(),
                "of its lowest vertex above the top step at the start (m)");
      parameter("steps", self.steps, at_least(1), "of the stairs");
      parameter("rise", self.rise, positive(), "of a step (m)");
      parameter("run", self.run, positive(), "of a step (m)");
      parameter("youngs", self.youngs, positive(), "Young's modulus (Pa)");
      parameter("poisson", self.poisson, between(-1, 0.5), "Poisson's ratio");
      parameter("density", self.density, positive(), "kg/m^3");
      ContactParameters::parameters(self, parameter);
    }
  };

  explicit BunnyStairs(const Parameters& p) : ContactProblem(all_bodies(p), p), p_(p) {}

  double default_end_time() const override { return 2.5; }
  double typical_displacement() const override { return 0.002 * p_.length; }
  View view() const override { return {{0.2, 0.4, 1}, {0, 1, 0}}; }
  std::vector<Body> bodies(const State& u) const override {
    std::vector<Body> all = ContactProblem::bodies(u);
    all.push_back(ground(1.5 * p_.steps * p_.run, 0, 4.5 * p_.steps * p_.run));
    return all;
  }

 private:
  static constexpr double width = 0.6;  // of the stairs (m)

  static ContactBodies all_bodies(const Parameters& p) {
    ContactBodies bodies;
    bodies.add_plane({0, 1, 0});
    // The edge of the top step is at x = 0.
    const TetMesh bunny =
        standing_at({0, p.steps * p.rise + p.height, 0}, bunny_mesh(p.size), p.length);
    bodies.add("bunny",
               meshed_solid(bunny, Material::neo_hookean, lame(p.youngs, p.poisson), p.density));
    for (int i = 0; i < p.steps; ++i) {
      const Vector3d size((i == 0 ? 2 : 1) * p.run, (p.steps - i) * p.rise, width);
      const SurfaceMesh box =
          cuboid_surface({{1, 1, 1}, size, {i == 0 ? -2 * p.run : (i - 1) * p.run, 0, -width / 2}});
      bodies.add_obstacle(fmt::format("step {}", i + 1), box.vertices, box.faces);
    }
    return bodies;
  }

  Parameters p_;
};

const bool enrolled = enrol_problem<BunnyStairs>({
    .name = "bunny_stairs",
    .title = "Elastic bunny that falls down stairs",
    .equation = contact_equation,
    .doi = "10.48550/arXiv.2602.08094",
    .units = {"m", "kg", "s"},
});

}  // namespace
}  // namespace stiffbench
