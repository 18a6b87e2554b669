#pragma once

#include "integrators/kernels/newton/coupled_stages.hpp"
#include "integrators/kernels/order_settings.hpp"
#include "integrators/tableaus/rows.hpp"
#include "integrators/tableaus/runge_kutta.hpp"
#include "integrators/tableaus/stability_of.hpp"

namespace stiffbench {

/// The integrator of a row of tableaus/collocation.hpp, whose stages are coupled.
template <int S>
class Coupled {
 public:
  static constexpr auto source = std::source_location::current();  ///< required by enrol_rows()
  Coupled() = default;
  explicit Coupled(const Tableau<S>& table) : table_(&table) {}

  Facts facts() const { return facts_of(Family::implicit, *table_); }
  int order(const Problem&) const { return table_->order; }

  static void parameters(auto& self, auto&& parameter) {
    CoupledStages::parameters(self.stages_, parameter);
  }
  Settings order_settings() const { return newton_order_settings(); }

  void init(const CountedProblem& problem, double h) {
    stages_.init(problem, h, matrix_of(table_->a), vector_of(table_->b), vector_of(table_->c));
  }
  Outcome step(State& u) { return stages_.step(u); }
  StabilityFunction stability() const { return stability_of(*table_); }

 private:
  const Tableau<S>* table_ = nullptr;
  CoupledStages stages_;
};

}  // namespace stiffbench
