#include "integrators/contract/registry.hpp"
#include "integrators/kernels/newton/newton.hpp"
#include "integrators/kernels/order_settings.hpp"
#include "integrators/kernels/runge_kutta.hpp"
#include "integrators/tableaus/stability_of.hpp"

#include <cmath>

namespace stiffbench {
namespace {

/// The rho_inf-Bathe method: a trapezoidal sub-step of gamma h, and a second one with three
/// weights. It is a diagonally implicit Runge-Kutta method with an explicit first stage and one
/// matrix for both sub-steps, where gamma is the value that makes R(infinity) = rho. rho = 0 is
/// tr_bdf2, rho = 1 are two trapezoidal steps of h/2.
class Bathe {
 public:
  Facts facts() const {
    return {.name = "bathe",
            .title = "rho_inf-Bathe method (Noh, Bathe)",
            .doi = "10.1016/j.compstruc.2018.11.001",
            .family = Family::diagonally_implicit,
            .stages = 3,
            .feasible = true};
  }
  int order(const Problem& problem) const { return newton_.order(problem, 2); }

  static void parameters(auto& self, auto&& parameter) {
    parameter("rho", self.rho_, from_to(0, 1), "spectral radius at h omega = infinity");
    Newton::parameters(self.newton_, parameter);
  }
  void resolve() const { newton_.check_options(facts().name); }
  Settings order_settings() const { return newton_order_settings(); }

  void init(const CountedProblem& problem, double h) {
    table_ = table();
    newton_.init(problem);
    loop_.init(problem, h);
  }
  Outcome step(State& u) { return loop_.step(table_, u, newton_); }
  StabilityFunction stability() const { return stability_of(table()); }

 private:
  /// gamma = (2 - sqrt(2 + 2 rho)) / (1 - rho) is written so that it is defined at rho = 1.
  Tableau<3> table() const {
    const double gamma = 2 / (2 + std::sqrt(2 + 2 * rho_));
    const double q1 = (1 + rho_) / (2 * gamma * (rho_ - 1) + 4), q0 = (gamma - 1) * q1 + 0.5,
                 q2 = gamma / 2;
    return {.name = "",
            .title = "",
            .doi = "",
            .order = 2,
            .a = {{{0, 0, 0}, {gamma / 2, gamma / 2, 0}, {q0, q1, q2}}},
            .b = {q0, q1, q2},
            .c = {0, gamma, 1}};
  }

  double rho_ = 0.5;
  Newton newton_;
  Tableau<3> table_{};
  RungeKutta<3> loop_;
};

const bool enrolled = enrol(Bathe{});

}  // namespace
}  // namespace stiffbench
