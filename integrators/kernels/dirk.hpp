#pragma once

#include "integrators/kernels/order_settings.hpp"
#include "integrators/kernels/runge_kutta.hpp"
#include "integrators/tableaus/rows.hpp"
#include "integrators/tableaus/stability_of.hpp"

#include <algorithm>

namespace stiffbench {

/// The integrator of a row of tableaus/dirk.hpp.
template <int S>
class Dirk {
 public:
  Dirk() = default;
  explicit Dirk(const Tableau<S>& table) : table_(&table) {}

  Facts facts() const {
    Facts facts = facts_of(Family::diagonally_implicit, *table_);
    // Newton's updates stay feasible; they start at the stage before, or at x_n.
    facts.feasible = table_->stiffly_accurate();
    return facts;
  }
  /// The order on the problem. Where f is affine in (x, v) and independent of t the method is its
  /// stability function, whose order may be higher (sdirk3345, sdirk4347).
  int order(const Problem& problem) const {
    const Nature nature = problem.nature();
    const bool plain = nature.linear && !nature.time_dependent;
    const int linear_order = plain ? stability().properties().linear_order : 0;
    return newton_.order(problem, std::max(table_->order, linear_order));
  }

  static void parameters(auto& self, auto&& parameter) {
    Newton::parameters(self.newton_, parameter);
  }
  Settings order_settings() const { return newton_order_settings(); }

  void init(const CountedProblem& problem, double h) {
    newton_.init(problem);
    loop_.init(problem, h);
  }
  Outcome step(State& u) { return loop_.step(*table_, u, newton_); }
  StabilityFunction stability() const { return stability_of(*table_); }

 private:
  const Tableau<S>* table_ = nullptr;
  Newton newton_;
  RungeKutta<S> loop_;
};

}  // namespace stiffbench
