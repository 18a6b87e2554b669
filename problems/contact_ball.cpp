// An elastic ball that is dropped on the ground and bounces. No force of the problem prevents
// penetration; the integrator has to (Loeschner et al., section 5.4). Diameter 1 m, dropped from
// 3 m, 1000 kg/m^3, Young's modulus 6e5 Pa, Poisson's ratio 0.48, 10 s. The paper gives these
// values. We chose the stable neo-Hookean material, 3 m as the height of the lowest point, and the
// mesh: a geodesic sphere of 162 vertices, filled by TetGen with 1746 linear tetrahedra on 371
// vertices, with lumped masses. The ground is the plane y = 0. A surface vertex is in contact at
// the start of a step if its y <= 0, and then must not move down. It may have gone below the ground
// within the previous step; it is not lifted. Gravity acts along -y; the potential energy of the
// weight is 0 on the ground.
//
// Only methods that obey contacts are in the scope: those with integrator.contact=lcp, and those of
// nonsmooth contact. There is no reference, because the result of a bounce depends on the step.

#include "problems/contract/optional/contact_constraints.hpp"
#include "problems/contract/registry.hpp"
#include "problems/solids/ball_problem.hpp"

namespace stiffbench {
namespace {

using Eigen::Index;

class ContactBall final : public BallProblem, public ContactConstraints {
 public:
  struct Parameters : SolidParameters {
    double youngs = 6e5, height = 3;
    int frequency = 4;
    Parameters() {
      material = Material::stable_neo_hookean;
      poisson = 0.48;
      gravity = 9.81;
    }

    static void parameters(auto& self, auto&& parameter) {
      parameter("frequency", self.frequency, at_least(1), "of the geodesic sphere");
      parameter("height", self.height, positive(), "of the lowest point at the start (m)");
      SolidParameters::parameters(self, parameter);
    }
  };

  explicit ContactBall(const Parameters& p)
      : BallProblem({p.frequency, 0.5, p.height, 0}, p, p.youngs), gradient_(touching(), dof()) {
    for (Index i = 0; i < touching(); ++i) gradient_.insert(i, height_of(i)) = 1;
    gradient_.makeCompressed();
  }

  const Mat& gap_gradient() const override { return gradient_; }
  void gaps(const Vec& x, Vec& g) const override { g = heights(x); }
  double default_end_time() const override { return 10; }

 private:
  Mat gradient_;
};

const bool enrolled = enrol_problem<ContactBall>({
    .name = "contact_ball",
    .title = "Elastic ball dropped on the ground, whose contacts an integrator holds apart",
    .equation =
        "M u'' = -grad W(u) + M g - D u' + G' lambda, 0 <= G u' and lambda >= 0 complementary; W: "
        "energy of the material over all elements, g: gravity, G: contacts of the surface with the "
        "ground, D = damping M + damping_time K at rest",
    .doi = "10.1111/cgf.14110",
    .units = {"m", "kg", "s"},
});

}  // namespace
}  // namespace stiffbench
