#include "integrators/contract/registry.hpp"
#include "integrators/kernels/energy_step.hpp"
#include "integrators/kernels/order_settings.hpp"

namespace stiffbench {
namespace {

/// implicit Euler in the positions, explicit Euler in the velocities for all conservative
/// forces,
///   v+ = w - h M^-1 (grad P(x_n) - grad P(x+)).
/// It is symplectic, and stable at any step on linear problems: det = 1, trace = 1 + 1/(1 + h^2
/// omega^2).
class A1 {
 public:
  Facts facts() const {
    return {.name = "a_1",
            .title = "A-1: decoupled symplectic method of implicit Euler (You, Zheng, Li)",
            .doi = "10.48550/arXiv.2602.08094",
            .family = Family::energy_controllable,
            .stages = 1,
            .feasible = true};
  }
  int order(const Problem&) const { return 1; }

  static void parameters(auto& self, auto&& parameter) {
    EnergyStep::parameters(self.euler_, parameter);
  }
  void resolve() const { euler_.newton().check_options(facts().name); }
  Settings order_settings() const { return newton_order_settings(); }

  void init(const CountedProblem& problem, double h) { euler_.init(problem, h); }

  Outcome step(State& u) {
    if (auto outcome = euler_.advance(u, next_); !outcome.ok()) return outcome;
    next_.v -= euler_.correction(u, next_);
    u = next_;
    return {};
  }

 private:
  EnergyStep euler_;
  State next_;
};

const bool enrolled = enrol(A1{});

}  // namespace
}  // namespace stiffbench
