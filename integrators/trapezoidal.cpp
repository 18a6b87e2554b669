#include "integrators/kernels/runge_kutta.hpp"
#include "integrators/registry.hpp"

namespace stiffbench {
namespace {

/// The trapezoidal rule, conjugate to the implicit midpoint rule; its first stage is the force at
/// u_n, taken anew in every step.
class Trapezoidal {
 public:
  Facts facts() const {
    return {.name = "trapezoidal",
            .title = "trapezoidal rule (Crank-Nicolson)",
            .doi = table_.doi,
            .stages = 2};
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
  static constexpr auto& table_ = tableaus::trapezoidal;
  Newton newton_;
  RungeKutta<table_.stages> loop_;
};

const bool enrolled = enrol(Trapezoidal{});

}  // namespace
}  // namespace stiffbench
