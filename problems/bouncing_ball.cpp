// An elastic ball that falls on the ground and bounces (You, Zheng, Li, section 5.2): diameter
// 0.1 m, lowest point 1 m above the ground, a neo-Hookean material, Young's modulus 1e5 Pa (soft),
// 1e6 Pa (medium) or 1e7 Pa (stiff), Poisson's ratio 0.3, 1000 kg/m^3, and a barrier with kappa
// 1e5 N/m and dhat 1 mm. The paper gives these values. The mesh is ours: a geodesic sphere of 162
// vertices, filled by TetGen with 1746 linear tetrahedra on 371 vertices, with lumped masses. The
// ground is the plane y = 0; every surface vertex below the height dhat is repelled with the energy
//   kappa dhat^2 b(y/dhat),   b(s) = -(s - 1)^2 ln s.
// Gravity acts along -y; the potential energy of the weight is 0 on the ground. The motion is
// chaotic after the first bounces.

#include "base/error.hpp"
#include "problems/contract/registry.hpp"
#include "problems/solids/ball_problem.hpp"
#include "problems/solids/plane_contact.hpp"

namespace stiffbench {
namespace {

/// One of the paper's balls, with its Young's modulus (Pa).
struct Case {
  const char* name;
  double youngs;
};
constexpr Case cases[] = {{"soft", 1e5}, {"medium", 1e6}, {"stiff", 1e7}};

class BouncingBall final : public BallProblem {
 public:
  struct Parameters : SolidParameters {
    std::string kind = "soft";
    int frequency = 4;
    double height = 1, kappa = 1e5, dhat = 1e-3;
    std::optional<double> youngs;
    Parameters() { material = Material::neo_hookean; }

    static void parameters(auto& self, auto&& parameter) {
      parameter("case", self.kind, one_of({"soft", "medium", "stiff"}),
                "Young's modulus 1e5, 1e6 or 1e7 Pa");
      parameter("frequency", self.frequency, at_least(1), "of the geodesic sphere");
      parameter("height", self.height, positive(), "of the lowest point at the start (m)");
      parameter("kappa", self.kappa, positive(), "stiffness of the barrier (N/m)");
      parameter("dhat", self.dhat, positive(), "height below which the barrier acts (m)");
      SolidParameters::parameters(self, parameter);
    }
    void resolve(const std::string& owner) {
      if (material == Material::lagged_corotated)
        throw Error(owner + ": a material is the same in a whole step", "lagged_corotated",
                    "choose linear_corotated: a barrier may not be made linear over a step");
      for (const Case& c : cases)
        if (kind == c.name) youngs = youngs.value_or(c.youngs);
    }
  };

  explicit BouncingBall(const Parameters& p)
      : BallProblem({p.frequency, 0.05, p.height, p.dhat}, p, *p.youngs) {
    const auto vertices = static_cast<int>(touching());
    add<PlaneContact>(PlaneContact::Elements::LinSpaced(vertices, 0, vertices - 1),
                      Barrier<double>{p.kappa * p.dhat * p.dhat, p.dhat});
  }
  double default_end_time() const override { return 6; }
};

const bool enrolled = enrol_problem<BouncingBall>({
    .name = "bouncing_ball",
    .title = "Elastic ball that bounces on the ground, of tetrahedra",
    .equation =
        "M u'' = -grad (W + P)(u) + M g - D u'; W: energy of the material over all elements, "
        "P: barriers of the vertices above the ground, g: gravity, "
        "D = damping M + damping_time K at rest",
    .doi = "10.48550/arXiv.2602.08094",
    .units = {"m", "kg", "s"},
    // Here the barrier acts at all times, so that the force is smooth.
    .order_checks =
        {{{"frequency", 1L}, {"height", 0.05}, {"kappa", 4.0}, {"dhat", 1.0}, {"end_time", 0.003}}},
});

}  // namespace
}  // namespace stiffbench
