#pragma once

#include "integrators/contract/integrator.hpp"
#include "integrators/contract/tolerance.hpp"
#include "integrators/peers/error_measure.hpp"
#include "integrators/peers/first_order.hpp"
#include "integrators/peers/uncopied.hpp"

#include <boost/numeric/odeint/stepper/controlled_runge_kutta.hpp>
#include <boost/numeric/odeint/stepper/controlled_step_result.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace stiffbench {

/// The state of an odeint contestant between two steps, in odeint's vector type.
template <class Vector>
class OdeintRun {
 public:
  void init(const CountedProblem& problem, double h) {
    system_ = FirstOrder(problem);
    h_ = h;
    y = Vector(static_cast<std::size_t>(system_.size()));
    last_.x.resize(0);
  }

  FirstOrder& system() { return system_; }
  double h() const { return h_; }

  /// Sets y = u. True when u is the state with which the last step ended: the stepper's memory is
  /// then still valid.
  bool load(const State& u) {
    system_.pack(u, &y[0]);
    return same_state(u, last_);
  }
  /// Sets u = y at time u.t + h; fails when a number of y is not finite.
  Outcome store(State& u) {
    if (!finite())
      return {Status::diverged, fmt::format("the state is not finite after t = {}", u.t)};
    system_.unpack(u.t + h_, &y[0], u);
    last_ = u;
    return {};
  }

  /// The right-hand side F in the form that odeint calls.
  auto derivative() {
    return [this](const Vector& at, Vector& dydt, double t) {
      if (!system_.derivative(t, &at[0], &dydt[0])) broken = true;
    };
  }
  bool finite() const {
    return !broken && std::all_of(y.begin(), y.end(), [](double c) { return std::isfinite(c); });
  }

  Vector y;
  bool broken = false;  ///< some F since the last reset was not finite; odeint does not check

 private:
  FirstOrder system_;
  double h_ = 0;
  State last_;
};

/// The error checker of odeint's controlled Runge-Kutta methods: the energy norm of the estimate
/// over the error that is allowed, or odeint's own, the largest entry relative to atol + rtol (|y|
/// + h |y'|). Both accept an error of at most 1. odeint has no new state here; rtol therefore
/// refers to the largest energy norm of the states from which steps started.
template <class Stepper>
class OdeintErrorChecker {
  using Default =
      boost::numeric::odeint::default_error_checker<double, typename Stepper::algebra_type,
                                                    typename Stepper::operations_type>;

 public:
  OdeintErrorChecker() = default;
  OdeintErrorChecker(const PeerTolerance& tolerance, const CountedProblem& problem)
      : default_(tolerance.absolute(), tolerance.rtol) {
    if (tolerance.is_energy()) measure_.emplace(problem, tolerance);
  }
  double error(typename Stepper::algebra_type& algebra, const auto& y, const auto& dydt,
               auto& error, double h) const {
    if (!measure_) return default_.error(algebra, y, dydt, error, h);
    return measure_->norm(&error[0]) / measure_->allowed(&y[0], &dydt[0]);
  }

 private:
  Default default_;
  mutable std::optional<EnergyMeasure> measure_;
};

/// The type Method::Fixed of methods that odeint offers only with error control.
struct NoFixedSteps {};

/// An odeint stepper with error control or, on request, with fixed steps. A Method provides
///   Vector, Controlled and make(tolerance, problem) -> Controlled
///   Tolerances                   PeerTolerance where make() reads its norm, else Tolerance
///   error_order                  the order in h of its estimate, with PeerTolerance
///   Fixed                        a stepper with do_step, or NoFixedSteps
///   facts(), order(const Problem&) (0: it varies), and optionally why_not_applicable(const
///   Problem&) system(OdeintRun<Vector>&)   the equation in the form that odeint takes
///
/// Controlled steps are cut to end at h. Their number is not limited, since the harness limits the
/// time of a run.
template <class Method>
class OdeintControlled {
  using Vector = typename Method::Vector;
  using Controlled = typename Method::Controlled;
  static constexpr bool has_fixed = !std::is_same_v<typename Method::Fixed, NoFixedSteps>;

