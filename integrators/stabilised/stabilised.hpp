#pragma once

#include "integrators/contract/integrator.hpp"
#include "integrators/kernels/adaptive/step_control.hpp"
#include "integrators/stabilised/stage_choice.hpp"

#include <array>

namespace stiffbench {

/// The part that stabilised explicit methods share: the bounds of the modes, the choice of stages,
/// the recurrence on x' = v, v' = M^-1 f, and the error estimate. A method adds its facts and says
/// on which polynomials it is built.
///
/// A step is stable for every mode, the oscillating ones among them, or it is refused. With D =
/// beta K and the usual epsilon, oscillating modes admit h up to 2.48 beta; a larger epsilon admits
/// larger steps, at the price of more stages. No stability function of order 2 of these is bounded
/// by 1 on the imaginary axis: an undamped mode grows by about (h omega)^4 / 28 in a step, half of
/// h omega times the error of its phase. `growth` says how much of that is admitted; 1e-5 admits h
/// omega up to 0.13. The stability function of rock4, of order 4, is bounded up to h omega = 3.2 or
/// more.
///
/// The error of a step is 4/5 (u_n - u_{n+1}) + 2/5 h (F_n + F_{n+1}) (Sommeijer, Shampine,
/// Verwer); the F at the end serves the next step. With an exact u_{n+1} it would be h^3 u''' / 15;
/// with that of rkc2 it is 3/25 h^3 u''' for many stages. ROCK2's is the part of F_{s-2} - F_{s-1}
/// in its last stage, of order 2 in h, which needs no other F; ROCK4's is the difference from a
/// result of order 3 without the last stage, and needs none either.
class Stabilised {
 public:
  explicit Stabilised(Polynomials polynomials) {
    options_.polynomials = polynomials;
    options_.growth = 1e-5;
    if (polynomials == Polynomials::weighted4) options_.most = most_fourth_order_stages;
  }

  static void parameters(auto& self, auto&& parameter) {
    parameter("stages", self.options_.stages, at_least(0),
              "of every step, at least 2, of rock2 4, of rock4 5; 0: as few as are stable for the "
              "modes of K and D");
    parameter("most_stages", self.options_.most, at_least(2),
              "the largest number to choose, of rock4 at most 60; a step that needs more fails");
    parameter("growth", self.options_.growth, not_negative(),
              "largest growth of a mode in a step that counts as stable: undamped modes grow by "
              "about (h omega)^4 / 28, and are refused with 0; those of rock4 do not grow");
    parameter("measure_every", self.measure_every_, at_least(1),
              "steps from one measurement of the modes to the next, on nonlinear problems");
    StepControl::parameters(self.control_, parameter);
  }
  std::string why_not_applicable(const Problem& problem) const;
  int order(const Problem&) const { return order_of(options_.polynomials); }
  /// That of 50 stages, with the usual epsilon where none is set.
  double real_interval() const;
  void init(const CountedProblem& problem, double h);
  Outcome step(State& u);
  bool adaptive() const { return control_.adaptive(); }
  long steps_taken() const { return control_.steps_taken(); }
  /// The numbers of stages and the largest epsilon; and what the step control reports.
  Settings reported() const;

 protected:
  /// Throws Error for settings that do not fit each other; `owner` names the integrator.
  void check(const std::string& owner) const;
  StageOptions options_;

 private:
  /// Measures the modes where that is due, and finds the stages for steps of this size.
  Outcome prepare(const State& u, double h);
  Outcome step_once(State& u, double h);
  /// Moves now_ from the last Y to the end of the step, and sets gap_.
  void finish(const Recurrence::Finish& method, double start, double h);
  /// Sets the acceleration of F_0, which may be known.
  void evaluate_start(const State& u);
  void estimate(const State& before, const State& after, double h, State& error);
  void accelerate(const State& u, Vec& a);

  long measure_every_ = 25;
  StepControl control_;
  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  bool linear_ = false;
  ModeBounds modes_;
  long steps_since_ = 0;      // the measurement
  bool is_measured_ = false;  // at all
  std::optional<StagedMethod> method_;
  double size_ = 0;  // of the steps for which method_ is chosen
  long least_ = 0, most_ = 0;
  double epsilon_ = 0;          // the largest one
  Vec force_, last_, older_;    // the accelerations of F_{j-1} and F_{j-2}
  State start_, now_, before_;  // u_n, Y_{j-1}, Y_{j-2}
  State first_state_, end_state_;
  Vec first_, end_;       // the accelerations at these states
  bool has_end_ = false;  // end_ is set
  // The estimate of ROCK2, h F_{s-2} - h F_{s-1} as its last stage weights it, or that of ROCK4.
  State gap_;
  std::array<State, 4> slopes_;  // k_1 to k_4: velocities and accelerations
};

}  // namespace stiffbench
