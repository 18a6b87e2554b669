// Elastic dice that are thrown on the ground, each with its own coefficient of friction, and roll
// or slide (You, Zheng, Li, section 5.2). The paper's values: eight dice of 0.1 m, dropped from
// 0.3 m with a horizontal velocity of 0.3 m/s, friction "quadratically increasing from 0 to 1",
// neo-Hookean with Young's modulus 3e5 Pa, Poisson's ratio 0.3, 1000 kg/m^3, g = 9.8 m/s^2, a
// barrier with kappa 1e5 N/m and dhat 1 mm, 6 s, and 5.8k nodes with 24.6k tetrahedra, which are
// those of eight grids of 8^3 cells of six tetrahedra. Ours, as the paper does not say: the lowest
// corner is 0.3 m above the ground; all dice are turned in the same way, so that they land on a
// corner; they fly side by side along x at distances of 0.25 m; die k of n has the coefficient
// mu_k = friction (k/(n - 1))^growth, k = 0 ... n - 1, and two dice that touch have the smaller one
// of both. Friction is `coulomb`, which has the same two states as the dice of the figure, sticking
// and slipping; `viscous` is the paper's formula read literally.

#include "problems/contact/contact_problem.hpp"
#include "problems/contract/registry.hpp"
#include "problems/meshes/grid.hpp"

#include <Eigen/Geometry>
#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace stiffbench {
namespace {

using Eigen::Vector3d;

class DiceRoll final : public ContactProblem {
 public:
  struct Parameters : ContactParameters {
    int dice = 8, cells = 8;
    double side = 0.1, height = 0.3, speed = 0.3, distance = 0.25, growth = 2, tilt = 20,
           twist = 10, youngs = 3e5, poisson = 0.3, density = 1000;
    Parameters() {
      friction = 1;
      gravity = 9.8;
    }

    static void parameters(auto& self, auto&& parameter) {
      parameter("dice", self.dice, at_least(1), "side by side");
      parameter("cells", self.cells, at_least(1), "along each edge of a die");
      parameter("side", self.side, positive(), "of a die (m)");
      parameter("height", self.height, positive(), "of the lowest corners at the start (m)");
      parameter("speed", self.speed, any_value(), "along x at the start (m/s)");
      parameter("distance", self.distance, positive(), "of the centres of two neighbours (m)");
      parameter("growth", self.growth, positive(),
                "die k of n has the coefficient friction (k/(n - 1))^growth, k = 0 ... n - 1");
      parameter("tilt", self.tilt, any_value(), "of all dice about z (degrees)");
      parameter("twist", self.twist, any_value(), "of all dice about x, before the tilt (degrees)");
      parameter("youngs", self.youngs, positive(), "Young's modulus (Pa)");
      parameter("poisson", self.poisson, between(-1, 0.5), "Poisson's ratio");
      parameter("density", self.density, positive(), "kg/m^3");
      ContactParameters::parameters(self, parameter);
    }
    double coefficient(int die) const {
      return dice > 1 ? friction * std::pow(double(die) / (dice - 1), growth) : friction;
    }
  };

  explicit DiceRoll(const Parameters& p) : ContactProblem(thrown(p), p), p_(p) {}

  double default_end_time() const override { return 6; }
  double typical_displacement() const override { return 0.1 * p_.side / p_.cells; }
  View view() const override { return {{0.5, 0.9, 0.7}, {0, 1, 0}}; }
  std::vector<Body> bodies(const State& u) const override {
    std::vector<Body> all = ContactProblem::bodies(u);
    // Patches, since pictures sort faces by distance: those of the ground are as small as a die's.
    const double edge = (p_.distance * p_.dice + 0.6) / 3;
    for (const int i : {0, 1, 2})
      for (const int j : {-1, 0, 1}) all.push_back(ground(edge * i, edge * j, edge));
    return all;
  }

 private:
  static TetMesh die(const Parameters& p) {
    const std::array<int, 3> cells = {p.cells, p.cells, p.cells};
    const double degree = std::numbers::pi / 180;
    const auto turned = Eigen::AngleAxisd(p.tilt * degree, Vector3d::UnitZ()) *
                        Eigen::AngleAxisd(p.twist * degree, Vector3d::UnitX());
    TetMesh mesh = kuhn_mesh(
        grid_vertices({cells, Vector3d::Constant(p.side), Vector3d::Constant(-p.side / 2)}), cells);
    mesh.vertices = turned.toRotationMatrix() * mesh.vertices;
    mesh.vertices.row(1).array() += p.height - mesh.vertices.row(1).minCoeff();
    return mesh;
  }
  static ContactBodies thrown(const Parameters& p) {
    ContactBodies bodies;
    bodies.add_plane({0, 1, 0});
    const TetMesh first = die(p);
    for (int k = 0; k < p.dice; ++k) {
      MeshedSolid solid =
          meshed_solid(first, Material::neo_hookean, lame(p.youngs, p.poisson), p.density);
      std::get<TetMesh>(solid.mesh).vertices.row(2).array() += (k - (p.dice - 1) / 2.) * p.distance;
      const int number =
          bodies.add(fmt::format("die {}", k + 1), solid, {.velocity = {p.speed, 0, 0}});
      bodies.set_friction(number, p.coefficient(k));
    }
    return bodies;
  }

  Parameters p_;
};

const bool enrolled = enrol_problem<DiceRoll>({
    .name = "dice_roll",
    .title = "Elastic dice of different friction that roll on the ground",
    .equation = contact_equation,
    .doi = "10.48550/arXiv.2602.08094",
    .units = {"m", "kg", "s"},
});

}  // namespace
}  // namespace stiffbench
