#pragma once

#include "integrators/kernels/runge_kutta.hpp"
#include "integrators/tableaus/rows.hpp"
#include "integrators/tableaus/stability_of.hpp"

namespace stiffbench {

/// The integrator of a row of tableaus/explicit.hpp.
template <int S>
class ExplicitRungeKutta {
 public:
  static constexpr auto source = std::source_location::current();  ///< required by enrol_rows()
  ExplicitRungeKutta() = default;
  explicit ExplicitRungeKutta(const Tableau<S>& table) : table_(&table) {}

  Facts facts() const { return facts_of(Family::explicit_steps, *table_); }
  int order(const Problem&) const { return table_->order; }
  void init(const CountedProblem& problem, double h) { loop_.init(problem, h); }
  Outcome step(State& u) {
    loop_.step(*table_, u);
    return {};
  }
  StabilityFunction stability() const { return stability_of(*table_); }

 private:
  const Tableau<S>* table_ = nullptr;
  RungeKutta<S> loop_;
};

}  // namespace stiffbench
