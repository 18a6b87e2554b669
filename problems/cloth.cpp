// A thick cloth that hangs from its upper edge and moves in the wind (Loeschner et al., section
// 5.3): one layer of 96 x 96 trilinear hexahedra, 1000 kg/m^3, Young's modulus 3e5 Pa, Poisson's
// ratio 0.4. The paper gives these values. We chose a square of 1 m, a thickness of 1 cm, the
// consistent mass, the stable neo-Hookean material, the fixed edge, 5 s, and the wind, which
// accelerates the body by
//   (1 - exp(-(t / 0.1 s)^2)) wind
//       (0.2 e_x + e_z (0.5 + sin(2 pi (t / 0.5 s - x / 0.7 m + y / 1.4 m)))),
// with gusts that travel along the cloth. The cloth lies in the plane z = 0, and gravity acts along
// -y. The potential energy does not include the work of the wind. The motion becomes chaotic, so
// pointwise errors are meaningful only at the beginning. The thinner the cells, the stiffer the
// problem.

#include "problems/contract/registry.hpp"
#include "problems/meshes/grid.hpp"
#include "problems/solids/solid_problem.hpp"

#include <numbers>

namespace stiffbench {
namespace {

constexpr double side = 1;  // m

class Cloth final : public SolidProblem {
 public:
  struct Parameters : SolidParameters {
    double youngs = 3e5, thickness = 0.01, wind = 10;
    int cells = 96;
    Parameters() {
      material = Material::stable_neo_hookean;
      poisson = 0.4;
      gravity = 9.81;
    }

    static void parameters(auto& self, auto&& parameter) {
      parameter("cells", self.cells, at_least(1), "elements along an edge; one across");
      parameter("thickness", self.thickness, positive(), "of the cloth (m)");
      parameter("wind", self.wind, any_value(), "acceleration by the gusts (m/s^2)");
      SolidParameters::parameters(self, parameter);
    }
  };

  explicit Cloth(const Parameters& p) : SolidProblem(sheet(p), p, p.youngs) {
    constexpr double turn = 2 * std::numbers::pi;
    blow({.steady = p.wind * Eigen::Vector3d(0.2, 0, 0.5),
          .gust = p.wind * Eigen::Vector3d::UnitZ(),
          .frequency = 2,
          .wave = turn * Eigen::Vector3d(1 / 0.7, -1 / 1.4, 0),
          .rise = 0.1});
  }
  double default_end_time() const override { return 5; }
  View view() const override { return {{-0.6, 0.3, 1}, {0, 1, 0}}; }

 private:
  static Shape sheet(const Parameters& p) {
    const std::array<int, 3> cells = {p.cells, p.cells, 1};
    HexMesh mesh = hex_mesh(
        grid_vertices({cells, {side, side, p.thickness}, {0, -side, -p.thickness / 2}}), cells);
    return {mesh, free_where(mesh, [](const auto& X) { return X[1] < 0; }), grid_surface(cells),
            true};
  }
};

const bool enrolled = enrol_problem<Cloth>({
    .name = "cloth",
    .title = "Thick cloth that hangs from an edge and blows in the wind, of hexahedra",
    .equation =
        "M u'' = -grad W(u) + M g + M a(t) - D u'; W: energy of the material over all elements, "
        "g: gravity, a: wind, D = damping M + damping_time K at rest",
    .doi = "10.1111/cgf.14110",
    .units = {"m", "kg", "s"},
    .order_checks = {{{"cells", 1L}, {"thickness", 0.3}, {"wind", 300.0}, {"end_time", 0.05}}},
});

}  // namespace
}  // namespace stiffbench
