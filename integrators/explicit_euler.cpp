#include "integrators/contract/registry.hpp"
#include "integrators/kernels/runge_kutta.hpp"
#include "integrators/tableaus/stability_of.hpp"

namespace stiffbench {
namespace {

/// Explicit Euler. It gains energy on every oscillation: |R(iy)|^2 = 1 + y^2 at any step size.
class ExplicitEuler {
 public:
  Facts facts() const {
    return {.name = "explicit_euler", .title = "explicit Euler", .doi = table_.doi};
  }
  int order(const Problem&) const { return table_.order; }
  std::string unfit(const Problem&) const { return ""; }

  void init(const CountedProblem& problem, double h) { loop_.init(problem, h); }
  Outcome step(State& u) {
    loop_.step(table_, u);
    return {};
  }
  StabilityFunction stability() const { return stability_of(table_); }

 private:
  static constexpr auto& table_ = tableaus::explicit_euler;
  RungeKutta<table_.stages> loop_;
};

const bool enrolled = enrol(ExplicitEuler{});

}  // namespace
}  // namespace stiffbench
