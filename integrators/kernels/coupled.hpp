#pragma once

#include "integrators/kernels/adaptive/step_control.hpp"
#include "integrators/kernels/newton/collocation_error.hpp"
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

  Facts facts() const { return facts_of(Family::implicit, *table_, "collocation"); }
  int order(const Problem&) const { return table_->order; }

  static void parameters(auto& self, auto&& parameter) {
    CoupledStages::parameters(self.stages_, parameter);
    if (has_estimate(*self.table_)) StepControl::parameters(self.control_, parameter);
  }
  void resolve() const {
    stages_.check_options(facts().name);
    control_.check("integrator '" + facts().name + "': ");
  }
  bool adaptive() const { return control_.adaptive(); }
  long steps_taken() const { return control_.steps_taken(); }
  Settings reported() const { return control_.reported(); }
  Settings order_settings() const { return newton_order_settings(table_->order); }

  void init(const CountedProblem& problem, double h) {
    interval_ = h;
    const Eigen::MatrixXd A = matrix_of(table_->a);
    stages_.init(problem, h, A, vector_of(table_->b), vector_of(table_->c));
    if (!adaptive()) return;
    control_.init(problem, order_of_estimate(*table_), true);
    error_.init(problem, A, vector_of(table_->b) - vector_of(table_->embedded.b));
  }
  Outcome step(State& u) {
    if (!adaptive()) return stages_.step(u);
    return control_.advance(u, interval_, [this](double size, State& next, State& error) {
      if (!control_.repeats()) error_.begin(next);
      stages_.resize(size);
      if (Outcome outcome = stages_.step(next); !outcome.ok()) return outcome;
      return error_.estimate(size, stages_.accelerations(), stages_.shared_matrix(), error);
    });
  }
  StabilityFunction stability() const { return stability_of(*table_); }

 private:
  const Tableau<S>* table_ = nullptr;
  double interval_ = 0;  // between outputs (s)
  CoupledStages stages_;
  StepControl control_;
  CollocationError error_;
};

}  // namespace stiffbench
