#pragma once

#include "integrators/kernels/coupled_stages.hpp"
#include "integrators/tableaus/runge_kutta.hpp"
#include "integrators/tableaus/stability_of.hpp"

namespace stiffbench {

/// An integrator that is one table whose stages depend on each other; its file adds the Facts.
template <const auto& table>
class Coupled {
 public:
  int order(const Problem&) const { return table.order; }
  std::string unfit(const Problem&) const { return ""; }

  static void parameters(auto& self, auto&& parameter) {
    CoupledStages::parameters(self.stages_, parameter);
  }

  void init(const CountedProblem& problem, double h) {
    stages_.init(problem, h, matrix_of(table.a), vector_of(table.b), vector_of(table.c));
  }
  Outcome step(State& u) { return stages_.step(u); }
  StabilityFunction stability() const { return stability_of(table); }

 protected:
  /// What the table itself knows of the method.
  static Facts facts_of(std::string name, std::string title) {
    return {.name = std::move(name),
            .title = std::move(title),
            .doi = table.doi,
            .stages = table.stages};
  }

 private:
  CoupledStages stages_;
};

}  // namespace stiffbench
