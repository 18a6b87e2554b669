// Soft bodies that fall through a maze of trampolines (Löschner et al., section 5.5 and Figure 1).
// The paper's values: 30 rubber ducks of 250 kg/m^3 with Young's modulus 5e4 Pa and Poisson's ratio
// 0.4, ten thin trampolines of 1000 kg/m^3, 1e6 Pa and 0.4, held at their corners; Rayleigh damping
// with 5e-3 1/s and 5e-3 s of the ducks, 5e-4 1/s and 5e-4 s of the trampolines. It prints no
// length.
//
// Ours: bunnies for the ducks, of neo-Hookean material, each turned by 50 degrees from the last.
// Rows of `columns` bunnies start `drop` above the sheets, from the top one downwards; where there
// are more rows than sheets, the next ones are `spacing` higher. The trampolines are square shells
// of 4 rings^2 triangles, flat and without tension at rest. They hang below each other, to the left
// and to the right of the middle in turns, and slope towards it, so that what bounces off one falls
// on the next. Stiffness damping does not resist turning (ViscousElements); with the stiffness at
// rest it would hold bodies that tumble. The ground catches them. bodies=30 and sheets=10 are the
// paper's numbers. Contact is a barrier, where the paper corrects velocities (contact_ball has
// that).

#include "problems/contact/contact_problem.hpp"
#include "problems/contact/outputs/contact_outputs.hpp"
#include "problems/contact/outputs/own_energy.hpp"
#include "problems/contract/registry.hpp"
#include "problems/meshes/models/bunny_mesh.hpp"
#include "problems/meshes/models/upright.hpp"
#include "problems/meshes/surfaces/disk.hpp"
#include "problems/outputs/combined.hpp"
#include "problems/solids/shells/bending_elements.hpp"

#include <Eigen/Geometry>
#include <fmt/format.h>

#include <numbers>
#include <numeric>

namespace stiffbench {
namespace {

using Eigen::Vector3d;

Eigen::Matrix3d turned(double degrees, const Vector3d& axis) {
  return Eigen::AngleAxisd(degrees * std::numbers::pi / 180, axis).toRotationMatrix();
}

class TrampolineMaze final : public ContactProblem {
 public:
  struct Parameters : ContactParameters {
    std::string size = "300";
    int bodies = 4, columns = 2, sheets = 3, rings = 6;
    double height = 0.12, drop = 0.15, spacing = 0.2, youngs = 5e4, poisson = 0.4, density = 250,
           damping_rate = 5e-3, viscous_time = 5e-3, side = 0.6, slope = 10, level = 0.35,
           sheet_youngs = 1e6, sheet_poisson = 0.4, sheet_density = 1000, thickness = 2e-3,
           sheet_damping_rate = 5e-4, sheet_viscous_time = 5e-4;
    Parameters() { reach = 5e-4; }

    static void parameters(auto& self, auto&& parameter) {
      parameter("bodies", self.bodies, at_least(1), "bunnies");
      parameter("size", self.size, one_of({"30", "300", "1k", "2500", "4k", "8k"}),
                "vertices of a bunny, roughly");
      parameter("columns", self.columns, at_least(1), "bunnies side by side");
      parameter("height", self.height, positive(), "of a bunny (m)");
      parameter("drop", self.drop, positive(), "of bunnies above the middle of a sheet (m)");
      parameter("spacing", self.spacing, positive(), "between bunnies' feet, both ways (m)");
      parameter("youngs", self.youngs, positive(), "Young's modulus of a bunny (Pa)");
      parameter("poisson", self.poisson, between(-1, 0.5), "Poisson's ratio of a bunny");
      parameter("density", self.density, positive(), "of a bunny (kg/m^3)");
      parameter("damping_rate", self.damping_rate, not_negative(),
                "of every velocity of a bunny (1/s)");
      parameter("viscous_time", self.viscous_time, not_negative(),
                "stiffness damping of a bunny that does not resist turning (s)");
      parameter("sheets", self.sheets, at_least(1), "trampolines");
      parameter("rings", self.rings, at_least(1), "of triangles in a sheet, 4 rings^2 in all");
      parameter("side", self.side, positive(), "of a sheet (m)");
      parameter("slope", self.slope, between(0, 60), "of a sheet (degrees)");
      parameter("level", self.level, positive(), "distance of sheets downwards (m)");
      parameter("sheet_youngs", self.sheet_youngs, positive(), "Young's modulus of a sheet (Pa)");
      parameter("sheet_poisson", self.sheet_poisson, between(-1, 0.5), "Poisson's ratio");
      parameter("sheet_density", self.sheet_density, positive(), "of a sheet (kg/m^3)");
      parameter("thickness", self.thickness, positive(), "of a sheet, not in contact (m)");
      parameter("sheet_damping_rate", self.sheet_damping_rate, not_negative(),
                "of every velocity of a sheet (1/s)");
      parameter("sheet_viscous_time", self.sheet_viscous_time, not_negative(),
                "stiffness damping of a sheet that does not resist turning (s)");
      ContactParameters::parameters(self, parameter);
    }
  };

