// An elastic bar of 20 x 10 x 5 cm, fixed at one end, that is released twisted and bent, under
// gravity (You, Zheng, Li, section 5.1): Young's modulus 1e5 Pa, Poisson's ratio 0.3, 1000 kg/m^3,
// 8 s. The paper gives these values and a corotated material. We chose its fixed corotated form,
// Kuhn's grid of 20 x 20 x 10 cells (4851 vertices, 24 000 linear tetrahedra, lumped masses), and
// the initial state. The bar lies along x and is fixed at x = 0. Initially its axis is an arc that
// rises by the angle `bend` from end to end, and the section at x is rotated about the axis by
// `twist` x / length:
//   phi(X) = c(x) + T(x) (0, y cos a - z sin a, y sin a + z cos a),   a = twist x / length,
// where c is the arc and T the rotation about z that maps the x axis to the tangent of the arc.
// Pointwise errors are meaningful only in the first second or so.

#include "problems/contract/registry.hpp"
#include "problems/meshes/grid.hpp"
#include "problems/solids/solid_problem.hpp"

#include <Eigen/Geometry>

#include <numbers>

namespace stiffbench {
namespace {

using Eigen::Index;
using Eigen::Vector3d;

const Vector3d size(0.2, 0.1, 0.05);  // m

class TwistedBar final : public SolidProblem {
 public:
  struct Parameters : SolidParameters {
    double youngs = 1e5, twist = std::numbers::pi, bend = std::numbers::pi / 3;
    int cells = 10;

    static void parameters(auto& self, auto&& parameter) {
      parameter("cells", self.cells, at_least(1),
                "cells of the grid along the thickness; twice that along length and width");
      parameter("twist", self.twist, any_value(), "of the free end at the start (radians)");
      parameter("bend", self.bend, any_value(), "from end to end at the start (radians)");
      SolidParameters::parameters(self, parameter);
    }
  };

  explicit TwistedBar(const Parameters& p)
      : SolidProblem(bar(p.cells), p, p.youngs), twist_(p.twist), bend_(p.bend) {
    check_start("problem 'twisted_bar'", twisted_start(), "give a smaller twist or bend");
  }

  State start() const override { return twisted_start(); }
  double default_end_time() const override { return 8; }

 private:
  static Shape bar(int cells) {
    const std::array<int, 3> all = {2 * cells, 2 * cells, cells};
    TetMesh mesh = kuhn_mesh(grid_vertices({all, size, {0, -size[1] / 2, -size[2] / 2}}), all);
    return {mesh, free_where(mesh, [](const auto& X) { return X[0] > 0; }), grid_surface(all)};
  }
  State twisted_start() const {
    State u = SolidProblem::start();
    for (Index i = 0; i < dof(); i += 3) {
      const Vector3d X = free_rest().segment<3>(i);
      u.x.segment<3>(i) = twisted(X) - X;
    }
    return u;
  }
  Vector3d twisted(const Vector3d& X) const {
    using Eigen::AngleAxisd;
    const double along = X[0] / size[0], half = bend_ * along / 2;
    const double chord = half == 0 ? X[0] : X[0] * std::sin(half) / half;
    const Vector3d arc(chord * std::cos(half), chord * std::sin(half), 0);
    return arc + AngleAxisd(2 * half, Vector3d::UnitZ()) *
                     (AngleAxisd(twist_ * along, Vector3d::UnitX()) * Vector3d(0, X[1], X[2]));
  }

  double twist_, bend_;
};

const bool enrolled = enrol_problem<TwistedBar>({
    .name = "twisted_bar",
    .title = "Elastic bar, held at one end, that is let go twisted and bent, of tetrahedra",
    .equation = solid_equation,
    .doi = "10.48550/arXiv.2602.08094",
    .units = {"m", "kg", "s"},
    .order_checks = {{{"cells", 1L}, {"end_time", 0.004}}},
});

}  // namespace
}  // namespace stiffbench