 public:
  bool choose_steps = true;
  typename Method::Tolerances tolerance;

  static void parameters(auto& self, auto&& parameter) {
    Method::Tolerances::parameters(self.tolerance, parameter);
    if constexpr (has_fixed)
      parameter("adaptive", self.choose_steps, any_value(),
                "true: steps chosen to the tolerances; false: steps of size h");
  }

  void resolve() const {
    const std::string owner = "integrator '" + facts().name + "': ";
    if (!choose_steps) tolerance.check_unused(owner);
    if constexpr (requires { tolerance.first_step; })
      if (choose_steps) tolerance.check(owner);
  }

  Facts facts() const { return Method::facts(); }
  int order(const Problem& problem) const { return Method::order(problem); }
  std::string why_not_applicable(const Problem& problem) const requires requires {
    Method::why_not_applicable(problem);
  }
  { return Method::why_not_applicable(problem); }
  bool adaptive() const { return choose_steps; }
  Settings order_settings() const { return has_fixed ? Settings{{"adaptive", false}} : Settings{}; }
  long steps_taken() const { return steps_; }

  void init(const CountedProblem& problem, double h) {
    run_.init(problem, h);
    controlled_.drop();
    fixed_.drop();
    steps_ = 0;
    // odeint needs a first guess; its control changes a step by at most a factor of five in a try.
    next_h_ = 1e-3 * h;
    is_first_ = true;
  }

  Outcome step(State& u) {
    const bool follows = run_.load(u);
    if constexpr (has_fixed)
      if (!choose_steps) return fixed_step(u, follows);
    if (!follows || !controlled_) renew();
    if (is_first_) choose_first_step(u);
    if (Outcome outcome = reach(u.t, u.t + run_.h()); !outcome.ok()) {
      controlled_.drop();
      return outcome;
    }
    return run_.store(u);
  }

 private:
  Outcome fixed_step(State& u, bool follows) {
    if (!follows || !fixed_) fixed_.renew();
    run_.broken = false;
    fixed_->do_step(Method::system(run_), run_.y, u.t, run_.h());
    return run_.store(u);
  }

  void choose_first_step(const State& u) {
    is_first_ = false;
    if constexpr (requires { tolerance.first_step; }) {
      const CountedProblem& problem = run_.system().problem();
      if (const auto size = tolerance.first_size(problem, Method::error_order, u, run_.h()))
        next_h_ = *size;
    }
  }

  void renew() { controlled_.renew(Method::make(tolerance, run_.system().problem())); }

  Outcome reach(double t, double end) {
    while (t < end) {
      const double before = t, rest = end - t;
      const bool last = next_h_ >= rest;
      double h = last ? rest : next_h_;
      start_ = run_.y;
      run_.broken = false;
      const auto result = controlled_->try_step(Method::system(run_), run_.y, t, h);
      if (!run_.finite()) {
        // odeint takes an error estimate that is NaN for a small one, so the step is undone.
        run_.y = start_;
        t = before;
        next_h_ = std::min(next_h_, rest) / 5;
        renew();
      } else if (result == boost::numeric::odeint::success) {
        ++steps_;
        next_h_ = last ? std::max(next_h_, h)
                       : h;  // a step that was cut short does not forbid longer ones
        if (last) t = end;
      } else {
        next_h_ = h;
      }
      if (!(before + next_h_ > before))
        return {Status::diverged, fmt::format("no step however small meets rtol = {} at t = {}",
                                              tolerance.rtol, before)};
    }
    return {};
  }

  OdeintRun<Vector> run_;
  Uncopied<Controlled> controlled_;
  Uncopied<typename Method::Fixed> fixed_;
  Vector start_;
  double next_h_ = 0;
  bool is_first_ = true;  // no step is taken yet
  long steps_ = 0;
};

}  // namespace stiffbench
