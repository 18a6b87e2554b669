// An elastic cube that recovers from random displacements, which invert many of its elements
// (Loeschner et al., section 5.3): Young's modulus 1e6 Pa, Poisson's ratio 0.4, 1000 kg/m^3,
// damping_time 0 or 1e-3 s. The paper gives these values and a corotated material with the
// rotations at the start of each step (lagged_corotated), chosen because its Newton iterations fail
// on strongly nonlinear materials. Its body is an armadillo whose mesh is not publicly available.
// Ours is a cube of edge 1 m on Kuhn's grid, with linear tetrahedra and lumped masses, a fixed
// bottom, no gravity, zero initial velocity, and the stable neo-Hookean material. Every free vertex
// is displaced along each axis by at most `scatter` cells, uniformly at random; `seed` is the seed
// of the 64-bit Mersenne Twister. The damping in the paper uses the stiffness at the start of each
// step, ours the stiffness at rest.
//
// The rotation R of a corotated material, and with it the force, jumps where the sum of two
// stretches of an inverted element vanishes: its motion is not smooth.

#include "problems/contract/registry.hpp"
#include "problems/meshes/grid.hpp"
#include "problems/solids/solid_problem.hpp"

#include <cmath>
#include <cstdint>
#include <random>

namespace stiffbench {
namespace {

using Eigen::Index;

constexpr double edge = 1;  // m

class ExtremeDeformation final : public SolidProblem {
 public:
  struct Parameters : SolidParameters {
    double youngs = 1e6, scatter = 1;
    int cells = 6, seed = 1;
    Parameters() {
      material = Material::stable_neo_hookean;
      poisson = 0.4;
      gravity = 0;
    }

    static void parameters(auto& self, auto&& parameter) {
      parameter("cells", self.cells, at_least(1), "cells of the grid along an edge");
      parameter("scatter", self.scatter, not_negative(),
                "largest displacement of a vertex along an axis at the start, in cells");
      parameter("seed", self.seed, at_least(0), "of the random displacements");
      SolidParameters::parameters(self, parameter);
    }
  };

  explicit ExtremeDeformation(const Parameters& p)
      : SolidProblem(cube(p.cells), p, p.youngs),
        corotated_(p.material == Material::fixed_corotated ||
                   p.material == Material::linear_corotated ||
                   p.material == Material::lagged_corotated),
        start_(SolidProblem::start()) {
    std::mt19937_64 generator(static_cast<std::uint64_t>(p.seed));
    const double largest = p.scatter * edge / p.cells;
    for (double& x : start_.x)
      x = largest * (std::ldexp(static_cast<double>(generator() >> 11), -52) - 1);
    check_start("problem 'extreme_deformation'", start_, "give a smaller scatter");
  }

  State start() const override { return start_; }
  ProblemTraits traits() const override {
    ProblemTraits traits = SolidProblem::traits();
    traits.smooth = !corotated_;
    return traits;
  }
  double default_end_time() const override { return 2; }

 private:
  static Shape cube(int cells) {
    const std::array<int, 3> all = {cells, cells, cells};
    TetMesh mesh = kuhn_mesh(grid_vertices({all, Eigen::Vector3d::Constant(edge)}), all);
    return {mesh, free_where(mesh, [](const auto& X) { return X[1] > 0; }), grid_surface(all)};
  }

  bool corotated_;
  State start_;
};

const bool enrolled = enrol_problem<ExtremeDeformation>({
    .name = "extreme_deformation",
    .title = "Elastic cube that recovers from random displacements, of tetrahedra",
    .equation = solid_equation,
    .doi = "10.1111/cgf.14110",
    .units = {"m", "kg", "s"},
    .order_checks = {{{"cells", 1L}, {"end_time", 0.005}},
                     {{"cells", 1L}, {"damping_time", 1e-3}, {"end_time", 0.005}}},
});

}  // namespace
}  // namespace stiffbench
