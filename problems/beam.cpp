// An elastic beam, clamped at both ends, that falls from rest under gravity and oscillates
// (Loeschner et al., section 5.3). The paper gives 4 x 4 x 32 trilinear hexahedra, 1000 kg/m^3,
// Young's modulus 1e5 Pa, Poisson's ratio 0.4 and the stable neo-Hookean material. We chose the
// section b = 0.5 m, the length 8 b and the consistent mass. Without damping the beam oscillates
// for ever: any loss of energy is due to the integrator. The beam lies along x and gravity acts
// along -y; the potential energy of the weight is 0 at the height of the axis.

#include "problems/contract/registry.hpp"
#include "problems/meshes/grid.hpp"
#include "problems/solids/solid_problem.hpp"

namespace stiffbench {
namespace {

class Beam final : public SolidProblem {
 public:
  struct Parameters : SolidParameters {
    double section = 0.5, youngs = 1e5;
    int aspect = 8, cells = 4;
    Parameters() {
      material = Material::stable_neo_hookean;
      poisson = 0.4;
      gravity = 9.81;
    }

    static void parameters(auto& self, auto&& parameter) {
      parameter("section", self.section, positive(), "edge of the square section (m)");
      parameter("aspect", self.aspect, at_least(2), "length over the section's edge");
      parameter("cells", self.cells, at_least(1),
                "elements along the section's edge; `aspect` times that lengthwise");
      SolidParameters::parameters(self, parameter);
    }
  };

  explicit Beam(const Parameters& p) : SolidProblem(cuboid(p), p, p.youngs) {}
  double default_end_time() const override { return 10; }

 private:
  static Shape cuboid(const Parameters& p) {
    const double b = p.section, length = p.aspect * b;
    const std::array<int, 3> cells = {cells_along(p.aspect, p.cells), p.cells, p.cells};
    HexMesh mesh = hex_mesh(grid_vertices({cells, {length, b, b}, {0, -b / 2, -b / 2}}), cells);
    return {mesh, free_where(mesh, [&](const auto& X) { return X[0] > 0 && X[0] < length; }),
            grid_surface(cells), true};
  }
};

const bool enrolled = enrol_problem<Beam>({
    .name = "beam",
    .title = "Elastic beam, clamped at both ends, that swings under gravity, of hexahedra",
    .equation = solid_equation,
    .doi = "10.1111/cgf.14110",
    .units = {"m", "kg", "s"},
    .order_checks = {{{"aspect", 2L}, {"cells", 1L}, {"gravity", 100.0}, {"end_time", 0.06}}},
});

}  // namespace
}  // namespace stiffbench
