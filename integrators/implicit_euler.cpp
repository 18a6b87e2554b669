#include "integrators/kernels/runge_kutta.hpp"
#include "integrators/registry.hpp"

namespace stiffbench {
namespace {

/// Implicit Euler. L-stable; it damps every oscillation: |R(iy)|^2 = 1 / (1 + y^2).
class ImplicitEuler {
 public:
  Facts facts() const {
    return {.name = "implicit_euler", .title = "implicit Euler", .doi = table_.doi};
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
  static constexpr auto& table_ = tableaus::implicit_euler;
  Newton newton_;
  RungeKutta<table_.stages> loop_;
};

const bool enrolled = enrol(ImplicitEuler{});

}  // namespace
}  // namespace stiffbench
