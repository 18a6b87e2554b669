#include "integrators/contract/registry.hpp"
#include "integrators/kernels/newton/mean_force.hpp"

namespace stiffbench {
namespace {

/// Gonzalez' discrete gradient: the implicit midpoint rule, whose force is corrected along the
/// displacement so that its work is exactly the loss of potential energy. The energy of a
/// conservative problem is constant up to Newton's tolerance and round-off; damping and loads do
/// their works of the middle of the step. It is symmetric, not symplectic.
class DiscreteGradient {
 public:
  Facts facts() const {
    return {.name = "discrete_gradient",
            .title = "energy-conserving discrete gradient (Gonzalez)",
            .doi = "10.1007/BF02440162",
            .family = Family::energy_controllable,
            .stages = 1};
  }
  int order(const Problem&) const { return 2; }

  static void parameters(auto& self, auto&& parameter) {
    MeanForceStep::parameters(self.loop_, parameter);
  }
  /// The quotient of the gradient has round-off, with which no update falls to 1e-14.
  Settings order_settings() const { return {{"refactorize", std::string("always")}}; }

  void init(const CountedProblem& problem, double h) { loop_.init(problem, h, {{0.5, 1}}, true); }
  Outcome step(State& u) { return loop_.step(u); }

 private:
  MeanForceStep loop_;
};

const bool enrolled = enrol(DiscreteGradient{});

}  // namespace
}  // namespace stiffbench
