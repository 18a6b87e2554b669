// An elastic block in the shape of an L that tumbles freely, after the example of Simo and Tarnow
// (The discrete energy-momentum method, 1992, doi:10.1007/BF00913408), whose Saint Venant-Kirchhoff
// material it has. No data of theirs entered: size, stiffness, mesh and start are ours. Five cubes
// with edges of 0.1 m form two arms of 0.3 m in the plane of x and y, with the centre of mass at
// the origin; each cube is cut into cells^3 trilinear hexahedra with a consistent mass. The block
// starts undeformed, with the velocities of a rigid rotation about an axis that is no principal
// one, spin = 10/s about each of x, y and z at first; the forces that bend and stretch it are those
// of its inertia. Nothing holds it: its linear momentum is 0, and its angular momentum is that of
// the rigid L,
//   L = I w,  I = m a^2 ((121/30, 9/5, 0), (9/5, 121/30, 0), (0, 0, 217/30)),
// with the mass m and the edge a of one cube, for the consistent mass integrates it exactly.

#include "problems/contract/registry.hpp"
#include "problems/meshes/grid.hpp"
#include "problems/outputs/combined.hpp"
#include "problems/outputs/momenta.hpp"
#include "problems/solids/solid_outputs.hpp"
#include "problems/solids/solid_problem.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <vector>

namespace stiffbench {
namespace {

using Eigen::Index;
using Eigen::Vector3d;

constexpr double edge = 0.1;   // m, of a cube
constexpr int cubes_long = 3;  // of an arm

/// Keeps the hexahedra whose centre is in the L, and their vertices.
HexMesh l_mesh(const HexMesh& square, const Vector3d& corner) {
  HexMesh mesh;
  mesh.hexes.resize(8, square.hexes.cols());
  std::vector<int> number(static_cast<std::size_t>(square.vertices.cols()), -1);
  Index hexes = 0;
  int vertices = 0;
  mesh.vertices.resize(3, square.vertices.cols());
  for (const auto& hex : square.hexes.colwise()) {
    const Vector3d low = square.vertices.col(hex[0]), high = square.vertices.col(hex[7]);
    const Vector3d centre = (low + high) / 2 - corner;
    if (centre.x() > edge && centre.y() > edge) continue;
    for (Index n = 0; n < 8; ++n) {
      int& place = number[static_cast<std::size_t>(hex[n])];
      if (place < 0) {
        mesh.vertices.col(vertices) = square.vertices.col(hex[n]);
        place = vertices++;
      }
      mesh.hexes(n, hexes) = place;
    }
    ++hexes;
  }
  mesh.hexes.conservativeResize(Eigen::NoChange, hexes);
  mesh.vertices.conservativeResize(Eigen::NoChange, vertices);
  return mesh;
}

/// The faces that belong to one hexahedron only, anticlockwise seen from outside.
Eigen::Matrix4Xi outer_faces(const HexMesh& mesh) {
  static constexpr std::array<std::array<int, 4>, 6> faces = {
      {{4, 6, 7, 5}, {0, 1, 3, 2}, {2, 3, 7, 6}, {0, 4, 5, 1}, {1, 5, 7, 3}, {0, 2, 6, 4}}};
  std::map<std::set<int>, Eigen::Vector4i> outer;
  for (const auto& hex : mesh.hexes.colwise())
    for (const auto& face : faces) {
      const Eigen::Vector4i vertices(hex[face[0]], hex[face[1]], hex[face[2]], hex[face[3]]);
      const std::set<int> key(vertices.begin(), vertices.end());
      if (!outer.try_emplace(key, vertices).second) outer.erase(key);
    }
  Eigen::Matrix4Xi all(4, static_cast<Index>(outer.size()));
  Index next = 0;
  for (const auto& [key, face] : outer) all.col(next++) = face;
  return all;
}

class LBlock final : public SolidProblem {
 public:
  struct Parameters : SolidParameters {
    double youngs = 1e5, spin_x = 10, spin_y = 10, spin_z = 10;
    int cells = 1;
    Parameters() {
      material = Material::st_venant_kirchhoff;
      gravity = 0;
    }

    static void parameters(auto& self, auto&& parameter) {
      parameter("cells", self.cells, at_least(1), "elements along an edge of a cube");
      parameter("spin_x", self.spin_x, any_value(), "rate about the x axis at the start (rad/s)");
      parameter("spin_y", self.spin_y, any_value(), "rate about the y axis at the start (rad/s)");
      parameter("spin_z", self.spin_z, any_value(), "rate about the z axis at the start (rad/s)");
      SolidParameters::parameters(self, parameter);
    }
  };

  explicit LBlock(const Parameters& p)
      : SolidProblem(block(p.cells), p, p.youngs), spin_(p.spin_x, p.spin_y, p.spin_z) {}

  State start() const override {
    State u = SolidProblem::start();
    for (Index i = 0; i < dof(); i += 3)
      u.v.segment<3>(i) = spin_.cross(Vector3d(free_rest().segment<3>(i)));
    return u;
  }
  double default_end_time() const override { return 1; }
  std::unique_ptr<Outputs> outputs(long points) const override {
    return std::make_unique<Combined>(std::make_unique<SolidOutputs>(*this, points),
                                      std::make_unique<Momenta>(free_rest(), mass()));
  }

 private:
  static Shape block(int cells) {
    const std::array<int, 3> all = {cubes_long * cells, cubes_long * cells, cells};
    const Vector3d corner = -edge * Vector3d(1.1, 1.1, 0.5);  // from the centre of mass
    const Grid grid{all, edge * Vector3d(cubes_long, cubes_long, 1), corner};
    const HexMesh mesh = l_mesh(hex_mesh(grid_vertices(grid), all), corner);
    return {mesh, free_where(mesh, [](const auto&) { return true; }), outer_faces(mesh), true};
  }

  Vector3d spin_;
};

const bool enrolled = enrol_problem<LBlock>({
    .name = "l_block",
    .title = "Elastic block in the shape of an L that tumbles freely, of hexahedra",
    .equation = solid_equation,
    .doi = "10.1007/BF00913408",
    .units = {"m", "kg", "s"},
    .order_checks = {{{"end_time", 0.03}}},
});

}  // namespace
}  // namespace stiffbench
