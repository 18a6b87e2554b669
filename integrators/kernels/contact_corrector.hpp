#pragma once

#include "integrators/kernels/newton/stage_matrix.hpp"

#include <array>
#include <vector>

namespace stiffbench {

/// What a method does after a step whose start has closed contacts (Nature::contacts): nothing, the
/// correction, or the correction as its source prints it, for demonstrations alone.
enum class ContactRule { none, corrector, printed };
constexpr auto names_of(ContactRule) { return std::array{"none", "corrector", "printed"}; }

/// The correction of a predicted step by the contacts that are closed at its start (Loeschner et
/// al., DOI 10.1111/cgf.14110, section 4). The change w of the velocity is that of least energy
/// which keeps contacts apart over the step:
///   min w' C w / 2  subject to  G ((x^p - x_n) / h + w) >= 0,   v = v^p + w,  x = x^p + h w,
/// with C = M + h D + h^2 K, and K at the predicted state, without negative curvature where it is
/// indefinite. That is equation 18 of the source. Where no contact pulls, w = 0: the prediction
/// stays. The energy of a bounce hangs on C: with the matrix of SDIRK2's last stage, whose h is
/// smaller by 1 - 1/sqrt(2), the ball of contact_ball has 1.5 times its energy while it touches the
/// ground.
///
/// The rule `printed` is equation 19 of the source, which takes (x - x_n)/h for v:
///   min v' C v / 2 - c' v  subject to  G v >= 0,   x = x_n + h v,
///   c = M v^p + h K (x^p - x_n) + h D v^p.
/// It keeps a prediction without contact forces for implicit Euler only, where x^p = x_n + h v^p,
/// and there the two rules are one. For other methods it is inconsistent.
///
/// The contact impulses solve W lambda + g >= 0, lambda >= 0, complementary, W = G C^-1 G', by a
/// primal-dual active set (Hintermueller, Ito, Kunisch, DOI 10.1137/S1052623401383558): W is dense,
/// which serves up to some hundred contacts.
class ContactCorrector {
 public:
  /// Prepares for steps of size h (s).
  void init(const CountedProblem& problem, double h);
  /// Corrects the predicted state u of a step from `start`. Failures are those of factorizations,
  /// infeasible where the corrected state is not feasible, and newton_failed where the set of
  /// pulling contacts does not settle; u is then void.
  Outcome correct(ContactRule rule, const State& start, State& u);

 private:
  /// Computes C^-1 G', a column for each contact.
  Outcome solve_for_contacts(const State& u);
  /// The impulses lambda (N s) for the velocities g of the contacts without them.
  Outcome impulses(const Vec& g, Vec& lambda) const;

  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  StageMatrix matrix_;
  Mat G_;
  Eigen::MatrixXd responses_, W_;
  Vec moved_, apart_, lambda_, right_, product_;  // apart_: velocities of the contacts (m/s)
};

}  // namespace stiffbench
