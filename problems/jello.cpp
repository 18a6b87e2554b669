// A block of jello that wobbles on a plate after a nudge (Loeschner et al., section 5.3): Young's
// modulus 5.5e5 Pa, Poisson's ratio 0.38, 10 s. The paper gives these values and a corotated
// material with the rotations at the start of each step, which is lagged_corotated. We chose the
// fixed corotated material, which has an energy, trilinear hexahedra with the consistent mass, a
// block of 20 x 10 x 20 cm, 1000 kg/m^3, and the nudge: the plate, to which the bottom sticks, was
// moved and stopped, so that the block initially has a velocity along x that grows linearly with
// the height and reaches `nudge` at the top. Gravity acts along -y; the potential energy of the
// weight is 0 at the height of the plate.

#include "problems/contract/registry.hpp"
#include "problems/meshes/grid.hpp"
#include "problems/solids/solid_problem.hpp"

namespace stiffbench {
namespace {

using Eigen::Index;

constexpr double height = 0.1;  // m

class Jello final : public SolidProblem {
 public:
  struct Parameters : SolidParameters {
    double youngs = 5.5e5, nudge = 1;
    int aspect = 2, cells = 4;
    Parameters() {
      poisson = 0.38;
      gravity = 9.81;
    }

    static void parameters(auto& self, auto&& parameter) {
      parameter("aspect", self.aspect, at_least(1), "length and width over the height");
      parameter("cells", self.cells, at_least(1),
                "elements along the height; `aspect` times that along length and width");
      parameter("nudge", self.nudge, any_value(), "initial velocity of the top (m/s)");
      SolidParameters::parameters(self, parameter);
    }
  };

  explicit Jello(const Parameters& p)
      : SolidProblem(block(p.aspect, p.cells), p, p.youngs),
        width_(p.aspect * height),
        nudge_(p.nudge) {}

  State start() const override {
    State u = SolidProblem::start();
    for (Index i = 0; i < dof(); i += 3) u.v[i] = nudge_ * free_rest()[i + 1] / height;
    return u;
  }
  double default_end_time() const override { return 10; }
  std::vector<Body> bodies(const State& u) const override {
    std::vector<Body> all = SolidProblem::bodies(u);
    all.push_back(ground(width_ / 2, width_ / 2, 1.5 * width_));
    return all;
  }

 private:
  static Shape block(int aspect, int n) {
    const int along = cells_along(aspect, n);
    const std::array<int, 3> cells = {along, n, along};
    const double width = aspect * height;
    HexMesh mesh = hex_mesh(grid_vertices({cells, {width, height, width}}), cells);
    return {mesh, free_where(mesh, [](const auto& X) { return X[1] > 0; }), grid_surface(cells),
            true};
  }

  double width_, nudge_;
};

const bool enrolled = enrol_problem<Jello>({
    .name = "jello",
    .title = "Block of jello that wobbles on a plate after a nudge, of hexahedra",
    .equation = solid_equation,
    .doi = "10.1111/cgf.14110",
    .units = {"m", "kg", "s"},
    .order_checks = {{{"aspect", 1L},
                      {"cells", 1L},
                      {"nudge", 5.0},
                      {"damping", 2.0},
                      {"damping_time", 1e-4},
                      {"end_time", 0.005}},
                     {{"aspect", 1L},
                      {"cells", 1L},
                      {"material", "lagged_corotated"},
                      {"nudge", 5.0},
                      {"damping", 2.0},
                      {"end_time", 0.005}}},
});

}  // namespace
}  // namespace stiffbench
