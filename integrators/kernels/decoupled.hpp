#pragma once

#include "integrators/kernels/newton/newton.hpp"
#include "integrators/kernels/order_settings.hpp"
#include "integrators/kernels/runge_kutta.hpp"
#include "integrators/tableaus/dirk.hpp"

namespace stiffbench {

/// The decoupled symplectic method of a table (A, b) (You, Zheng, Li, DOI
/// 10.48550/arXiv.2602.08094, section 4.1): x+ comes from a step of the table, and v+ from a step
/// of its adjoint (e b' - A, b); both steps start from u_n. The method has the table's order, and
/// its step has determinant 1 on linear problems without damping. The adjoint's stages are taken in
/// reverse order, in which those of SDIRK2 follow one after the other, as Newton requires; those of
/// most tables depend on each other. x+ is feasible where the table's own step is.
template <const auto& table>
class Decoupled {
 public:
  int order(const Problem& problem) const { return newton_.order(problem, table.order); }

  static void parameters(auto& self, auto&& parameter) {
    Newton::energy_parameters(self.newton_, parameter);
  }
  Settings order_settings() const { return newton_order_settings(); }

  Decoupled() { newton_.options.line_search = LineSearch::energy; }

  void init(const CountedProblem& problem, double h) {
    newton_.init(problem);
    loop_.init(problem, h);
    adjoint_newton_ = newton_;  // a separate copy: the two matrices differ
    adjoint_newton_.init(problem);
    adjoint_loop_.init(problem, h);
  }

  Outcome step(State& u) {
    next_ = u;
    if (auto outcome = loop_.step(table, next_, newton_); !outcome.ok()) return outcome;
    momentum_ = u;
    if (auto outcome = adjoint_loop_.step(adjoint, momentum_, adjoint_newton_); !outcome.ok())
      return outcome;
    u.t = next_.t;
    u.x = next_.x;
    u.v = momentum_.v;
    return {};
  }

 protected:
  const Newton& newton() const { return newton_; }
  static Facts facts_of(std::string name, std::string title) {
    return {.name = std::move(name),
            .title = std::move(title),
            .doi = "10.48550/arXiv.2602.08094",
            .family = Family::energy_controllable,
            .stages = 2 * stages,
            .feasible = table.stiffly_accurate()};
  }

 private:
  static constexpr int stages = table.stages;

  static constexpr Tableau<stages> reversed_adjoint() {
    Tableau<stages> result = table;
    for (int i = 0; i < stages; ++i) {
      const int r = stages - 1 - i;
      result.b[i] = table.b[r];
      result.c[i] = 1 - table.c[r];
      for (int j = 0; j < stages; ++j)
        result.a[i][j] = table.b[stages - 1 - j] - table.a[r][stages - 1 - j];
    }
    return result;
  }
  static constexpr Tableau<stages> adjoint = reversed_adjoint();
  /// True when each stage depends on earlier ones only, and no diagonal entry is negative.
  static constexpr bool is_one_by_one() {
    for (int i = 0; i < stages; ++i) {
      if (adjoint.a[i][i] < 0) return false;
      for (int j = i + 1; j < stages; ++j)
        if (adjoint.a[i][j] != 0) return false;
    }
    return true;
  }
  static_assert(is_one_by_one());

  Newton newton_, adjoint_newton_;
  RungeKutta<stages> loop_, adjoint_loop_;
  State next_, momentum_;
};

}  // namespace stiffbench
