#include "integrators/kernels/runge_kutta.hpp"
#include "integrators/registry.hpp"

namespace stiffbench {
namespace {

/// The implicit midpoint rule. Symplectic, symmetric, |R(iy)| = 1; it does not damp stiff modes, it
/// slows them down.
class ImplicitMidpoint {
 public:
  Facts facts() const {
    return {.name = "implicit_midpoint",
            .title = "implicit midpoint rule (Gauss, one stage)",
            .doi = table_.doi,
            .stages = 1};
  }
  int order(const Problem&) const { return table_.order; }
  std::string unfit(const Problem&) const { return ""; }

  static void parameters(auto& self, auto&& parameter) {
    Newton::parameters(self.newton_, parameter);
  }

  void init(const CountedProblem& problem, double h) {
    newton_.init(problem);
    loop_.init(problem, h);
  }
  Outcome step(State& u) { return loop_.step(table_, u, newton_); }

 private:
  static constexpr auto& table_ = tableaus::implicit_midpoint;
  Newton newton_;
  RungeKutta<table_.stages> loop_;
};

const bool enrolled = enrol(ImplicitMidpoint{});

}  // namespace
}  // namespace stiffbench
