// Two elastic cubes that fly at each other and collide off their centres, in free space; or one of
// them that is dropped on a plane, as a die's first impact (case = drop). Side 0.1 m, Young's
// modulus 3e5 Pa, Poisson's ratio 0.3, 1000 kg/m^3, as the dice of You, Zheng, Li (section 5.2);
// friction with mu 0.3. Ours are the positions, the turns, the speeds, and a soft barrier: with
// kappa 2e4 N/m and dhat 5 mm a vertex turns near half of dhat, where the barrier is about as stiff
// as an element; the paper's 1e5 N/m and 1 mm are 20 times as stiff there. For the same reason
// eps_v is 0.5 m/s: below it friction brakes a vertex of mass m under N newtons at the rate 2 mu
// N/(m eps_v), which would be 3e6/s with 1 mm/s. The mesh is Kuhn's grid of `cells`^3 cells, coarse
// by default, so that states through the contact can be certified. Both cubes are turned about axes
// that are parallel to nothing, so that no two edges are parallel and vertices meet faces within.

#include "problems/contact/bodies/surfaces.hpp"
#include "problems/contact/contact_problem.hpp"
#include "problems/contract/registry.hpp"
#include "problems/meshes/grid.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <optional>

namespace stiffbench {
namespace {

constexpr double side = 0.1;  // m

class CollidingCubes final : public ContactProblem {
 public:
  struct Parameters : ContactParameters {
    std::string kind = "pair";
    Material material = Material::fixed_corotated;
    int cells = 2;
    double youngs = 3e5, poisson = 0.3, density = 1000, turn = 0.6, gap = 6e-3, offset = 0.02;
    std::optional<double> speed;
    Parameters() {
      friction = 0.3;
      contact = 2e4;
      reach = 5e-3;
      slip_speed = 0.5;
    }

    static void parameters(auto& self, auto&& parameter) {
      parameter("case", self.kind, one_of({"pair", "drop"}),
                "two cubes without gravity, or one above a plane");
      parameter("cells", self.cells, at_least(1), "cells of a cube's grid along an edge");
      parameter("material", self.material, one_of<Material>(), "the material's energy");
      parameter("youngs", self.youngs, positive(), "Young's modulus (Pa)");
      parameter("poisson", self.poisson, between(-1, 0.5), "Poisson's ratio");
      parameter("density", self.density, positive(), "kg/m^3");
      parameter("speed", self.speed, positive(),
                "of one cube to the other, or to the plane (m/s); automatic: 3, or 2.4 as after a "
                "fall of 0.3 m");
      parameter("turn", self.turn, any_value(), "of a cube at the start (rad)");
      parameter("gap", self.gap, positive(), "along the speed at the start (m)");
      parameter("offset", self.offset, any_value(), "of the centres across the speed (m)");
      ContactParameters::parameters(self, parameter);
    }
    void resolve(const std::string&) {
      if (!speed) speed = kind == "pair" ? 3 : 2.4;
    }
    bool is_pair() const { return kind == "pair"; }
    ContactParameters contacts() const {
      ContactParameters p = *this;
      if (is_pair()) p.gravity = 0;
      return p;
    }
  };

  explicit CollidingCubes(const Parameters& p) : ContactProblem(cubes(p), p.contacts()) {}

  double default_end_time() const override { return 0.02; }

 private:
  /// A cube about the origin, turned about an axis.
  static TetMesh cube(const Parameters& p, const Eigen::Vector3d& axis) {
    const std::array<int, 3> cells = {p.cells, p.cells, p.cells};
    const Eigen::Vector3d size = Eigen::Vector3d::Constant(side);
    TetMesh mesh = kuhn_mesh(grid_vertices({cells, size, -size / 2}), cells);
    mesh.vertices = Eigen::AngleAxisd(p.turn, axis.normalized()).toRotationMatrix() * mesh.vertices;
    return mesh;
  }
  static void add(const Parameters& p, const std::string& name, const TetMesh& mesh,
                  const Eigen::Vector3d& velocity, ContactBodies& bodies) {
    MeshedSolid solid = meshed_solid(mesh, p.material, lame(p.youngs, p.poisson), p.density);
    solid.self_contact = false;
    bodies.add(name, solid, {.velocity = velocity});
  }
  static ContactBodies cubes(const Parameters& p) {
    ContactBodies bodies;
    TetMesh one = cube(p, {1, 2, 3});
    if (!p.is_pair()) {
      one.vertices.row(1).array() += p.gap - one.vertices.row(1).minCoeff();
      add(p, "cube", one, {0.2 * *p.speed, -*p.speed, 0}, bodies);
      bodies.add_plane({0, 1, 0});
      return bodies;
    }
    TetMesh other = cube(p, {-2, 1, 0.5});
    other.vertices.colwise() += Eigen::Vector3d(0, p.offset, p.offset / 2);
    other.vertices.row(0).array() +=
        p.gap + one.vertices.row(0).maxCoeff() - other.vertices.row(0).minCoeff();
    add(p, "cube 1", one, {*p.speed / 2, 0, 0}, bodies);
    add(p, "cube 2", other, {-*p.speed / 2, 0, 0}, bodies);
    return bodies;
  }
};

const bool enrolled = enrol_problem<CollidingCubes>({
    .name = "colliding_cubes",
    .title = "Two elastic cubes that collide, or one that falls on a plane",
    .equation = contact_equation,
    .doi = "10.48550/arXiv.2602.08094",
    .units = {"m", "kg", "s"},
});

}  // namespace
}  // namespace stiffbench