  explicit TrampolineMaze(const Parameters& p) : ContactProblem(all_bodies(p), p), p_(p) {}

  double default_end_time() const override { return 3; }
  double typical_displacement() const override { return 0.002 * p_.height; }
  /// Their own energy is that of the sheets.
  std::unique_ptr<Outputs> outputs(long points) const override {
    std::vector<int> sheets(static_cast<std::size_t>(p_.sheets));
    std::iota(sheets.begin(), sheets.end(), 0);
    return std::make_unique<Combined>(std::make_unique<ContactOutputs>(*this, p_.audit, points),
                                      std::make_unique<OwnEnergy>(*this, sheets, points));
  }
  View view() const override { return {{0.25, 0.25, 1}, {0, 1, 0}}; }
  std::vector<Body> bodies(const State& u) const override {
    std::vector<Body> all = ContactProblem::bodies(u);
    all.push_back(ground(0, 0, 2 * p_.side));
    return all;
  }

 private:
  static Vector3d middle_of_sheet(int k, const Parameters& p) {
    return {(k % 2 == 0 ? 0.4 : -0.4) * p.side, (p.sheets - k) * p.level, 0};
  }

  static ContactBodies all_bodies(const Parameters& p) {
    ContactBodies bodies;
    bodies.add_plane({0, 1, 0});
    for (int k = 0; k < p.sheets; ++k) bodies.add(fmt::format("sheet {}", k + 1), sheet(k, p));
    for (int k = 0; k < p.bodies; ++k) {
      const int row = k / p.columns, column = k % p.columns;
      const Vector3d under = middle_of_sheet(row % p.sheets, p);
      TetMesh mesh = standing_at({0, 0, 0}, bunny_mesh(p.size), p.height);
      mesh.vertices = turned(50 * k, Vector3d::UnitY()) * mesh.vertices;
      mesh.vertices.colwise() += under + Vector3d(0, p.drop + row / p.sheets * p.spacing,
                                                  (column - (p.columns - 1) / 2.) * p.spacing);
      MeshedSolid bunny =
          meshed_solid(mesh, Material::neo_hookean, lame(p.youngs, p.poisson), p.density);
      bunny.damping = {p.damping_rate, lame(p.viscous_time * p.youngs, p.poisson)};
      bodies.add(fmt::format("bunny {}", k + 1), bunny);
    }
    return bodies;
  }

  static ThinShell sheet(int k, const Parameters& p) {
    SurfaceMesh square = regular_polygon(4, p.rings, p.side / std::numbers::sqrt2);
    square.vertices = turned(k % 2 == 0 ? p.slope : -p.slope, Vector3d::UnitZ()) *
                      turned(45, Vector3d::UnitY()) * square.vertices;
    square.vertices.colwise() += middle_of_sheet(k, p);
    std::vector<bool> is_corner(static_cast<std::size_t>(square.vertices.cols()), false);
    for (std::size_t corner = 0; corner < 4; ++corner)
      is_corner[is_corner.size() - (4 - corner) * static_cast<std::size_t>(p.rings)] = true;
    const double modulus = p.sheet_youngs * p.thickness;
    const MembraneLaw viscous(p.sheet_viscous_time * modulus, p.sheet_poisson);
    return {.surface = square,
            .membrane = MembraneLaw(modulus, p.sheet_poisson),
            .bending = bending_stiffness(modulus, p.sheet_poisson, p.thickness),
            .density = p.sheet_density * p.thickness,
            .is_fixed = is_corner,
            .damping = {p.sheet_damping_rate, {viscous.mu, viscous.lambda}}};
  }

  Parameters p_;
};

const bool enrolled = enrol_problem<TrampolineMaze>({
    .name = "trampoline_maze",
    .title = "Soft bodies that fall through a maze of trampolines",
    .equation = contact_equation,
    .doi = "10.1111/cgf.14110",
    .units = {"m", "kg", "s"},
});

}  // namespace
}  // namespace stiffbench
