#pragma once

#include "integrators/kernels/adaptive/step_control.hpp"
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
  static void parameters(auto& self, auto&& parameter) {
    if (has_estimate(*self.table_)) StepControl::parameters(self.control_, parameter);
  }
  void resolve() const { control_.check("integrator '" + facts().name + "': "); }
  bool adaptive() const { return control_.adaptive(); }
  long steps_taken() const { return control_.steps_taken(); }
  Settings reported() const { return control_.reported(); }
  int order(const Problem&) const { return table_->order; }

  void init(const CountedProblem& problem, double h) {
    h_ = h;
    loop_.init(problem, h);
    if (adaptive()) control_.init(problem, order_of_estimate(*table_), false);
  }
  Outcome step(State& u) {
    if (adaptive())
      return control_.advance(u, h_, [this](double size, State& next, State& error) -> Outcome {
        loop_.resize(size);
        loop_.step(*table_, next, control_.repeats());
        loop_.error(*table_, error);
        return {};
      });
    loop_.step(*table_, u);
    return {};
  }
  StabilityFunction stability() const { return stability_of(*table_); }

 private:
  const Tableau<S>* table_ = nullptr;
  double h_ = 0;
  RungeKutta<S> loop_;
  StepControl control_;
};

}  // namespace stiffbench
