#pragma once

#include "integrators/kernels/runge_kutta.hpp"
#include "integrators/tableaus/dirk.hpp"
#include "integrators/tableaus/stability_of.hpp"

namespace stiffbench {

/// An integrator that is one row of tableaus/dirk.hpp; its file adds the Facts.
template <const auto& table>
class Dirk {
 public:
  /// Where f is affine in (x, v) and free of t the method is its stability function, whose order
  /// may be higher (sdirk3345, sdirk4347).
  int order(const Problem& problem) const {
    const Nature nature = problem.nature();
    const bool plain = nature.linear && !nature.time_dependent;
    return newton_.order(problem, plain ? stability().properties().linear_order : table.order);
  }
  std::string unfit(const Problem&) const { return ""; }

  static void parameters(auto& self, auto&& parameter) {
    Newton::parameters(self.newton_, parameter);
  }

  void init(const CountedProblem& problem, double h) {
    newton_.init(problem);
    loop_.init(problem, h);
  }
  Outcome step(State& u) { return loop_.step(table, u, newton_); }
  StabilityFunction stability() const { return stability_of(table); }

 protected:
  /// What the table itself knows of the method.
  static Facts facts_of(std::string name, std::string title) {
    return {.name = std::move(name),
            .title = std::move(title),
            .doi = table.doi,
            .stages = table.stages,
            // Newton's updates keep to what is feasible, from the stage before or from x_n on.
            .feasible = table.stiffly_accurate()};
  }

 private:
  Newton newton_;
  RungeKutta<table.stages> loop_;
};

}  // namespace stiffbench
