#pragma once

#include "integrators/contract/tolerance.hpp"
#include "integrators/kernels/linear/symmetric_product.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace stiffbench {

/// The norm in which a local error is compared with the tolerance.
enum class ErrorNorm {
  energy,      ///< sqrt(dx' K0 dx + dv' M dv), relative to the largest one of the motion so far
  components,  ///< root mean square of all components of x and v, each over rtol |u_i| + atol
};
constexpr auto names_of(ErrorNorm) { return std::array{"energy", "components"}; }

/// True if a table has an embedded method.
template <class Table>
bool has_estimate(const Table& table) {
  return table.embedded.order > 0;
}
/// The order in h of a step's estimated error.
template <class Table>
int order_of_estimate(const Table& table) {
  return std::min(table.order, table.embedded.order) + 1;
}

/// The step control of a method that estimates the error of each step. One driver serves them all.
///
/// The error is that of a step, not of a unit of time. It is 1 where the step has nine tenths of
/// the length that the tolerance allows. After an accepted step of error e, the next one is the
/// proportional-integral controller's
///   h e^(-0.6/k) e_before^(0.2/k),   k: the order of e in h,
/// (PI.4.2 of Soderlind, DOI 10.1023/A:1021160023092), between a fifth of h and 5 h, with an
/// e_before of at least 1e-4. After a rejected step it is h e^(-1/k), and the step after that is
/// not longer. A method whose matrix belongs to one step size keeps that size while it would change
/// by less than a tenth downwards or a fifth upwards. A step that fails for another reason, such as
/// an iteration that does not converge, is repeated with a quarter of its size; so is a step on
/// whose straight way bodies pass through each other (FeasibleSteps), which no estimate of an error
/// shows. Hence a first step that is wrong by a factor c, whoever chose it, costs about
/// log(c)/log(5) trials. The end of the span of the first call cuts a first step that is longer.
class StepControl {
 public:
  static void parameters(auto& self, auto&& parameter) {
    parameter("adaptive", self.adaptive_, any_value(),
              "true: steps chosen to the tolerances; false: steps of size h");
    Tolerance::parameters(self.tolerance_, parameter);
    parameter(
        "norm", self.norm_, one_of<ErrorNorm>(),
        "of a step's error. energy: sqrt(x' K0 x + v' M v), to rtol of its largest value so far, "
        "plus atol, where 0 is none; components: the root mean square, each to rtol of its size "
        "plus atol");
    parameter(
        "initial_step", self.initial_step_, not_negative(),
        "size of the first step (s), which the end of the span cuts, and which may be rejected "
        "like any other; 0: estimated from two forces");
  }
  /// Throws Error for options that have no effect with steps of fixed size; `owner` names the
  /// integrator.
  void check(const std::string& owner) const;
  bool adaptive() const { return adaptive_; }

  /// Prepares for estimates whose order in h is `order`. `keeps_size`: a change of the step size
  /// costs the method a factorization.
  void init(const CountedProblem& problem, int order, bool keeps_size);
  /// Advances u by `span` (s) in steps that trial(size, next, error) makes: it moves `next`, which
  /// is u at first, by one step of this size, and writes the estimate of its local error in x and
  /// v. u moves only if the outcome is ok.
  template <class Trial>
  Outcome advance(State& u, double span, Trial&& trial) {
    begin(u, span);
    while (!is_at_end()) {
      const double size = next_size();
      next_ = at_;
      judge(size, trial(size, next_, error_));
      if (!outcome_.ok()) return outcome_;
    }
    u = at_;
    return {};
  }

  /// A size (s) for the first step of all. Where the state changes at the rate r and this rate at
  /// the rate s, the time scale is T = r/s, and an error of the order k is about r T (h/T)^k; h
  /// makes it a hundredth of the tolerance (after Hairer, Norsett, Wanner, DOI
  /// 10.1007/978-3-540-78862-1, section II.4).
  double first_size(const State& u, double span);
  /// True in a trial that begins where the one before did, which came to its end and was rejected:
  /// the force and its derivatives at the start are known. After a trial that failed they may not
  /// be.
  bool repeats() const { return repeats_; }
  long steps_taken() const { return accepted_; }
  /// The rejected steps, and the least and the largest accepted one (s).
  Settings reported() const;

 private:
  void begin(const State& u, double span);
  bool is_at_end() const { return at_.t >= end_; }
  /// The size of the next step: the chosen one, or one with which the span ends.
  double next_size();
  /// Accepts or rejects the step of this size that led to next_, and chooses the next size. The
  /// control gives up, with outcome_, where no size is left.
  void judge(double size, Outcome outcome);
  void accept(double size, double error);
  /// False if the straight way from at_ to next_ has infeasible states.
  bool is_feasible();
  /// Measures errors by what the start sets in motion where no state so far had energy and no step
  /// met the tolerance: at the end of a short step the state is as small as the error, or as
  /// round-off. False if errors are not relative to the energy, or have that measure already.
  bool measure_by_rate();
  /// The estimate error_ of the step from at_ to next_ over the tolerance.
  double relative_error();
  double component_error() const;
  double energy_norm(const Vec& x, const Vec& v);
  void acceleration(const State& u, Vec& a);

  bool adaptive_ = false;
  Tolerance tolerance_;
  ErrorNorm norm_ = ErrorNorm::energy;
  double initial_step_ = 0;

  const CountedProblem* problem_ = nullptr;
  double exponent_ = 0;  // 1/k
  bool keeps_size_ = false;
  double chosen_ = 0, end_ = 0, last_error_ = 1;
  double scale_ = 0, next_scale_ = 0;  // largest norm so far, without and with the trial's end
  double allowed_at_rest_ = 0;         // the error from a start without energy, or 0
  bool is_last_ = false;               // the step ends the span
  bool was_rejected_ = false;          // a step since the last accepted one
  bool repeats_ = false;               // the last trial was rejected for its error
  long accepted_ = 0, rejected_ = 0;
  double least_ = 0, largest_ = 0;
  Outcome outcome_;
  State at_, next_, error_;
  SymmetricProduct K0_;
  Vec product_, force_, rate_, changed_rate_;
};

}  // namespace stiffbench
