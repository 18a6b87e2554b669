#pragma once

#include "integrators/kernels/adaptive/step_control.hpp"
#include "integrators/kernels/linear/symmetric_product.hpp"
#include "integrators/peers/first_order.hpp"

#include <array>
#include <optional>
#include <string>

namespace stiffbench {

/// Who chooses the size of a peer's first step.
enum class FirstStep {
  library,
  suite,  ///< StepControl, as for the suite's own methods
};
constexpr auto names_of(FirstStep) { return std::array{"library", "suite"}; }

/// The tolerances of a peer whose interface accepts a norm: those of the suite's own methods, with
/// the same default, so that a tolerance asks the same of all.
struct PeerTolerance : Tolerance {
  ErrorNorm norm = ErrorNorm::energy;
  FirstStep first_step = FirstStep::library;
  double initial_step = 0;  ///< size of the first step (s), or 0

  bool is_energy() const { return norm == ErrorNorm::energy; }
  /// Throws Error for settings without effect, as Tolerance::check_unused().
  void check_unused(const std::string& owner) const;
  /// Throws Error for settings that exclude each other, where steps are chosen.
  void check(const std::string& owner) const;
  /// The size (s) of the first step from u, at most `span`: initial_step, or the one that the
  /// suite's step control chooses for an error of this order in h, whose forces are counted;
  /// nothing where the library chooses.
  std::optional<double> first_size(const CountedProblem& problem, int order_of_error,
                                   const State& u, double span) const;

  static void parameters(auto& self, auto&& parameter) {
    Tolerance::parameters(self, parameter);
    parameter("norm", self.norm, one_of<ErrorNorm>(),
              "of a step's error. energy: sqrt(x' K0 x + v' M v), to rtol of its largest value so "
              "far, plus atol, where 0 is none; components: the library's own norm of all "
              "components, each to rtol of its size plus atol");
    parameter("first_step", self.first_step, one_of<FirstStep>(),
              "who chooses the size of the first step: the library, or the step control of the "
              "suite's own methods");
    parameter(
        "initial_step", self.initial_step, not_negative(),
        "size of the first step (s), which the end of the span cuts, and which may be rejected "
        "like any other; 0: as first_step says. CVODE and ARKODE take it again from a state "
        "that was changed");
  }
};

/// The energy norm of vectors y = (x, v) of a first-order system, and its largest value so far, to
/// which rtol refers (StepControl).
class EnergyMeasure {
 public:
  EnergyMeasure(const CountedProblem& problem, const Tolerance& tolerance);
  /// sqrt(x' K0 x + v' M v); y has 2 dof numbers.
  double norm(const double* y);
  /// The error (in the norm) that a step from the state y, where y' = dydt, may have. Where no
  /// state so far had energy, rtol refers to the norm of dydt, for a second; where that is zero,
  /// too, the error is Tolerance::absolute().
  double allowed(const double* y, const double* dydt);
  /// Sets the 2 dof weights of a weighted norm that is like this one, over an allowed error: the
  /// roots of the diagonals of K0 and M. Positions without stiffness get a small weight, not none.
  void fill_weights(double allowed, double* weights) const;
  /// 1 over the allowed error with which fill_weights() made these weights.
  double scale_of(const double* weights) const { return weights[0] / roots_[0]; }
  /// True when no state so far had energy, so that allowed() reads dydt.
  bool needs_rate(const double* y);

 private:
  const CountedProblem* problem_;
  Tolerance tolerance_;
  SymmetricProduct K0_;
  Vec roots_;  // of the diagonals
  Vec x_, v_, product_;
  double largest_ = 0;
};

}  // namespace stiffbench
