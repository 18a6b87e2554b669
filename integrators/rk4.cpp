#include "integrators/contract/registry.hpp"
#include "integrators/kernels/runge_kutta.hpp"
#include "integrators/tableaus/stability_of.hpp"

namespace stiffbench {
namespace {

/// The classical Runge-Kutta method. Stable on an undamped oscillator for h omega <= 2 sqrt 2,
/// where it loses energy: |R(iy)| = 1 - y^6 / 144 + ...
class RungeKutta4 {
 public:
  Facts facts() const {
    return {.name = "rk4",
            .title = "classical Runge-Kutta method of order 4",
            .doi = table_.doi,
            .stages = table_.stages};
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
  static constexpr auto& table_ = tableaus::rk4;
  RungeKutta<table_.stages> loop_;
};

const bool enrolled = enrol(RungeKutta4{});

}  // namespace
}  // namespace stiffbench
