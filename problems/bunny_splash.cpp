// A heavy elastic bunny that falls into an array of soft cubes, with friction (You, Zheng, Li,
// section 5.3). The paper's values: a bunny 0.25 m long, 3000 kg/m^3, with Young's modulus 1e5 Pa
// and Poisson's ratio 0.3; cubes of 3 cm, 1000 kg/m^3, 5e4 Pa and 0.45; neo-Hookean; friction 0.25,
// barriers with kappa 1e5 N/m and dhat 0.5 mm, g = 9.8 m/s^2, 3 s; 19k nodes, 43k tetrahedra and
// 31k faces. Ours: the npm bunny of size 2500, and `columns` x `columns` stacks of `layers` cubes,
// each a grid of `cells`^3 cells of six tetrahedra, at distances of `spacing`; cubes of a stack
// begin 1.25 dhat above each other and the ground, beyond the barriers, and are turned to and fro
// from layer to layer, by 8 degrees: Newton's iteration converges slowly where edges are parallel.
// With columns = 8, layers = 10 and cells = 2 the scene has 640 cubes and 19 825 vertices, nearly
// the paper's number; by default it has 48, and a bunny of 308 vertices. The bunny starts at rest,
// its lowest vertex `height` above the cubes.

#include "problems/contact/contact_problem.hpp"
#include "problems/contact/outputs/contact_outputs.hpp"
#include "problems/contact/outputs/own_energy.hpp"
#include "problems/contract/registry.hpp"
#include "problems/meshes/grid.hpp"
#include "problems/meshes/models/bunny_mesh.hpp"
#include "problems/meshes/models/upright.hpp"
#include "problems/outputs/combined.hpp"

#include <Eigen/Geometry>
#include <fmt/format.h>

#include <numbers>
#include <numeric>

namespace stiffbench {
namespace {

using Eigen::Vector3d;

class BunnySplash final : public ContactProblem {
 public:
  struct Parameters : ContactParameters {
    std::string size = "300";
    int columns = 4, layers = 3, cells = 2;
    double length = 0.25, height = 0.3, cube = 0.03, spacing = 0.005, twist = 8, bunny_youngs = 1e5,
           bunny_poisson = 0.3, bunny_density = 3000, cube_youngs = 5e4, cube_poisson = 0.45,
           cube_density = 1000;
    Parameters() {
      reach = 5e-4;
      gravity = 9.8;
      friction = 0.25;
    }

    static void parameters(auto& self, auto&& parameter) {
      parameter("size", self.size, one_of({"30", "300", "1k", "2500", "4k", "8k"}),
                "vertices of the bunny, roughly");
      parameter("length", self.length, positive(), "of the bunny (m)");
      parameter("height", self.height, positive(),
                "of its lowest vertex above the cubes at the start (m)");
      parameter("columns", self.columns, at_least(1), "stacks of cubes along each side");
      parameter("layers", self.layers, at_least(1), "cubes in a stack");
      parameter("cells", self.cells, at_least(1), "along each edge of a cube");
      parameter("cube", self.cube, positive(), "edge of a cube (m)");
      parameter("spacing", self.spacing, positive(), "between neighbouring stacks (m)");
      parameter("twist", self.twist, any_value(),
                "of cubes about y, to and fro from layer to layer (degrees)");
      parameter("bunny_youngs", self.bunny_youngs, positive(), "Young's modulus (Pa)");
      parameter("bunny_poisson", self.bunny_poisson, between(-1, 0.5), "Poisson's ratio");
      parameter("bunny_density", self.bunny_density, positive(), "kg/m^3");
      parameter("cube_youngs", self.cube_youngs, positive(), "Young's modulus (Pa)");
      parameter("cube_poisson", self.cube_poisson, between(-1, 0.5), "Poisson's ratio");
      parameter("cube_density", self.cube_density, positive(), "kg/m^3");
      ContactParameters::parameters(self, parameter);
    }
    double gap() const { return 1.25 * reach; }  // between cubes at the start, beyond the barriers
  };

  explicit BunnySplash(const Parameters& p) : ContactProblem(all_bodies(p), p), p_(p) {}

  double default_end_time() const override { return 3; }
  double typical_displacement() const override { return 0.002 * p_.length; }
  /// Its own energy is that of the cubes.
  std::unique_ptr<Outputs> outputs(long points) const override {
    std::vector<int> cubes(static_cast<std::size_t>(p_.columns * p_.columns * p_.layers));
    std::iota(cubes.begin(), cubes.end(), 1);  // body 0 is the bunny
    return std::make_unique<Combined>(std::make_unique<ContactOutputs>(*this, p_.audit, points),
                                      std::make_unique<OwnEnergy>(*this, cubes, points));
  }
  View view() const override { return {{0.5, 0.4, 1}, {0, 1, 0}}; }
  std::vector<Body> bodies(const State& u) const override {
    std::vector<Body> all = ContactProblem::bodies(u);
    all.push_back(ground(0, 0, 2 * (p_.columns * (p_.cube + p_.spacing) + p_.length)));
    return all;
  }

 private:
  static ContactBodies all_bodies(const Parameters& p) {
    ContactBodies bodies;
    bodies.add_plane({0, 1, 0});
    const TetMesh bunny =
        standing_at({0, p.layers * (p.cube + p.gap()) + p.height, 0}, bunny_mesh(p.size), p.length);
    bodies.add("bunny", meshed_solid(bunny, Material::neo_hookean,
                                     lame(p.bunny_youngs, p.bunny_poisson), p.bunny_density));
    const double pitch = p.cube + p.spacing, first = -(p.columns * pitch - p.spacing) / 2;
    for (int i = 0; i < p.columns; ++i)
      for (int j = 0; j < p.columns; ++j)
        for (int k = 0; k < p.layers; ++k) {
          const Vector3d low(first + i * pitch, p.gap() + k * (p.cube + p.gap()),
                             first + j * pitch);
          bodies.add(fmt::format("cube {} {} {}", i + 1, j + 1, k + 1),
                     cube_at(low, k % 2 == 0 ? p.twist : -p.twist, p));
        }
    return bodies;
  }
  static MeshedSolid cube_at(const Vector3d& low, double twist, const Parameters& p) {
    const std::array<int, 3> cells = {p.cells, p.cells, p.cells};
    const Vector3d half = Vector3d::Constant(p.cube / 2);
    const Eigen::AngleAxisd turn(twist * std::numbers::pi / 180, Vector3d::UnitY());
    TetMesh mesh = kuhn_mesh(grid_vertices({cells, 2 * half, -half}), cells);
    mesh.vertices = (turn.toRotationMatrix() * mesh.vertices).colwise() + (low + half);
    return meshed_solid(mesh, Material::neo_hookean, lame(p.cube_youngs, p.cube_poisson),
                        p.cube_density);
  }

  Parameters p_;
};

const bool enrolled = enrol_problem<BunnySplash>({
    .name = "bunny_splash",
    .title = "Elastic bunny that falls into soft cubes",
    .equation = contact_equation,
    .doi = "10.48550/arXiv.2602.08094",
    .units = {"m", "kg", "s"},
});

}  // namespace
}  // namespace stiffbench
