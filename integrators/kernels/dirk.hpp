#pragma once

#include "base/error.hpp"
#include "integrators/kernels/adaptive/step_control.hpp"
#include "integrators/kernels/contact/corrector.hpp"
#include "integrators/kernels/newton/newton.hpp"
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
  static constexpr auto source = std::source_location::current();  ///< required by enrol_rows()
  Dirk() = default;
  explicit Dirk(const Tableau<S>& table) : table_(&table) {}

  Facts facts() const {
    Facts facts = facts_of(Family::diagonally_implicit, *table_);
    // Newton's iterates stay feasible: they start at the previous stage, or at x_n.
    facts.feasible = table_->stiffly_accurate();
    return facts;
  }
  /// The order on this problem. Where f is affine in (x, v) and independent of t, the stability
  /// function determines the step, and its order may be higher (sdirk3345, sdirk4347).
  int order(const Problem& problem) const {
    const ProblemTraits traits = problem.traits();
    const bool plain = traits.linear && !traits.time_dependent;
    const int linear_order = plain ? stability().properties().linear_order : 0;
    return newton_.order(problem, std::max(table_->order, linear_order));
  }

  static void parameters(auto& self, auto&& parameter) {
    Newton::parameters(self.newton_, parameter);
    parameter("contact", self.contact_, one_of<ContactRule>(),
              "after a step from closed contacts: no correction, the correction of the velocity "
              "that keeps them apart, or that as it is printed, which is inconsistent");
    if (has_estimate(*self.table_)) StepControl::parameters(self.control_, parameter);
  }
  void resolve() const {
    const std::string name = facts().name, owner = "integrator '" + name + "': ";
    newton_.check_options(name);
    control_.check(owner);
    if (adaptive() && obeys_contacts())
      throw Error(owner + "contacts are corrected after steps of fixed size",
                  "adaptive=true and contact=" + name_of(contact_), "leave one of the two out");
  }
  bool adaptive() const { return control_.adaptive(); }
  long steps_taken() const { return control_.steps_taken(); }
  Settings reported() const { return control_.reported(); }
  Settings order_settings() const { return newton_order_settings(table_->order); }
  bool obeys_contacts() const { return contact_ != ContactRule::none; }
  std::string why_not_applicable(const Problem& problem) const {
    if (!obeys_contacts()) return "";
    const ContactConstraints* contacts = contact_constraints(problem);
    if (!contacts) return "it has no contacts for integrator.contact to correct";
    return contacts->restitution() > 0
               ? "its contacts rebound, and integrator.contact holds closed contacts together"
               : "";
  }

  void init(const CountedProblem& problem, double h) {
    h_ = h;
    newton_.init(problem);
    loop_.init(problem, h);
    if (obeys_contacts()) corrector_.init(problem, h);
    if (adaptive()) control_.init(problem, order_of_estimate(*table_), true);
  }
  Outcome step(State& u) {
    if (adaptive())
      return control_.advance(u, h_, [this](double size, State& next, State& error) {
        return trial(size, next, error);
      });
    if (!obeys_contacts()) return loop_.step(*table_, u, newton_);
    predicted_ = u;
    Outcome outcome = loop_.step(*table_, predicted_, newton_);
    if (outcome.ok()) outcome = corrector_.correct(contact_, u, predicted_);
    if (outcome.ok()) u = predicted_;
    return outcome;
  }
  StabilityFunction stability() const { return stability_of(*table_); }

 private:
  /// One step of this size. The matrix of the last stage damps the stiff modes of the estimate, in
  /// which the difference of two methods is far larger than the error (Hosea, Shampine, DOI
  /// 10.1016/0168-9274(95)00115-8, section 3).
  Outcome trial(double size, State& next, State& error) {
    loop_.resize(size);
    if (Outcome outcome = loop_.step(*table_, next, newton_, control_.repeats()); !outcome.ok())
      return outcome;
    loop_.error(*table_, error);
    return newton_.damp(error);
  }

  const Tableau<S>* table_ = nullptr;
  double h_ = 0;
  StepControl control_;
  Newton newton_;
  RungeKutta<S> loop_;
  ContactRule contact_ = ContactRule::none;
  ContactCorrector corrector_;
  State predicted_;
};

}  // namespace stiffbench
