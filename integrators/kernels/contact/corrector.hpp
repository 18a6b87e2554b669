#pragma once

#include "integrators/kernels/newton/stage_matrix.hpp"

#include <array>

namespace stiffbench {

/// The treatment of a step whose start has closed contacts (ContactConstraints): no
/// correction, the correction, or the correction as its source prints it, which is for
/// demonstrations only.
enum class ContactRule { none, lcp, lcp_as_printed };
constexpr auto names_of(ContactRule) { return std::array{"none", "lcp", "lcp_as_printed"}; }

/// Corrects a predicted step so that it obeys the contacts that are closed at its start (Loeschner
/// et al., DOI 10.1111/cgf.14110, section 4). The change w of the velocity is the one of least
/// energy that keeps these contacts apart over the step:
///   min w' C w / 2  subject to  G ((x^p - x_n) / h + w) >= 0,   v = v^p + w,  x = x^p + h w,
/// with C = M + h D + h^2 K (equation 18 of the source). K is evaluated at the predicted state, and
/// without negative curvature where it is indefinite. Where no contact needs an impulse, w = 0 and
/// the prediction stays. The energy after a bounce depends strongly on C: with the matrix of
/// SDIRK2's last stage, whose h is smaller by the factor 1 - 1/sqrt(2), the ball of contact_ball
/// has 1.5 times its energy while it touches the ground.
///
/// The rule `lcp_as_printed` is equation 19 of the source, which takes (x - x_n)/h for v:
///   min v' C v / 2 - c' v  subject to  G v >= 0,   x = x_n + h v,
///   c = M v^p + h K (x^p - x_n) + h D v^p.
/// Both rules agree for implicit Euler, where x^p = x_n + h v^p. For all other methods
/// `lcp_as_printed` is inconsistent: it changes predictions even where there are no contact forces.
///
/// The contact impulses lambda (N s) solve the problem of complementarity.hpp, with W = G C^-1 G'
/// and the contact velocities of the prediction.
class ContactCorrector {
 public:
  /// Prepares for steps of size h (s).
  void init(const CountedProblem& problem, double h);
  /// Corrects the predicted state u of a step from `start`. Failures are those of factorizations,
  /// infeasible where the corrected state is not feasible, and newton_not_converged where the
  /// active set does not converge; u is then void.
  Outcome correct(ContactRule rule, const State& start, State& u);

 private:
  /// Computes C^-1 G', one column per contact.
  Outcome solve_for_contacts(const State& u);

  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  StageMatrix matrix_;
  Mat G_;
  Eigen::MatrixXd responses_, W_;
  Vec moved_, apart_, lambda_, right_, product_;  // apart_: contact velocities (m/s)
};

}  // namespace stiffbench
